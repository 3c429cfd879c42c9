"""Every page and every open dialog can be perceived and used by everybody."""

import pytest
from playwright.sync_api import expect

from browser.layout import assert_fits, assert_targets
from browser.shop import MENU, open_cart, open_item, place
from browser.tour import bar_tour, furnish, guest_tour


@pytest.fixture(scope="module")
def furnished(open_device):
    """A device with an order and a cart: what it remembers, and the order."""
    page = open_device().new_page()
    order = furnish(page)
    return page.context.storage_state(), order


@pytest.fixture
def visit(open_context, watch, furnished):
    """visit("phone", …) → a page of that device, and the order that it has placed."""
    watch.allow("404 (Not Found)")

    def visit(device, **options):
        memory, order = furnished
        return open_context(device, storage_state=memory, **options).new_page(), order

    return visit


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_axe_finds_nothing_on_what_a_guest_sees(visit, accessible, shots, device):
    page, order = visit(device, reduced_motion="reduce")

    for name in guest_tour(page, order):
        accessible(page)
        if device == "phone":
            shots(page, name)


@pytest.mark.parametrize("device", ["phone", "tablet"])
def test_axe_finds_nothing_on_the_bar(server, open_bar, accessible, shots, device):
    order = place(server, name="Ada")["id"]
    page = open_bar(device, reduced_motion="reduce")

    for name in bar_tour(page, order):
        accessible(page, schemes=("dark",))
        if device == "tablet":
            shots(page, name, schemes=("dark",))


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_runs_over_the_edge_of_a_phone(visit, width):
    page, order = visit("phone", viewport={"width": width, "height": 700})

    for name in guest_tour(page, order):
        assert_fits(page, name)


def test_targets_are_large_enough_for_a_finger(visit):
    page, order = visit("phone")

    for name in guest_tour(page, order):
        assert_targets(page, name, 44)


def test_targets_on_the_bar_are_larger(server, open_bar):
    order = place(server)["id"]

    page = open_bar()

    for name in bar_tour(page, order):
        assert_targets(page, name, 64, within="#queue")


def test_text_at_twice_its_size_stays_on_the_page(visit):
    page, order = visit("phone")
    page.context.new_cdp_session(page).send(
        "Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})

    for name in guest_tour(page, order):
        assert_fits(page, name)


def test_nothing_moves_for_those_who_asked_for_that(visit):
    page, _ = visit("phone", reduced_motion="reduce")
    page.goto(MENU)
    for open_sheet in (lambda: open_item(page, "latte"), lambda: open_cart(page)):
        open_sheet()
        assert page.evaluate("document.getAnimations().length") == 0
        page.keyboard.press("Escape")
        expect(page.locator("#sheet")).to_be_hidden()
    moving = page.evaluate("""() => [...document.querySelectorAll("*")].filter(element => {
        const style = getComputedStyle(element);
        return style.animationName !== "none"
            || !/^0s(, 0s)*$/.test(style.transitionDuration);
    }).map(element => element.outerHTML.slice(0, 80))""")
    assert moving == []
