"""Who works for the shop: invited by mail, promoted, let go; and who sees which tabs."""

import re

import pytest
from playwright.sync_api import expect

from browser.layout import overflows, small_targets
from browser.shop import sign_in
from browser.test_mail import certificate, link, post, shop  # noqa: F401 (fixtures)

GOOD = "four grey cups of rain"
PEOPLE = "/manage/people"


@pytest.fixture
def visit(browser, shop):  # noqa: F811
    """Another person's browser."""
    contexts = []

    def open_page(width=1280):
        context = browser.new_context(
            base_url=shop.url, viewport={"width": width, "height": 900}, reduced_motion="reduce")
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


def invite(page, address, role="Barista, Old Mill"):
    page.fill("#email", address)
    option = page.locator("#role option").filter(has_text=words(role))
    page.select_option("#role", option.get_attribute("value"))
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.locator(".notice")).to_contain_text("on its way")


def words(text):
    """With the marks that keep parts in their own direction."""
    marks = "[\u2066-\u2069]*"
    return re.compile("^" + ", ".join(marks + re.escape(part) + marks
                                      for part in text.split(", ")) + "$")


def test_from_a_mail_to_the_bar_and_out_again(visit, post):  # noqa: F811
    owner = visit()
    sign_in(owner, "owner", then=PEOPLE)
    invite(owner, "bea@example.org")
    expect(owner.locator("main")).to_contain_text("bea@example.org")

    _, mail, _ = post.wait()[0]
    assert mail["To"] == "bea@example.org" and "come and work with us" in mail["Subject"]
    bea = visit(820)
    bea.goto(link(mail, "/invitation"))
    expect(bea.locator("main")).to_contain_text("Old Mill")
    bea.fill("#name", "Bea")
    bea.fill("#password", "coffee2026")
    bea.get_by_role("button", name="Accept").click()
    expect(bea.locator("#password-problem")).to_contain_text("guessed first")
    bea.fill("#password", GOOD)
    bea.get_by_role("button", name="Accept").click()
    bea.wait_for_url("**/bar/old-mill")
    expect(bea.locator("nav.tabs").get_by_role("link", name="Manage")).to_have_count(0)
    bea.goto(link(mail, "/invitation"))
    expect(bea.locator("h1")).to_have_text("This link is over")

    owner.goto(PEOPLE)
    row = owner.locator("li", has_text="bea@example.org")
    row.get_by_role("combobox").select_option("manager")
    row.get_by_role("button", name="Save").click()
    expect(owner.locator(".notice")).to_be_visible()
    bea.wait_for_timeout(3500)
    bea.goto(PEOPLE)
    expect(bea.locator("h1")).to_have_text("People")
    row.get_by_role("combobox").select_option("none")
    row.get_by_role("button", name="Save").click()
    expect(owner.locator("li", has_text="bea@example.org")).to_have_count(0)
    bea.wait_for_timeout(3500)
    assert bea.goto("/bar/old-mill").status == 403


def test_somebody_with_an_account_signs_in_to_accept(visit, post):  # noqa: F811
    owner = visit()
    sign_in(owner, "owner", then=PEOPLE)
    invite(owner, "customer@demo.crema", "Manager, Harbour")
    address = link(post.wait()[0][1], "/invitation")

    customer = visit(390)
    customer.goto(address)
    expect(customer.locator("main")).to_contain_text("customer@demo.crema")
    customer.get_by_role("link", name="Sign in").last.click()
    customer.fill("#email", "customer@demo.crema")
    customer.fill("#password", "demo-demo-demo")
    customer.locator("main").get_by_role("button", name="Sign in").click()
    customer.get_by_role("button", name="Accept").click()

    customer.wait_for_url("**/bar/harbour")
    owner.goto(PEOPLE)
    expect(owner.locator("li", has_text="customer@demo.crema")).to_be_visible()


def test_the_last_owner_stays_and_a_withdrawn_link_is_over(visit, post):  # noqa: F811
    owner = visit()
    sign_in(owner, "owner", then=PEOPLE)
    row = owner.locator("li", has_text="owner@demo.crema")
    row.get_by_role("combobox").select_option("none")
    row.get_by_role("button", name="Save").click()
    expect(owner.locator(".alert")).to_contain_text("Somebody must own the shop.")

    owner.goto(PEOPLE)
    invite(owner, "bea@example.org")
    address = link(post.wait()[0][1], "/invitation")
    owner.get_by_role("button", name="Withdraw").click()
    expect(owner.locator(".notice")).to_contain_text("Withdrawn")
    bea = visit()
    bea.goto(address)
    expect(bea.locator("h1")).to_have_text("This link is over")


TABS = {
    None: ["Order", "My orders"],
    "customer": ["Order", "My orders", "Wallet"],
    "barista": ["Order", "My orders", "Wallet", "Bar"],
    "manager": ["Order", "My orders", "Wallet", "Bar", "Manage"],
    "owner": ["Order", "My orders", "Wallet", "Bar", "Manage"],
}


@pytest.mark.parametrize("role", TABS)
def test_everybody_sees_the_tabs_of_their_role_only(own_context, role):
    page = own_context("phone", allow=("403 (Forbidden)",)).new_page()
    if role:
        sign_in(page, role, then="/wallet")
    page.goto("/orders")

    assert page.locator("nav.tabs a").all_inner_texts() == TABS[role]
    # What the tab hides the server refuses.
    for path, tab in (("/bar", "Bar"), (PEOPLE, "Manage")):
        answer = page.goto(path)
        refused = answer.status == 403 or "/sign-in" in page.url
        assert refused == (tab not in TABS[role]), path


def test_everybody_can_use_it(own_context, accessible, shots):
    page = own_context("tablet", reduced_motion="reduce").new_page()
    sign_in(page, "owner", then=PEOPLE)
    shots(page, "people")
    accessible(page)
    assert not small_targets(page, 44)
    for width in (820, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert not overflows(page), width
