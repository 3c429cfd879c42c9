"""A customer's account: made from a phone, used on two devices, and deleted."""

import json
import re

import pytest
from playwright.sync_api import expect

from browser.layout import overflows, small_targets
from browser.shop import BAR, MENU, add, open_cart, order, sign_in
from program import PASSWORD

GOOD = "four grey cups of rain"
#: What Chromium itself says of a form that is refused.
REFUSED = ("409 (Conflict)", "422 (Unprocessable Content)", "401 (Unauthorized)")


@pytest.fixture
def phone(own_context):
    return own_context("phone", allow=REFUSED, reduced_motion="reduce").new_page()


def sign_up(page, email="grace@example.org", password=GOOD, name="Grace"):
    page.fill("#name", name)
    page.fill("#email", email)
    page.fill("#password", password)
    page.get_by_role("button", name="Create account").click()


def signed_up(page):
    page.goto("/sign-up")
    sign_up(page)
    page.wait_for_url("**/account?done=welcome")


def enter(page, password=GOOD, email="grace@example.org"):
    page.goto("/sign-in?return=%2Faccount")
    page.fill("#email", email)
    page.fill("#password", password)
    page.locator("main").get_by_role("button", name="Sign in").click()


def test_an_order_and_a_cart_come_along_into_the_account(phone, own_context):
    placed = order(phone)
    phone.goto(MENU)
    add(phone, "cappuccino")
    phone.goto("/sign-in")
    phone.get_by_role("link", name="Create an account").click()
    sign_up(phone)

    phone.wait_for_url("**/account?done=welcome")
    expect(phone.locator(".notice")).to_contain_text("Welcome!")
    expect(phone.locator("#address")).to_have_text("grace@example.org")
    laptop = own_context("desktop", allow=REFUSED).new_page()
    enter(laptop)
    laptop.wait_for_url("**/account")
    laptop.goto("/orders")
    expect(laptop.locator(f"a[href='/orders/{placed}']")).to_be_visible()
    laptop.goto(MENU)
    expect(open_cart(laptop)).to_contain_text("Cappuccino")


def test_a_guests_later_orders_are_added_when_asked(phone):
    signed_up(phone)
    phone.locator("#settings > summary").click()
    phone.get_by_role("button", name="Sign out").click()
    phone.wait_for_url(re.compile(r"/$"))
    placed = order(phone)
    enter(phone)
    phone.wait_for_url("**/account")
    expect(phone.get_by_text("1 order was placed here without an account.")).to_be_visible()

    phone.get_by_role("button", name="Add to my account").click()

    expect(phone.locator(".notice")).to_contain_text("among your orders now")
    expect(phone.get_by_role("button", name="Add to my account")).to_have_count(0)
    phone.goto("/orders")
    expect(phone.locator(f"a[href='/orders/{placed}']")).to_be_visible()


@pytest.mark.parametrize("what, field, words", [
    ({"email": "customer@demo.crema"}, "email", "That address has an account already."),
    ({"email": "grace@nowhere"}, "email", "That isn't an email address."),
    ({"password": "short"}, "password", "10 characters or more"),
    ({"password": "coffee2026"}, "password", "guessed first"),
    ({"password": "grace and more"}, "password", "first thing that is guessed"),
])
def test_what_cannot_be_right_is_said_at_its_field(phone, what, field, words):
    phone.goto("/sign-up?return=%2Fwallet")
    sign_up(phone, **what)

    expect(phone.locator(f"#{field}-problem")).to_contain_text(re.compile(words.replace(
        "10 ", r"\W?10\W? ")))
    expect(phone.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")
    expect(phone.locator("#name")).to_have_value("Grace")
    expect(phone.locator("#password")).to_have_value("")
    sign_up(phone)
    phone.wait_for_url("**/wallet")


def test_a_new_password_signs_out_everywhere_else(phone, own_context):
    signed_up(phone)
    laptop = own_context("desktop", allow=REFUSED).new_page()
    enter(laptop)
    laptop.wait_for_url("**/account")
    expect(laptop.locator("#sessions li")).to_have_count(2)

    phone.fill("#current", "not this one")
    phone.fill("#new", "five green cups of snow")
    phone.get_by_role("button", name="Change the password").click()
    expect(phone.locator("#current-problem")).to_contain_text("That isn't your password.")
    phone.fill("#current", GOOD)
    phone.fill("#new", "five green cups of snow")
    phone.get_by_role("button", name="Change the password").click()
    expect(phone.locator(".notice")).to_contain_text("Your password is changed.")

    expect(phone.locator("#sessions li")).to_have_count(1)
    laptop.goto("/account")
    laptop.wait_for_url("**/sign-in?return=%2Faccount")
    enter(laptop, "five green cups of snow")
    laptop.wait_for_url("**/account")
    laptop.locator("#sessions").get_by_role("button", name="Sign out", exact=True).click()
    expect(laptop.locator("#sessions li")).to_have_count(1)
    phone.goto("/account")
    phone.wait_for_url("**/sign-in?return=%2Faccount")


def test_what_is_known_can_be_taken_along_and_then_forgotten(phone):
    placed = order(phone)
    signed_up(phone)
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download").click()
    known = json.loads(download.value.path().read_text())
    assert known["user"]["email"] == "grace@example.org"
    assert [order["id"] for order in known["orders"]] == [placed]

    def close(password):
        if phone.locator("#closing[open]").count() == 0:
            phone.locator("#closing > summary").click()
        phone.fill("#closing-password", password)
        phone.get_by_role("button", name="Delete for good").click()

    close("not this one")
    expect(phone.locator("#closing-password-problem")).to_be_visible()
    close(GOOD)
    expect(phone.locator("#closing .alert")).to_contain_text("still on their way")
    phone.goto(f"/orders/{placed}")
    phone.locator("#cancel > summary").click()
    phone.get_by_role("button", name="Yes, cancel it").click()
    expect(phone.locator(".number")).to_contain_text("This order was cancelled.")
    phone.goto("/account")
    close(GOOD)

    expect(phone.locator("h1")).to_have_text("Your account is deleted")
    phone.goto("/account")
    phone.wait_for_url("**/sign-in?return=%2Faccount")
    enter(phone)
    expect(phone.locator(".alert")).to_contain_text("don't fit together")


def test_a_barista_has_an_account_too_and_keeps_the_guests_orders_apart(own_context):
    tablet = own_context("tablet", allow=REFUSED).new_page()
    placed = order(tablet)
    sign_in(tablet)
    tablet.goto("/account")
    expect(tablet.locator("#address")).to_have_text("barista@demo.crema")
    expect(tablet.get_by_role("button", name="Add to my account")).to_be_visible()
    tablet.locator("#closing > summary").click()
    tablet.fill("#closing-password", PASSWORD)
    tablet.get_by_role("button", name="Delete for good").click()

    expect(tablet.locator("#closing .alert")).to_contain_text("You work here.")
    tablet.goto(BAR)
    expect(tablet.locator(f"#t-{placed}")).to_be_visible()


def test_everybody_can_use_it(phone, accessible, shots):
    phone.goto("/sign-up")
    sign_up(phone, password="coffee2026")
    shots(phone, "sign-up")
    accessible(phone)
    sign_up(phone)
    phone.wait_for_url("**/account?done=welcome")
    phone.locator("#closing > summary").click()
    shots(phone, "account")
    accessible(phone)
    assert not small_targets(phone, 44)
    for width in (390, 320):
        phone.set_viewport_size({"width": width, "height": 844})
        assert not overflows(phone), width
