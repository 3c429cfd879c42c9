"""A right-to-left language, complete, on every page."""

import re

import pytest
from playwright.sync_api import Page

from browser.layout import assert_fits
from browser.shop import place
from browser.tour import bar_tour, furnish, guest_tour

# What people and the shop typed themselves stays as they typed it.
TYPED = ["Old Mill Coffee LLC", "Old Mill Coffee", "Old Mill", "Harbour", "12 Mill Lane",
         "3 Pier Road", "Brooklyn, NY", "State tax", "City tax", "Ada", "English", "xyzzy", "late",
         "barista"]
# Call numbers and the ids of requests aren't words.
IDENTIFIERS = re.compile(r"\b[A-Z]\d{3}\b|[\w-]{12,}", re.ASCII)

# The words on the page and those only heard.
WORDS = """() => {
    const words = [];
    const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        // `bdi` holds what people typed; `.what` on a ticket is in the words of the order.
        if (!node.parentElement.closest("script, style, noscript, bdi, .what"))
            words.push(node.data);
    }
    for (const name of ["aria-label", "placeholder", "title", "alt", "data-offline",
                        "data-failed", "data-refused", "data-words", "data-live-words"]) {
        for (const element of document.querySelectorAll(`[${name}]`))
            words.push(element.getAttribute(name));
    }
    return words;
}"""


@pytest.fixture(scope="module")
def furnished(open_device):
    page = open_device("phone", locale="ar").new_page()
    order = furnish(page)
    return page.context.storage_state(), order


def untranslated(page: Page) -> list[str]:
    found = []
    for text in page.evaluate(WORDS):
        rest = IDENTIFIERS.sub("", text)
        for typed in TYPED:
            rest = rest.replace(typed, "")
        if re.search("[A-Za-z]", rest):
            found.append(text.strip())
    return found


def test_every_page_is_arabic_and_runs_from_right_to_left(
        open_context, watch, accessible, shots, furnished):
    watch.allow("404 (Not Found)")
    memory, order = furnished
    page = open_context(
        "phone", locale="ar", storage_state=memory, reduced_motion="reduce").new_page()

    for name in guest_tour(page, order):
        assert page.locator("html").get_attribute("dir") == "rtl", name
        assert page.locator("html").get_attribute("lang").startswith("ar"), name
        assert untranslated(page) == [], name
        assert_fits(page, name)
        accessible(page, schemes=("light",))
        shots(page, name + "-arabic", widths={390: 844}, schemes=("light",))


def test_the_bar_is_arabic(server, open_bar, accessible, shots):
    order = place(server)["id"]
    page = open_bar(locale="ar", reduced_motion="reduce")

    for name in bar_tour(page, order):
        assert page.locator("html").get_attribute("dir") == "rtl"
        assert untranslated(page) == [], name
        accessible(page, schemes=("dark",))
        shots(page, name + "-arabic", widths={1024: 768}, schemes=("dark",))


def test_an_item_is_found_by_its_arabic_name(open_context):
    page = open_context("phone", locale="ar").new_page()
    page.goto("/l/old-mill/menu?q=كابتشينو")

    assert page.locator("#i-cappuccino").is_visible()
    assert page.locator("#i-croissant").count() == 0
