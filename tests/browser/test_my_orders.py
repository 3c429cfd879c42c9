"""The list of my orders, on the device that placed them."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.shop import IS_MARKED, MARK, order, place_from, tap, ticket


@pytest.fixture(scope="module")
def seven(server, open_device):
    """A device with seven orders: how it remembers, and their ids, newest first."""
    device = open_device()
    page = device.new_page()
    orders = [order(page, name="Guest 1")]
    orders += [place_from(device, server, f"Guest {number}") for number in range(2, 8)]
    return device.storage_state(), orders[::-1]


def entries(page: Page) -> list[str]:
    return [entry.removeprefix("entry-") for entry in page.locator("#orders > li[data-live]")
            .evaluate_all("entries => entries.map(entry => entry.id)")]


def test_five_are_shown_then_the_rest_and_the_rest_moves_by_itself_too(
        open_context, barista, seven):
    memory, orders = seven
    page = open_context("phone", storage_state=memory).new_page()
    page.goto("/orders")
    assert entries(page) == orders[:5]

    page.get_by_role("link", name="Show more").click()
    expect(page.locator("#orders > li[data-live]")).to_have_count(7)
    assert entries(page) == orders
    expect(page.locator("#more")).to_have_count(0)

    page.evaluate(MARK)
    last = page.locator(f"#entry-{orders[-1]}")
    expect(last).to_contain_text("Received")
    tap(barista, ticket(barista, orders[-1]).get_by_role("button", name="Start"))
    expect(last).to_contain_text("Being made")
    assert page.evaluate(IS_MARKED)


def test_another_device_does_not_see_them(phone, watch, seven):
    watch.allow("404 (Not Found)")
    _, orders = seven
    page = phone.new_page()

    page.goto("/orders")
    expect(page.locator("main")).to_contain_text("No orders from this device yet")
    response = page.goto(f"/orders/{orders[0]}")

    assert response.status == 404


def test_an_order_is_found_again_when_the_browser_was_closed(open_context, seven):
    memory, orders = seven
    page = open_context("phone", storage_state=memory).new_page()

    page.goto("/orders")
    page.locator(f"#entry-{orders[1]} a").click()

    page.wait_for_url(re.compile(f"/orders/{orders[1]}$"))
    expect(page.locator(".number")).to_contain_text("Guest 6")


def test_the_name_is_asked_once(open_context, seven):
    memory, _ = seven
    page = open_context("phone", storage_state=memory).new_page()
    page.goto("/l/old-mill/items/espresso")
    page.locator("main #add").click()
    page.wait_for_url("**/l/old-mill/menu")

    page.goto("/l/old-mill/checkout")

    expect(page.locator("#customerName")).to_have_value("Guest 1")
