"""Everything works by plain forms, where scripts are off or didn't arrive."""

import re

from playwright.sync_api import expect

from browser.shop import (
    LOCATION, MENU, a_line, confirm, money, place, quote, sign_in, ticket,
)

LATTE = a_line("latte", ("milk-oat", "beans-house", "temperature-hot"), sizeId="latte-large",
               quantity=2, request="Hot cup", cupName="Bo")


def test_a_guest_orders_and_cancels(server, open_context):
    page = open_context("phone", javascript=False).new_page()
    page.goto("/")
    page.locator("main").get_by_role("link", name="Old Mill").click()
    page.fill("#q", "laté")
    page.locator("form.find").get_by_role("button", name="Search").click()
    page.locator("#i-latte").click()

    form = page.locator("#itemform")
    form.get_by_label("Large").check()
    form.get_by_label("Oat drink").check()
    form.get_by_label("Anything else?").fill(LATTE["request"])
    form.get_by_label("Name on the cup").fill(LATTE["cupName"])
    form.locator("#quantity").fill("2")
    form.get_by_role("button", name="Update price").click()
    asked = quote(server, [LATTE])
    expect(page.locator("#add .money")).to_have_text(money(asked["subtotal"]))
    page.locator("#add").click()
    page.wait_for_url("**" + MENU)

    page.goto(f"/l/{LOCATION}/cart")
    cart = page.locator("#cart")
    cart.locator("input[name=quantity]").fill("3")
    cart.locator(".linetools").get_by_role("button", name="Set").click()
    expect(cart.locator("dl.sum")).to_contain_text(
        money(quote(server, [LATTE | {"quantity": 3}])["total"]))
    cart.get_by_role("button", name=re.compile("^Delete")).click()
    expect(cart).to_contain_text("Nothing here yet")
    cart.get_by_role("button", name="Undo").click()
    cart.get_by_label("For here").check()
    cart.get_by_role("button", name="Apply").click()
    expect(cart.get_by_label("For here")).to_be_checked()
    cart.get_by_role("button", name=re.compile("^20")).click()
    cart.locator("#tocheckout").click()
    confirm(page, "Bo")

    expect(page.locator(".number")).to_contain_text("For here")
    page.locator("#cancel > summary").click()
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.locator(".number")).to_contain_text("This order was cancelled.")


def test_what_is_missing_is_said_at_its_place(open_context, watch):
    watch.allow("422 (Unprocessable")
    page = open_context("phone", javascript=False).new_page()
    page.goto(f"/l/{LOCATION}/items/latte")

    page.locator("#quantity").evaluate("field => field.value = '0'")
    page.locator("#itemform").evaluate("form => form.noValidate = true")
    page.locator("#add").click()

    expect(page.get_by_role("alert").first).to_contain_text("Choose a quantity")
    expect(page.locator("#itemform")).to_be_visible()


def test_the_bar_makes_an_order(server, open_context):
    placed = place(server, name="Bo")
    page = open_context("tablet", javascript=False).new_page()
    sign_in(page)
    card = ticket(page, placed["id"])
    expect(card).to_contain_text("Bo")

    card.get_by_role("button", name="Start").click()
    card.locator("button.tickline").click()
    expect(card.locator("button.tickline")).to_have_attribute("aria-pressed", "true")
    card.get_by_role("button", name="Ready", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("is now")
    page.locator("#notice").get_by_role("button", name="Undo").click()
    card.get_by_role("button", name="Ready", exact=True).click()
    card.get_by_role("button", name="Cash").click()
    card.get_by_role("button", name="Picked up").click()

    expect(page.locator(f"#done #t-{placed['id']}")).to_have_count(1)


def test_the_bar_cancels_with_a_reason(server, open_context):
    placed = place(server)
    page = open_context("tablet", javascript=False).new_page()
    sign_in(page)

    for reason in (None, "Something is sold out"):
        page.locator(f"[popovertarget=m-{placed['id']}]").first.click()
        menu = page.locator(f"#m-{placed['id']}")
        if reason:
            menu.get_by_label(reason).check()
        menu.get_by_role("button", name="Cancel this order").click()
        if not reason:
            expect(page.locator("#notice")).to_contain_text("please give a reason")

    expect(ticket(page, placed["id"])).to_have_count(0)


def test_language_and_look_are_chosen(open_context):
    page = open_context("phone", javascript=False).new_page()
    page.goto("/")

    page.locator("#settings > summary").click()
    page.locator("select[name=language]").select_option(label="العربية")
    page.locator("select[name=theme]").select_option("dark")
    page.locator("#settings form").first.get_by_role("button").click()

    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
