"""Every page and every open dialog can be perceived and used by everybody."""

import pytest
from playwright.sync_api import CDPSession, expect

from browser.axe import violations
from browser.conftest import SCHEMES, in_each
from browser.layout import overflows, small_targets
from browser.shop import MENU, open_cart, open_item, place
from browser.tour import bar_tour, furnish, guest_tour


@pytest.fixture(scope="module")
def furnished(open_device):
    """A device with an order and a cart: what it remembers, and the order."""
    page = open_device().new_page()
    order = furnish(page)
    return page.context.storage_state(), order


class Findings:
    """What was found on one walk past everything that a guest sees: by kind, then by page."""

    def __init__(self):
        self._found: dict[str, list[str]] = {}

    def add(self, kind: str, page: str, faults: list[str]):
        self._found.setdefault(kind, []).extend(f"{page}: {fault}" for fault in faults)

    def assert_none(self, kind: str):
        assert not self._found[kind], "\n" + "\n".join(self._found[kind])


@pytest.fixture(scope="module", params=["phone", "desktop"])
def walk(request, open_device, furnished, shots):
    """One walk for several tests, since to walk takes longer than to look."""
    memory, order = furnished
    device = open_device(
        request.param, storage_state=memory, reduced_motion="reduce", allow=["404 (Not Found)"])
    page = device.new_page()
    session = device.new_cdp_session(page)
    findings = Findings()
    for name in guest_tour(page, order):
        for scheme in in_each(page, SCHEMES):
            findings.add("axe", name, violations(page, colours_only=scheme == "dark"))
        if request.param == "desktop":
            continue
        findings.add("targets", name, small_targets(page, 44))
        shots(page, name)
        for width, size, kind in ((390, 16, "fit"), (320, 16, "fit"), (390, 32, "large text")):
            page.set_viewport_size({"width": width, "height": 844})
            set_text_size(session, size)
            findings.add(kind, f"{name} at {width}", overflows(page))
        set_text_size(session, 16)
    return findings


def set_text_size(session: CDPSession, pixels: int):
    session.send(
        "Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels * 13 // 16}})


def test_axe_finds_nothing_on_what_a_guest_sees(walk):
    walk.assert_none("axe")


@pytest.mark.parametrize("walk", ["phone"], indirect=True)
def test_nothing_runs_over_the_edge_of_a_phone(walk):
    walk.assert_none("fit")


@pytest.mark.parametrize("walk", ["phone"], indirect=True)
def test_text_at_twice_its_size_stays_on_the_page(walk):
    walk.assert_none("large text")


@pytest.mark.parametrize("walk", ["phone"], indirect=True)
def test_targets_are_large_enough_for_a_finger(walk):
    walk.assert_none("targets")


@pytest.mark.parametrize("device", ["phone", "tablet"])
def test_axe_finds_nothing_on_the_bar(server, open_bar, accessible, shots, device):
    order = place(server, name="Ada")["id"]
    page = open_bar(device, reduced_motion="reduce")

    for name in bar_tour(page, order):
        accessible(page, schemes=("dark",))
        if device == "tablet":
            shots(page, name, schemes=("dark",))


def test_targets_on_the_bar_are_larger(server, open_bar):
    order = place(server)["id"]

    page = open_bar()

    for name in bar_tour(page, order):
        assert small_targets(page, 64, within="#queue") == [], name


def test_nothing_moves_for_those_who_asked_for_that(open_context, furnished):
    memory, _ = furnished
    page = open_context("phone", storage_state=memory, reduced_motion="reduce").new_page()
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
