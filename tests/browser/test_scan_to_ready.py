"""The main job, with two browsers at once: a phone orders, a tablet makes, the phone is told."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from browser.shop import (
    IS_MARKED, LOCATION, MARK, MENU, confirm, money, open_cart, open_item, plain, quote, saying,
    sign_in, step, tap, ticket,
)
from program import ROOT

CAPPUCCINO = {
    "itemId": "cappuccino", "sizeId": "cappuccino-large", "quantity": 1,
    "request": "In two cups, please", "cupName": "Zoë", "modifiers": [
        {"id": "milk-oat", "quantity": 1}, {"id": "beans-house", "quantity": 1},
        {"id": "temperature-iced", "quantity": 1}, {"id": "shot-extra", "quantity": 2},
        {"id": "syrup-vanilla", "quantity": 1}, {"id": "sugar-raw", "quantity": 1},
        {"id": "topping-cream", "quantity": 1},
    ],
}
CROISSANT = {"itemId": "croissant", "quantity": 3,
             "modifiers": [{"id": "warmed-no", "quantity": 1}]}


def test_an_order_goes_from_scan_to_picked_up_and_the_phone_follows_by_itself(
        server, phone, tablet, shots):
    customer, bar = phone.new_page(), tablet.new_page()
    sign_in(bar)

    pick_the_location(customer)
    find_the_cappuccino(customer)
    choose_a_cappuccino(server, customer)
    add_and_arrange_the_cart(server, customer)
    number, order = check_and_place(server, customer)
    make_it(bar, customer, order, number)
    look_at_the_receipt(server, customer)


def pick_the_location(page: Page):
    page.goto("/")
    page.locator("main").get_by_role("link", name="Old Mill").click()
    page.wait_for_url("**" + MENU)
    expect(page.get_by_role("heading", name="Espresso", exact=True)).to_be_visible()


def find_the_cappuccino(page: Page):
    for typed in ("capuccino", "CAPPÚCCINO"):
        page.fill("#q", typed)
        expect(page.locator("#i-croissant")).to_be_hidden()
        expect(page.locator("#i-cappuccino")).to_be_visible()
    page.fill("#q", "xyzzy")
    expect(page.locator("#results")).to_contain_text("Nothing on the menu fits that.")
    page.fill("#q", "")
    expect(page.locator("#i-croissant")).to_be_visible()


def choose_a_cappuccino(server, page: Page):
    sheet = open_item(page, "cappuccino")
    sheet.get_by_label("Large").check()
    sheet.get_by_label("Oat drink").check()
    sheet.get_by_label(re.compile("^Iced")).check()
    for name, times in (("Extra shot", 2), ("Vanilla", 1), ("Raw cane sugar", 1)):
        more = sheet.get_by_role("button", name=saying(f"One more {name}"))
        for _ in range(times):
            more.click()
    sheet.get_by_label(re.compile("^Whipped cream")).check()
    sheet.get_by_label("Anything else?").fill(CAPPUCCINO["request"])
    sheet.get_by_label("Name on the cup").fill(CAPPUCCINO["cupName"])

    expect(sheet.locator("label", has_text="Oat drink")).to_contain_text("+$1.00")

    asked = quote(server, [CAPPUCCINO])
    line = asked["lines"][0]
    expect(sheet.locator("#add .money")).to_have_text(money(line["subtotal"]))
    assert sum_of_parts(sheet) == line["unitPrice"]["amount"]
    parts = plain(sheet.locator("#choice dl").inner_text())
    for modifier in line["modifiers"]:
        assert modifier["name"] in parts
    assert re.search(r"2 × Extra shot\s+\+\$2\.00", parts)
    assert re.search(r"Vanilla\s+included", parts), "the first syrup is free"
    expect_facts(sheet)


def sum_of_parts(sheet: Locator) -> int:
    """In cents: all that the itemised price names."""
    amounts = re.findall(r"\$(\d+)\.(\d\d)", sheet.locator("#choice dl").inner_text())
    return sum(int(dollars) * 100 + int(cents) for dollars, cents in amounts)


def expect_facts(sheet: Locator):
    """Energy and caffeine are the sums of the menu's own numbers; the oat drink takes the milk's
    place among the allergens, and the cream brings milk back."""
    menu = json.loads((ROOT / "Sources/CAssets/demo/demo-menu.json").read_text())
    item = next(item for item in menu["items"] if item["id"] == "cappuccino")
    size = next(size for size in item["sizes"] if size["id"] == CAPPUCCINO["sizeId"])
    modifiers = {modifier["id"]: modifier
                 for group in menu["groups"] for modifier in group["modifiers"]}
    totals = dict(size["nutrition"])
    for choice in CAPPUCCINO["modifiers"]:
        for name, value in modifiers[choice["id"]]["nutrition"].items():
            totals[name] += value * choice["quantity"]
    facts = plain(sheet.locator(".facts").inner_text())
    assert f"{totals['kilocalories']} kcal" in facts
    assert f"{totals['caffeineMilligrams']} mg caffeine" in facts
    assert "Contains gluten, milk" in facts

    cream = sheet.get_by_label(re.compile("^Whipped cream"))
    cream.uncheck()
    expect(sheet.locator(".allergens .contains")).to_have_text(re.compile("Contains .?gluten.?$"))
    assert "May contain milk" in plain(sheet.locator(".allergens").inner_text())
    cream.check()
    expect(sheet.locator(".allergens .contains")).to_contain_text("milk")


def add_and_arrange_the_cart(server, page: Page):
    page.locator("#sheet #add").click()
    expect(page.locator("#sheet")).to_be_hidden()
    for item in ("croissant", "cortado"):
        open_item(page, item).locator("#add").click()
        expect(page.locator("#sheet")).to_be_hidden()
    cart = open_cart(page)
    expect(cart.locator(".cartline")).to_have_count(3)

    # Three croissants, one size smaller for the cappuccino and back, no cortado, then one again.
    more = cart.get_by_role("button", name=saying("One more Butter croissant"))
    more.click()
    more.click()
    expect(cart.locator(".cartline", has_text="croissant").locator("> .money")).to_have_text(
        money(quote(server, [CROISSANT])["subtotal"]))
    edit_the_size(page, "Small", 500)
    edit_the_size(page, "Large", 575)
    cart.get_by_role("button", name=saying("Delete Cortado")).click()
    expect(cart.locator(".cartline")).to_have_count(2)
    cart.get_by_role("button", name="Undo").click()
    expect(cart.locator(".cartline")).to_have_count(3)
    cart.get_by_role("button", name=saying("Delete Cortado")).click()
    expect(cart.locator(".cartline")).to_have_count(2)

    cart.get_by_label("For here").check()
    cart.get_by_role("button", name=re.compile("^15")).click()
    expect(cart.get_by_role("button", name=re.compile("^15"))).to_have_attribute(
        "aria-pressed", "true")
    expect_sums(cart, the_quote(server))


def edit_the_size(page: Page, size: str, cents: int):
    """Edits the cappuccino's line; everything else of it stays as it was chosen."""
    page.locator("#sheet").get_by_role("link", name=saying("Edit Cappuccino")).click()
    form = page.locator("#sheet #itemform")
    expect(form.get_by_label("Name on the cup")).to_have_value(CAPPUCCINO["cupName"])
    expect(form.get_by_label("Oat drink")).to_be_checked()
    form.get_by_label(size).check()
    expect(form.locator("dl .money").first).to_have_text(f"${cents // 100}.{cents % 100:02}")
    form.locator("#add").click()
    line = page.locator("#sheet .cartline", has_text="Cappuccino")
    expect(line).to_contain_text(f"{size} · ")
    expect(line).to_contain_text(CAPPUCCINO["request"])


