"""A whole order without pointing at anything."""

import re

from playwright.sync_api import Page, expect

from browser.shop import MENU

# What has the focus, and whether that can be seen: on itself or on the chip around it.
FOCUS = """() => {
    const element = document.activeElement;
    const shows = (one) => one && getComputedStyle(one).outlineStyle !== "none"
        && parseFloat(getComputedStyle(one).outlineWidth) >= 2;
    const box = element.getBoundingClientRect();
    return {
        name: element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText
            ?? element.innerText ?? "",
        id: element.id, tag: element.tagName,
        isSeen: shows(element) || shows(element.closest("label"))
            || shows(element.closest(".search")),
        isInSheet: !!element.closest("#sheet[open]"),
        isOnScreen: box.bottom > 0 && box.top < innerHeight,
    };
}"""


def go(page: Page, wanted: str, key="Tab", most=60) -> dict:
    """Presses the key until what is wanted has the focus; every stop on the way is visible."""
    for _ in range(most):
        page.keyboard.press(key)
        focus = page.evaluate(FOCUS)
        if focus["tag"] == "BODY":
            continue
        assert focus["isSeen"], f"the focus can't be seen on {focus}"
        assert focus["isOnScreen"], f"the focus is off the screen on {focus}"
        if focus["id"] == wanted or " " in wanted and re.search(wanted, focus["name"]):
            return focus
    raise AssertionError(f"{wanted} isn't reached by {key}")


def test_an_order_is_placed_by_keyboard_alone(open_context):
    # Without smooth scrolling, where the focus is can be read at once.
    page = open_context("desktop", reduced_motion="reduce").new_page()
    page.goto("/")
    go(page, "Skip to content")
    go(page, "Old Mill\n+12")
    page.keyboard.press("Enter")
    page.wait_for_url("**" + MENU)

    go(page, "q")
    page.keyboard.type("flat white")
    expect(page.locator("#i-croissant")).to_have_count(0)
    go(page, "i-flat-white")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet h1")).to_be_visible()
    assert go(page, "Whole milk")["isInSheet"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.locator("#sheet").get_by_label("Lactose-free").is_checked()
    go(page, "One more .*Extra shot")
    page.keyboard.press("Space")
    expect(page.locator("#add .money")).to_have_text("$6.50")
    assert go(page, "add")["isInSheet"]
    page.keyboard.press("Enter")

    expect(page.locator("#sheet")).to_be_hidden()
    assert page.evaluate(FOCUS)["id"] == "i-flat-white", "the focus is back where it was"
    expect(page.locator("#cartbutton")).to_be_visible()
    go(page, "cartbutton")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet #cart")).to_be_visible()
    go(page, "tocheckout")
    page.keyboard.press("Enter")
    page.wait_for_url("**/checkout")
    go(page, "customerName")
    page.keyboard.type("Kay")
    go(page, "place")
    page.keyboard.press("Enter")

    page.wait_for_url("**/orders/*")
    expect(page.locator(".number")).to_contain_text("Kay")


def test_escape_closes_the_sheet_and_the_focus_stays_inside_until_then(desktop):
    page = desktop.new_page()
    page.goto(MENU + "?q=espresso")
    page.locator("#i-espresso").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet h1")).to_be_visible()

    for _ in range(30):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        assert focus["isInSheet"] or focus["tag"] == "BODY", focus
    page.keyboard.press("Escape")

    expect(page.locator("#sheet")).to_be_hidden()
    assert page.evaluate(FOCUS)["id"] == "i-espresso"
