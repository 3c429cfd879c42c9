"""A guest calls an order off while nobody has begun it."""

from playwright.sync_api import expect

from browser.shop import IS_MARKED, MARK, order, step, tap, ticket


def test_an_order_is_cancelled_while_it_is_pending_and_leaves_the_bar(phone, barista):
    page = phone.new_page()
    placed = order(page, name="Cal")
    expect(ticket(barista, placed)).to_be_visible()

    page.get_by_text("Cancel this order").click()
    page.get_by_role("button", name="Yes, cancel it").click()

    expect(page.locator(".number")).to_contain_text("This order was cancelled.")
    expect(page.locator("#cancel")).to_have_count(0)
    expect(ticket(barista, placed)).to_have_count(0)


def test_an_order_that_is_being_made_cannot_be_cancelled(open_context, barista):
    page = open_context("phone", service_workers="block").new_page()
    placed = order(page, name="Lou")
    page.get_by_text("Cancel this order").click()
    page.evaluate(MARK)
    # The guest's line is slow: the tap was made before the page heard of the start.
    page.route("**/live", lambda route: route.fulfill(status=204))
    tap(barista, ticket(barista, placed).get_by_role("button", name="Start"))
    expect(ticket(barista, placed).get_by_role("button", name="Ready")).to_be_visible()

    page.get_by_role("button", name="Yes, cancel it").click()

    expect(page.get_by_role("alert")).to_contain_text("It is already being made")
    expect(step(page)).to_contain_text("Being made")
    expect(page.locator("#cancel")).to_have_count(0)
    assert page.evaluate(IS_MARKED)


def test_the_way_to_cancel_goes_away_by_itself_once_it_is_too_late(phone, barista):
    page = phone.new_page()
    placed = order(page)
    expect(page.locator("#cancel")).to_be_visible()

    tap(barista, ticket(barista, placed).get_by_role("button", name="Start"))

    expect(page.locator("#cancel")).to_have_count(0)