def the_quote(server) -> dict:
    """What the whole cart comes to: for here, with 15 % for the team."""
    cart = {"fulfilment": "forHere"}
    net = quote(server, [CAPPUCCINO, CROISSANT], **cart)["subtotal"]
    tip = {"amount": (net["amount"] * 15 + 50) // 100, "currency": net["currency"]}
    return quote(server, [CAPPUCCINO, CROISSANT], tip=tip, **cart)


def expect_sums(place: Locator, quote: dict):
    rows = {}
    for row in place.locator("dl.sum > div").all():
        name = plain(row.locator("dt").inner_text()).replace(" %", "%")
        rows[name] = row.locator("dd").inner_text()
    assert rows["Subtotal"] == money(quote["subtotal"])
    assert rows["Tip"] == money(quote["tip"])
    assert rows["Total"] == money(quote["total"])
    for tax in quote["taxes"]:
        assert rows[f"{tax['name']} {tax['ratePartsPerMillion'] / 10_000:g}%"] == money(
            tax["amount"])


def check_and_place(server, page: Page) -> tuple[str, str]:
    page.locator("#sheet #tocheckout").click()
    page.wait_for_url(f"**/l/{LOCATION}/checkout")
    sheet = page.locator("section#checkout")
    for words in ("1 × Cappuccino", "3 × Butter croissant", "Oat drink", "2 × Extra shot",
                  CAPPUCCINO["request"], CAPPUCCINO["cupName"], "For here", "Pay at the counter"):
        assert words in plain(sheet.inner_text()), words
    expect_sums(sheet, the_quote(server))
    order = confirm(page, "Mia")
    number = page.locator(".code").inner_text()
    assert re.fullmatch(r"[A-Z]\d{3}", number)
    expect(step(page)).to_contain_text("Received")
    return number, order


def make_it(bar: Page, phone: Page, order: str, number: str):
    """Each tap on the tablet shows on the phone, which nobody touches."""
    phone.evaluate(MARK)
    card = ticket(bar, order)
    expect(card).to_contain_text(number)
    for words in ("Mia", "For here", "TO PAY", "Oat drink", CAPPUCCINO["request"]):
        expect(card).to_contain_text(words)

    tap(bar, card.get_by_role("button", name="Start"))
    expect(step(phone)).to_contain_text("Being made")
    line = card.locator("button.tickline", has_text="Cappuccino")
    tap(bar, line)
    expect(line).to_have_attribute("aria-pressed", "true")
    expect(step(phone)).to_contain_text(re.compile("1.* of .*2.* done"))
    tap(bar, card.get_by_role("button", name="Ready"))
    expect(step(phone)).to_contain_text("Ready")
    expect(phone.locator(".number")).to_contain_text("It's ready.")

    tap(bar, card.get_by_role("button", name="Picked up"))
    expect(bar.locator("#notice")).to_contain_text("isn't paid yet")
    tap(bar, card.get_by_role("button", name="Cash"))
    expect(card).not_to_contain_text("TO PAY")
    tap(bar, card.get_by_role("button", name="Picked up"))
    expect(phone.locator(".number")).to_contain_text("Enjoy!")
    expect(phone.locator(".number")).to_contain_text("Paid")
    expect(phone.locator(".steps li.done")).to_have_count(4)
    assert phone.evaluate(IS_MARKED), "the phone's page was loaded anew"


def look_at_the_receipt(server, page: Page):
    page.get_by_role("link", name="Receipt").click()
    receipt = page.locator("article.receipt")
    expect(receipt.locator("h1")).to_have_text("Old Mill Coffee LLC")
    text = plain(receipt.inner_text())
    assert money(the_quote(server)["total"]) in text
    rows = receipt.locator("tbody tr")
    assert rows.count() == 2
    for row in rows.all():
        net, tax, gross = (
            int(re.sub(r"\D", "", cell)) for cell in row.locator("td").all_inner_texts())
        assert net + tax == gross, row.inner_text()
