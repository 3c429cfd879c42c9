"""Every place that a guest or the staff sees, one after the other."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from browser.shop import BAR, CHECKOUT, LOCATION, MENU, add, open_cart, open_item, order

ITEM = f"/l/{LOCATION}/items/cappuccino"
CART = f"/l/{LOCATION}/cart"


def furnish(page: Page) -> str:
    """A device with an order and a cart of two lines; gives the order's id."""
    placed = order(page, "flat-white", name="Ada")
    page.goto(MENU)
    add(page, "cappuccino")
    add(page, "avocado-toast")
    return placed


def guest_pages(order: str) -> dict[str, str]:
    return {
        "front": "/", "menu": MENU, "found": f"{MENU}?q=late&filter=vegan",
        "found-nothing": f"{MENU}?q=xyzzy", "item": ITEM, "cart": CART, "checkout": CHECKOUT,
        "order": f"/orders/{order}", "orders": "/orders", "receipt": f"/orders/{order}/receipt",
        "sign-in": "/sign-in", "offline": "/offline", "missing": "/nowhere",
    }


def guest_tour(page: Page, order: str) -> Iterator[str]:
    """Names each page and each open dialog while the page shows it."""
    for name, path in guest_pages(order).items():
        page.goto(path)
        expect(page.locator("#cartbar.waiting")).to_have_count(0)
        yield name
    yield from guest_dialogs(page, order)


def guest_dialogs(page: Page, order: str) -> Iterator[str]:
    page.goto(MENU)
    open_item(page, "cappuccino")
    yield "item-sheet"
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    open_cart(page)
    yield "cart-sheet"
    page.goto("/")
    page.locator("#settings > summary").click()
    yield "settings"
    page.goto(f"/orders/{order}")
    page.locator("#cancel > summary").click()
    yield "cancelling"


def bar_tour(page: Page, order: str) -> Iterator[str]:
    page.goto(BAR)
    yield "bar"
    page.locator(f"[popovertarget=m-{order}]").first.click()
    expect(page.locator(f"#m-{order}")).to_be_visible()
    yield "bar-more"
