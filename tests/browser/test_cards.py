"""Paying by card: in the demo's sandbox, and with a payment provider's own fields."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from browser.layout import overflows, small_targets
from browser.shop import CHECKOUT, MENU, add, plain, sign_in, step
from browser.conftest import new_context
from browser.watch import Watch
from localstripe import CREATE_PAYMENT_METHOD, GOOD, SECURE, DECLINED, LocalStripe
from program import Program

#: What Chromium itself says of a form that is refused.
REFUSED = ("422 (Unprocessable Content)",)


@pytest.fixture
def page(own_context):
    return own_context("phone", allow=("net::ERR_", *REFUSED), reduced_motion="reduce").new_page()


def place_by_card(page, choice="card", name="Ada"):
    """One espresso, to be paid by card; gives the order's id."""
    page.goto(MENU)
    add(page, "espresso")
    page.goto(CHECKOUT)
    page.fill("#customerName", name)
    page.check(f"input[name=tender][value={choice}]")
    page.click("#place")
    page.wait_for_url(re.compile(r"/orders/[^/]+/pay$"))
    return page.url.split("/")[-2]


def pay(page, card):
    page.check(f"input[name=cardToken][value=sandbox_{card}]")
    page.click("#paynow")


def expect_paid(page, order):
    page.wait_for_url(f"**/orders/{order}")
    expect(step(page)).to_contain_text("Received")
    expect(page.locator(".pay")).to_contain_text("Paid")


def test_a_card_pays_and_the_bar_gets_it(page, accessible, shots):
    order = place_by_card(page)
    accessible(page)
    assert not overflows(page) and not small_targets(page, 44)
    shots(page, "pay")

    pay(page, "visa")

    expect_paid(page, order)


def test_a_refused_card_says_so_and_another_one_pays(page, accessible, shots):
    order = place_by_card(page)
    pay(page, "insufficient")
    expect(page.get_by_role("alert")).to_contain_text("There isn't enough on the card")
    accessible(page)
    shots(page, "pay-refused")

    pay(page, "visa")

    expect_paid(page, order)


@pytest.mark.parametrize("answer", ["Yes, it is me", "No"])
def test_the_bank_asks_and_is_answered(page, accessible, shots, answer):
    order = place_by_card(page)
    pay(page, "secure")
    page.wait_for_url("**/sandbox/*")
    accessible(page)
    shots(page, "bank")

    page.get_by_role("button", name=answer).click()

    if answer == "No":
        expect(page.get_by_role("alert")).to_contain_text("couldn't confirm that it is you")
        assert page.url.endswith(f"/orders/{order}/pay") or "/return" in page.url
        pay(page, "visa")
    expect_paid(page, order)


def test_a_tab_closed_at_the_bank_finds_its_order_again(page):
    order = place_by_card(page)
    pay(page, "secure")
    page.wait_for_url("**/sandbox/*")
    bank = page.url

    page.goto(f"/orders/{order}")
    page.get_by_role("link", name="Pay by card").click()
    expect(page.locator("#problem")).to_contain_text("Your bank waits for your answer")
    page.get_by_role("link", name="Go on with your bank").click()
    page.wait_for_url(bank)
    page.get_by_role("button", name="Yes, it is me").click()

    expect_paid(page, order)


def test_a_lost_answer_is_found_out(page):
    order = place_by_card(page)

    pay(page, "lost")

    expect_paid(page, order)


def test_the_provider_is_down_and_nothing_is_lost(page):
    order = place_by_card(page)
    pay(page, "down")
    expect(page.get_by_role("alert")).to_contain_text("can't be reached")

    pay(page, "visa")

    expect_paid(page, order)


def test_a_wallet_is_topped_up_and_pays_with_a_card(page, accessible, shots):
    sign_in(page, "customer", then="/wallet")
    page.get_by_role("link", name="Top up by card").click()
    page.wait_for_url("**/wallet/top-up")
    accessible(page)
    assert not overflows(page) and not small_targets(page, 44)
    shots(page, "card-top-up")
    page.check("input[name=preset][value='']")
    page.fill("#amount", "0.001")
    pay(page, "visa")
    expect(page.get_by_role("alert")).to_contain_text("isn't an amount")
    page.fill("#amount", "1.50")
    pay(page, "visa")
    page.wait_for_url("**/wallet")
    expect(page.locator("#wallet .amount")).to_have_text("$1.50")

    order = place_by_card(page, "walletThenCard")
    pay(page, "visa")

    expect_paid(page, order)
    page.goto("/wallet")
    expect(page.locator("#wallet .amount")).to_have_text("$0.00")
    page.goto(f"/orders/{order}")
    page.locator("#cancel > summary").click()
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.get_by_role("status").filter(has_text="given back")).to_be_visible()
    page.goto("/wallet")
    expect(page.locator("#wallet .amount")).to_have_text("$1.50")


def test_it_works_without_scripts(own_context):
    page = own_context("phone", javascript=False).new_page()
    page.goto("/l/old-mill/items/espresso")
    page.locator("#add").click()
    page.goto(CHECKOUT)
    page.fill("#customerName", "Ada")
    page.check("input[name=tender][value=card]")
    page.click("#place")
    page.wait_for_url(re.compile(r"/orders/[^/]+/pay$"))

    pay(page, "visa")

    page.wait_for_url(re.compile(r"/orders/[^/]+$"))
    expect(page.locator(".pay")).to_contain_text("Paid")


# -- A provider's own fields ---------------------------------------------------------------------

@pytest.fixture
def stripe_page(browser, tmp_path, monkeypatch):
    """A phone in a shop that charges through a server in Stripe's place."""
    with LocalStripe(tmp_path) as stripe:
        monkeypatch.setenv("CREMA_STRIPE", stripe.settings)
        with Program.demo() as shop:
            stripe.send_webhooks_to(shop.url + "/webhooks/stripe")
            watch = Watch(shop.url)
            for text in ("net::ERR_", "402 (Payment Required)", *REFUSED, stripe.url):
                watch.allow(text)
            context = new_context(browser, watch, shop.url, "phone")

            def script(route):
                answer = route.fetch()
                route.fulfill(response=answer, body=answer.text() + CREATE_PAYMENT_METHOD)

            context.route("**/js.stripe.com/v3/", script)
            yield context.new_page()
            context.close()
            assert not watch.faults, "\n" + "\n".join(watch.faults)


def type_card(page, number):
    fields = page.locator("#card input")
    for index, text in enumerate([number, "12", "30", "123", "12345"]):
        fields.nth(index).fill(text)


@pytest.mark.parametrize("number", [GOOD, SECURE])
def test_a_number_goes_to_the_provider_alone(stripe_page, number):
    page = stripe_page
    sent = []
    page.on("request", lambda request: sent.append((request.url, request.post_data or "")))
    order = place_by_card(page)
    type_card(page, number)
    page.click("#paynow")
    if number == SECURE:
        page.get_by_role("button", name="Complete authentication").click()

    expect_paid(page, order)
    with_number = {url.split("/v1/")[0] for url, body in sent if number in body or number in url}
    assert len(with_number) == 1 and not with_number & {page.url.split("/orders")[0]}


def test_a_number_that_is_refused_can_be_another(stripe_page):
    page = stripe_page
    order = place_by_card(page)
    type_card(page, DECLINED)
    page.click("#paynow")
    expect(page.locator("#problem")).to_contain_text("Your bank refused the card")

    type_card(page, GOOD)
    page.click("#paynow")

    expect_paid(page, order)
