"""The menu changes while guests look at it, have it in their cart, or are about to confirm."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.shop import CHECKOUT, IS_MARKED, LOCATION, MARK, MENU, add, open_cart, saying, sell_out
from program import ROOT, Program

DEMO_MENU = ROOT / "Sources/CAssets/demo/demo-menu.json"


@pytest.fixture
def publish(own_server: Program, tmp_path: Path):
    """publish(espresso=500, without=["cortado"]) → the changed menu applies."""

    def publish(without=(), **prices: int):
        menu = json.loads(DEMO_MENU.read_text())
        for item in menu["items"]:
            item["price"] = prices.get(item["id"], item.get("price"))
            if item["price"] is None:
                del item["price"]
        menu["items"] = [item for item in menu["items"] if item["id"] not in without]
        for category in menu["categories"]:
            category["items"] = [item for item in category["items"] if item not in without]
        changed = tmp_path / "menu.json"
        changed.write_text(json.dumps(menu))
        own_server.run("import", "menu", str(changed), "--replace")

    return publish


def test_open_menus_and_carts_follow_and_say_what_changed(own_context, publish):
    page = own_context("phone").new_page()
    page.goto(MENU)
    for item in ("espresso", "cortado"):
        add(page, item)
    page.wait_for_selector("html[data-connection=live]")
    page.evaluate(MARK)

    publish(espresso=425, without=["cortado"])

    expect(page.locator("#i-espresso")).to_contain_text("$4.25")
    expect(page.locator("#i-cortado")).to_have_count(0)
    cart = open_cart(page)
    expect(cart.locator(".cartline", has_text="Espresso")).to_contain_text("$4.25")
    expect(cart.locator(".changed")).to_contain_text("The price changed from")
    expect(cart).to_contain_text("is no longer on the menu")
    expect(cart).to_contain_text("Something in the cart needs a look")
    expect(cart.locator("#tocheckout")).to_have_count(0)
    cart.locator(".bad").get_by_role("button", name=saying("Delete Cortado")).click()
    expect(cart.locator("#tocheckout")).to_be_visible()
    assert page.evaluate(IS_MARKED)


def test_a_price_that_changed_before_the_order_is_shown_and_nothing_is_ordered(
        own_context, publish):
    page = own_context("phone", allow=["409 (Conflict)"]).new_page()
    page.goto(MENU)
    add(page, "espresso")
    page.goto(f"/l/{LOCATION}/checkout")
    page.fill("#customerName", "Ida")
    before = page.locator("#place .money").inner_text()

    publish(espresso=475)
    with page.expect_response(f"**/l/{LOCATION}/orders") as answer:
        page.click("#place")

    assert answer.value.status == 409
    sheet = page.locator("section#checkout")
    expect(sheet.locator("h1")).to_have_text("The price changed")
    expect(sheet.get_by_role("alert")).to_contain_text(before)
    expect(sheet.locator("#place .money")).not_to_have_text(before)
    expect(sheet.locator("#customerName")).to_have_value("Ida")
    page.click("#place")
    page.wait_for_url("**/orders/*")
    expect(page.locator("dl.sum")).to_contain_text("$4.75")


def test_a_cart_says_on_the_line_what_sold_out_and_orders_again_when_it_is_back(
        own_context, own_server):
    page = own_context("phone").new_page()
    page.goto(MENU)
    for item in ("espresso", "cortado"):
        add(page, item)
    page.wait_for_selector("html[data-connection=live]")
    cart = open_cart(page)
    expect(cart.locator("#tocheckout")).to_be_visible()
    page.evaluate(MARK)

    sell_out(own_server, "cortado")

    line = cart.locator(".cartline", has_text="Cortado")
    expect(line.get_by_role("alert")).to_have_text(saying("Cortado is sold out."))
    expect(cart.locator(".cartline", has_text="Espresso").get_by_role("alert")).to_have_count(0)
    expect(cart).to_contain_text("Something in the cart needs a look")
    expect(cart.locator("#tocheckout")).to_have_count(0)
    sell_out(own_server, "cortado", False)
    expect(cart.locator("#tocheckout")).to_be_visible()
    expect(line.get_by_role("alert")).to_have_count(0)
    assert page.evaluate(IS_MARKED)


def test_what_sold_out_before_the_order_is_said_and_nothing_is_ordered(own_context, own_server):
    page = own_context("phone").new_page()
    page.goto(MENU)
    add(page, "cortado")
    page.goto(CHECKOUT)
    page.fill("#customerName", "Ida")

    sell_out(own_server, "cortado")
    page.click("#place")

    cart = page.locator("#cart")
    expect(cart.locator(".cartline").get_by_role("alert")).to_have_text(
        saying("Cortado is sold out."))
    expect(cart.locator("#tocheckout")).to_have_count(0)
    page.goto("/orders")
    expect(page.locator("main")).to_contain_text("No orders from this device yet")
    status, queue = own_server.request(
        "GET", f"/api/v1/queue?location={LOCATION}",
        Authorization="Bearer " + own_server.access_token("barista"))
    assert (status, queue["tickets"]) == (200, [])
