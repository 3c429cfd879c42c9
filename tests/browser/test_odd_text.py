"""Whatever people type is text: on the order, the receipt and the bar."""

import pytest
from playwright.sync_api import Locator, expect

from browser.layout import assert_fits
from browser.shop import BAR, CHECKOUT, confirm, open_item, ticket

SCRIPTS = {
    "name": "<script>window.pwned = 1</script>",
    "request": "\"><img src=x onerror=\"window.pwned = 2\"> ' onmouseover=pwned=3 x='",
    "cup": "</b></span><svg onload=window.pwned=4>&lt;",
}
DIRECTIONS = {
    "name": "\u202eadA\u202c", "request": "\u2067قهوة\u2066 {{7*7}} ${7*7}", "cup": "أحمد 42 ☕",
}
EMOJI = {
    "name": "👩🏽\u200d🍳🏳️\u200d🌈 Zoë", "request": "🥛🥛 plz 🙏🏿", "cup": "𝕭ø𝕓 Ⓩ",
}
LONG = {"name": "W" * 80, "request": "no sugar " * 11, "cup": "ﷺ" * 20 + "m" * 40}


@pytest.mark.parametrize(
    "typed", [SCRIPTS, DIRECTIONS, EMOJI, LONG], ids=["scripts", "directions", "emoji", "long"])
def test_it_is_shown_as_it_was_typed(phone, barista, typed):
    page = phone.new_page()
    page.goto("/l/old-mill/menu")
    sheet = open_item(page, "espresso")
    sheet.get_by_label("Anything else?").fill(typed["request"])
    sheet.get_by_label("Name on the cup").fill(typed["cup"])
    sheet.locator("#add").click()
    expect(sheet).to_be_hidden()
    page.goto(CHECKOUT)
    placed = confirm(page, typed["name"])

    for part in (page.locator(".orderlines"), ticket(barista, placed)):
        expect_text(part, typed["request"])
        expect_text(part, typed["cup"])
    for part in (page.locator(".number"), ticket(barista, placed)):
        expect_text(part, typed["name"])
    assert_fits(page, "order")
    assert_fits(barista, "bar")
    page.goto(f"/orders/{placed}/receipt")
    for text in typed.values():
        expect_text(page.locator("article.receipt"), text)
    assert_fits(page, "receipt")
    page.goto("/orders")
    assert_fits(page, "orders")
    for seen in (page, barista):
        assert seen.evaluate("window.pwned") is None
    assert barista.url.endswith(BAR)


# Marks of direction are taken out, so that they can't reach beyond the text.
INCLUDES = """([part, text]) => {
    const plain = (words) => words.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
    return plain(part.textContent).includes(plain(text));
}"""


def expect_text(part: Locator, text: str):
    """As it was typed, but for blanks at its ends."""
    part.page.wait_for_function(
        INCLUDES, arg=[part.first.element_handle(), text.strip()], timeout=5_000)
