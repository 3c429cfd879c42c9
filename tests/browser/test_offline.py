"""The line goes away, and comes back."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.shop import BAR, IS_MARKED, MARK, MENU, add, order, sign_in, step, tap, ticket


@pytest.fixture
def lose(own_server):
    """lose(page): nobody answers any more, and the device knows that it has no network."""

    def lose(page: Page):
        own_server.kill()
        page.context.set_offline(True)

    return lose


@pytest.fixture
def mend(own_server):
    def mend(page: Page):
        own_server.start()
        page.context.set_offline(False)

    return mend


def kept(page: Page, *paths: str):
    """Opens pages, and waits until the service worker keeps them."""
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for path in paths:
        page.goto(path)
        page.wait_for_function(
            "async path => !!(await caches.match(path, {ignoreVary: true}))", arg=path)


def test_menu_and_own_orders_stay_readable_and_actions_are_refused_with_words(
        own_context, lose, mend):
    page = own_context("phone").new_page()
    placed = order(page)
    kept(page, MENU, "/orders", f"/orders/{placed}", "/l/old-mill/items/latte")

    lose(page)
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_contain_text("You are offline.")
    for path, words in ((MENU, "Cappuccino"), ("/orders", "Received"),
                        (f"/orders/{placed}", "We have your order.")):
        page.goto(path)
        expect(page.locator("main")).to_contain_text(words)
        expect(page.locator("#offline")).to_be_visible()
    page.goto("/l/old-mill/items/latte")
    page.locator("main #add").click()
    expect(page.locator("#toast")).to_contain_text("Nothing was sent")
    page.goto("/sign-in")
    expect(page.locator("main")).to_contain_text("No connection")

    mend(page)
    page.goto(MENU)
    expect(page.locator("#offline")).to_be_hidden()
    add(page, "latte")


def test_everything_refreshes_by_itself_when_the_line_is_back(own_context, lose, mend):
    page, bar = own_context("phone").new_page(), own_context("tablet").new_page()
    sign_in(bar)
    placed = order(page)
    page.wait_for_selector("html[data-connection=live]")
    page.evaluate(MARK)
    expect(ticket(bar, placed)).to_be_visible()
    bar.wait_for_selector("html[data-connection=live]")
    bar.evaluate(MARK)

    lose(page)
    expect(page.locator("#livedot")).to_have_text("not live")
    expect(ticket(bar, placed)).to_be_visible()
    expect(bar.locator("#lastupdate")).to_contain_text(re.compile("last update .* ago"))
    mend(page)

    page.wait_for_selector("html[data-connection=live]", timeout=40_000)
    bar.wait_for_selector("html[data-connection=live]", timeout=40_000)
    tap(bar, ticket(bar, placed).get_by_role("button", name="Start"))
    expect(step(page)).to_contain_text("Being made")
    assert page.evaluate(IS_MARKED) and bar.evaluate(IS_MARKED)


def test_the_queue_stays_on_the_screen_and_a_tap_says_that_it_did_not_arrive(
        own_context, lose, mend):
    guest, bar = own_context("phone").new_page(), own_context("tablet").new_page()
    placed = order(guest)
    sign_in(bar)
    bar.wait_for_function("() => navigator.serviceWorker.controller !== null")
    bar.goto(BAR)

    lose(bar)
    tap(bar, ticket(bar, placed).get_by_role("button", name="Start"))
    expect(bar.locator("#toast")).to_contain_text("Nothing was sent")
    bar.reload()
    expect(ticket(bar, placed)).to_contain_text("Espresso")

    mend(bar)
    bar.wait_for_selector("html[data-connection=live]", timeout=40_000)
    tap(bar, ticket(bar, placed).get_by_role("button", name="Start"))
    expect(bar.locator(f"#col-preparing #t-{placed}")).to_be_visible()
