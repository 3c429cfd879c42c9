"""A customer's wallet: filled at the counter, spent from the phone."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from browser.layout import overflows, small_targets
from browser.shop import (
    BAR, CHECKOUT, IS_MARKED, LOCATION, MARK, MENU, a_line, add, confirm, plain, quote, sign_in)

TOP_UP = f"{BAR}/top-up"
CUSTOMER = "customer@demo.crema"
#: What Chromium itself says of a form that is refused.
REFUSED = ("net::ERR_", "htmx:sendError", "409 (Conflict)", "422 (Unprocessable Content)")


@pytest.fixture
def phone(own_context):
    """A customer's phone that shows the wallet, live."""
    page = own_context("phone", allow=REFUSED, reduced_motion="reduce").new_page()
    sign_in(page, "customer", then="/wallet")
    page.wait_for_selector("html[data-connection=live]")
    page.evaluate(MARK)
    return page


@pytest.fixture
def till(own_context):
    """A barista's tablet at the form to top up."""
    page = own_context("tablet", allow=REFUSED, reduced_motion="reduce").new_page()
    sign_in(page)
    page.get_by_role("link", name="Top up a wallet").click()
    page.wait_for_url("**" + TOP_UP)
    return page


def top_up(till, amount, email=CUSTOMER, kind="cash"):
    till.fill("#email", email)
    till.fill("#amount", amount)
    till.check(f"input[name=kind][value={kind}]")
    till.get_by_role("button", name="Taken: put it in").click()


def balance(page):
    return page.locator("#wallet .amount")


def checkout(page, item="espresso"):
    page.goto(MENU)
    add(page, item)
    page.goto(CHECKOUT)


def test_from_the_counter_to_an_order_and_back(phone, till):
    expect(balance(phone)).to_have_text("$0.00")
    expect(phone.locator("#wallet")).to_contain_text("Nothing yet.")

    top_up(till, "20,00")

    expect(till.locator(".notice")).to_be_visible()
    said = plain(till.locator(".notice").text_content()).strip()
    assert said == f"$20.00 put in for {CUSTOMER}. The wallet holds $20.00."
    expect(balance(phone)).to_have_text("$20.00")
    assert phone.evaluate(IS_MARKED), "the wallet is live"

    checkout(phone)
    expect(phone.locator("input[name=tender]:checked")).to_have_value("wallet")
    total = plain(phone.locator("#place .money").text_content())
    order = confirm(phone, "Cleo")
    expect(phone.locator(".number .pay")).to_contain_text("wallet")
    phone.goto("/wallet")
    first = phone.locator(".changes li").first
    expect(first).to_contain_text("Order")
    assert plain(first.locator(".money").text_content()) == "\u2212" + total
    left = 20 - float(total[1:])
    expect(balance(phone)).to_have_text(f"${left:.2f}")

    phone.goto(f"/orders/{order}")
    phone.locator("#cancel > summary").click()
    phone.get_by_role("button", name="Yes, cancel it").click()
    expect(phone.locator(".number")).to_contain_text("This order was cancelled.")
    phone.goto("/wallet")
    expect(balance(phone)).to_have_text("$20.00")
    expect(phone.locator(".changes li").first).to_contain_text("Given back")
    phone.locator(".changes li").first.get_by_role("link").click()
    phone.wait_for_url("**/orders/" + order)


def test_what_is_missing_is_paid_at_the_counter(phone, till, own_context):
    top_up(till, "1.00")
    expect(till.locator(".notice")).to_be_visible()
    checkout(phone)
    expect(phone.locator("input[name=tender]:checked")).to_have_value("counter")
    mix = phone.locator("label.tender", has_text=re.compile("from the wallet, .* at the counter"))
    expect(mix).to_contain_text("1.00")

    mix.click()
    confirm(phone, "Cleo")

    expect(phone.locator(".number")).to_contain_text("at the counter")
    phone.goto("/wallet")
    expect(balance(phone)).to_have_text("$0.00")


