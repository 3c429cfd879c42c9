"""The shop as its guests and its baristas use it: verbs that tests are told in."""

import re
import uuid

from playwright.sync_api import BrowserContext, Locator, Page, expect

from program import PASSWORD, Program

LOCATION = "old-mill"
MENU = f"/l/{LOCATION}/menu"
CHECKOUT = f"/l/{LOCATION}/checkout"
BAR = f"/bar/{LOCATION}"

# The bar ignores taps for 600 ms after its tickets changed places.
SETTLED = "() => performance.now() - (window.cremaLastSwap ?? 0) > 650"
REMEMBER_SWAPS = """
document.addEventListener("htmx:afterSwap", () => { window.cremaLastSwap = performance.now(); });
"""
# Marks a page, so that a test can tell that it wasn't loaded anew.
MARK = "window.cremaUntouched = true"
IS_MARKED = "window.cremaUntouched === true"

expect.set_options(timeout=15_000)


def money(amount: dict) -> str:
    """As the English pages of a shop in the United States put it."""
    cents = amount["amount"]
    return f"${cents // 100:,}.{cents % 100:02}"


def saying(text: str) -> re.Pattern:
    """These words, whatever marks of direction stand around what is put into them."""
    marks = "[\u2066-\u2069]*"
    words = rf"{marks}\s{marks}".join(map(re.escape, text.split()))
    return re.compile(f"^{marks}{words}{marks}$")


def plain(text: str) -> str:
    """Without the marks that keep names and numbers in their own direction."""
    return re.sub("[\u2066-\u2069\u200e\u200f]", "", text).replace("\u00a0", " ")


# -- By API: what a test needs but isn't about --------------------------------------------------

def a_line(item="espresso", modifiers=("beans-house",), quantity=1, **more) -> dict:
    return {"itemId": item, "quantity": quantity,
            "modifiers": [{"id": modifier, "quantity": 1} for modifier in modifiers], **more}


def quote(server: Program, lines: list[dict], **more) -> dict:
    status, answer = server.request(
        "POST", "/api/v1/quotes",
        {"locationId": LOCATION, "fulfilment": "toGo", "lines": lines, **more})
    assert status == 200, answer
    return answer


def _cart(server: Program, name: str, lines: list[dict] | None) -> dict:
    lines = lines or [a_line()]
    return {"locationId": LOCATION, "fulfilment": "toGo", "lines": lines, "customerName": name,
            "fingerprint": quote(server, lines)["fingerprint"],
            "tenders": [{"kind": "counter"}]}


def place(server: Program, name="Ada", lines=None, **headers: str) -> dict:
    """An order of a guest, or of whoever the headers name."""
    status, answer = server.request(
        "POST", "/api/v1/orders", _cart(server, name, lines), Idempotency_Key=uuid.uuid4().hex,
        **headers)
    assert status == 201, answer
    return answer


def place_from(device: BrowserContext, server: Program, name: str) -> str:
    """An order of this device, without the pages; gives its id."""
    answer = device.request.post(
        "/api/v1/orders", data=_cart(server, name, None),
        headers={"Idempotency-Key": uuid.uuid4().hex, "Origin": server.url})
    assert answer.status == 201, answer.text()
    return answer.json()["id"]


def sell_out(server: Program, item: str, is_out=True):
    """A barista switches an item off, or on again."""
    status, answer = server.request(
        "PUT", f"/api/v1/locations/{LOCATION}/availability/items/{item}", {"soldOut": is_out},
        Authorization="Bearer " + server.access_token("barista"))
    assert status == 200, answer


# -- The guest -----------------------------------------------------------------------------------

def open_item(page: Page, item: str) -> Locator:
    """Taps an item of the menu; gives its sheet."""
    page.locator(f"#i-{item}").click()
    sheet = page.locator("#sheet")
    expect(sheet.locator("h1")).to_be_visible()
    return sheet


def open_cart(page: Page) -> Locator:
    page.locator("#cartbutton").click()
    cart = page.locator("#sheet #cart")
    expect(cart).to_be_visible()
    return cart


def add(page: Page, item: str):
    """Adds an item as it comes."""
    sheet = open_item(page, item)
    sheet.locator("#add").click()
    expect(sheet).to_be_hidden()
    # Closing goes back in the history, which takes a moment and would end a navigation begun now.
    page.wait_for_function("!history.state?.sheet")


def order(page: Page, item="espresso", name="Ada") -> str:
    """One item, from menu to order page; gives the order's id."""
    page.goto(MENU)
    add(page, item)
    page.goto(CHECKOUT)
    return confirm(page, name)


def confirm(page: Page, name: str) -> str:
    page.fill("#customerName", name)
    page.click("#place")
    page.wait_for_url(re.compile(r"/orders/[^/]+$"))
    return page.url.rsplit("/", 1)[1]


def step(page: Page) -> Locator:
    """Where the order stands, in its timeline."""
    return page.locator(".steps li[aria-current]")


# -- The barista ---------------------------------------------------------------------------------

def sign_in(page: Page, role="barista", then=BAR):
    page.goto(then)
    page.fill("#email", f"{role}@demo.crema")
    page.fill("#password", PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**" + then)


def ticket(page: Page, order: str) -> Locator:
    return page.locator(f"#t-{order}")


def tap(page: Page, button: Locator):
    """Taps what has stood still long enough for a finger."""
    expect(button).to_be_visible()
    page.wait_for_function(SETTLED)
    button.click()