def test_a_wallet_that_was_emptied_meanwhile_pays_nothing(phone, till, own_server):
    top_up(till, "20.00")
    expect(till.locator(".notice")).to_be_visible()
    checkout(phone)
    _spend(own_server, 4)

    phone.fill("#customerName", "Cleo")
    phone.click("#place")

    expect(phone.locator(".alert")).to_contain_text("which is")
    expect(phone.locator("#customerName")).to_have_value("Cleo")
    expect(phone.locator("input[name=tender][value=wallet]")).to_have_count(0)
    phone.locator("input[name=tender][value=walletFirst]").check()
    confirm(phone, "Cleo")
    phone.goto("/wallet")
    expect(balance(phone)).to_have_text("$0.00")


def _spend(server, quantity):
    """The customer orders on another device, from the wallet."""
    lines = [a_line(quantity=quantity)]
    cart = {"locationId": LOCATION, "fulfilment": "toGo", "lines": lines}
    status, answer = server.request(
        "POST", "/api/v1/orders",
        {**cart, "fingerprint": quote(server, lines)["fingerprint"], "customerName": "Cleo",
         "tenders": [{"kind": "wallet"}]}, Idempotency_Key=uuid.uuid4().hex,
        Authorization="Bearer " + server.access_token("customer"))
    assert status == 201, answer


@pytest.mark.parametrize("email, amount, words", [
    ("nobody@demo.crema", "5", "Nobody has an account by that address."),
    ("barista@demo.crema", "5", "Somebody else has to top up your own wallet."),
    (CUSTOMER, "0", "That isn't an amount that can be put in."),
    (CUSTOMER, "1,000", "That isn't an amount that can be put in."),
    (CUSTOMER, "five", "That isn't an amount that can be put in."),
    (CUSTOMER, "99999999999", "That isn't an amount that can be put in."),
])
def test_what_cannot_be_right_is_said_and_kept(till, email, amount, words):
    top_up(till, amount, email, "externalCard")

    expect(till.locator(".alert")).to_have_text(words)
    expect(till.locator("#email")).to_have_value(email)
    expect(till.locator("#amount")).to_have_value(amount)
    expect(till.locator("input[name=kind]:checked")).to_have_value("externalCard")


def test_a_form_that_was_mended_before_its_answer_is_another_wish(till):
    key = till.locator("input[name=key]").get_attribute("value")
    top_up(till, "5")
    expect(till.locator(".notice")).to_be_visible()

    # As if the answer to the first had never come, and the amount was mended.
    till.locator("input[name=key]").evaluate("(input, key) => { input.value = key; }", key)
    top_up(till, "7")

    expect(till.locator(".alert")).to_contain_text("Nothing was put in now")
    expect(till.locator(".notice")).to_have_count(0)
    till.get_by_role("button", name="Taken: put it in").click()
    expect(till.locator(".notice")).to_contain_text("12.00")


def test_a_guest_signs_in_first_and_has_no_wallet_to_pay_from(own_context):
    page = own_context("phone").new_page()
    page.goto("/wallet")
    page.wait_for_url("**/sign-in?return=%2Fwallet")
    checkout(page)

    expect(page.locator("label.tender", has_text="wallet")).to_have_count(0)
    expect(page.locator("input[name=tender]:checked")).to_have_value("counter")
    expect(page.locator("nav.tabs").get_by_role("link", name="Wallet")).to_have_count(0)


def test_everybody_can_use_it(phone, till, accessible, shots):
    for amount in ("20.00", "5.00"):
        top_up(till, amount)
        expect(till.locator(".notice")).to_be_visible()
    phone.goto("/wallet")
    checkout(phone)
    confirm(phone, "Cleo")
    checkout(phone)
    shots(phone, "checkout-wallet")
    accessible(phone)
    phone.goto("/wallet")
    shots(phone, "wallet")
    shots(till, "top-up")
    for page in (phone, till):
        accessible(page)
        assert not small_targets(page, 44)
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            assert not overflows(page), width
