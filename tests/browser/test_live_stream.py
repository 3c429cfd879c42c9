"""One stream of events per browser, however many tabs it has."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.shop import IS_MARKED, MARK, MENU, order, step, tap, ticket


class Streams:
    """The streams that a browser holds open, and the most that it held at once."""

    def __init__(self, context: BrowserContext):
        self._open: set = set()
        self.opened: list[str] = []
        context.on("request", self._begin)
        context.on("requestfinished", self._end)
        context.on("requestfailed", self._end)

    def _begin(self, request):
        if "/events" in request.url:
            self._open.add(request)
            self.opened.append(request.url)

    def _end(self, request):
        self._open.discard(request)

    @property
    def open(self) -> list[str]:
        """Of a tab that was closed no end is told."""
        return [request.url for request in self._open if not request.frame.page.is_closed()]


def live(page: Page) -> Page:
    page.wait_for_selector("html[data-connection=live]")
    return page


@pytest.fixture
def streams(phone):
    return Streams(phone)


def test_two_tabs_share_one_stream_and_both_follow(phone, streams, barista):
    first = phone.new_page()
    placed = order(first)
    live(first)
    second = phone.new_page()
    second.goto("/orders")
    live(second)

    tap(barista, ticket(barista, placed).get_by_role("button", name="Start"))

    expect(step(first)).to_contain_text("Being made")
    expect(second.locator(f"#entry-{placed}")).to_contain_text("Being made")
    assert len(streams.open) == 1, streams.opened


def test_the_other_tab_takes_over_when_the_reading_one_is_closed(phone, streams, barista):
    first = phone.new_page()
    placed = order(first)
    live(first)
    second = phone.new_page()
    second.goto(f"/orders/{placed}")
    live(second)
    second.evaluate(MARK)

    first.close()
    tap(barista, ticket(barista, placed).get_by_role("button", name="Start"))

    expect(step(second)).to_contain_text("Being made")
    assert second.evaluate(IS_MARKED)
    assert len(streams.open) == 1


def test_a_tab_that_shows_a_menu_hears_of_it_through_the_other(phone, streams):
    first = phone.new_page()
    order(first)
    live(first)
    second = phone.new_page()
    second.goto(MENU)
    live(second)

    assert any("location=old-mill" in url for url in streams.opened)
    assert len(streams.open) == 1


def test_a_reload_goes_on_where_the_page_was(phone, streams, barista):
    page = phone.new_page()
    placed = order(page)
    live(page)
    tap(barista, ticket(barista, placed).get_by_role("button", name="Start"))
    expect(step(page)).to_contain_text("Being made")

    page.reload()
    live(page)
    tap(barista, ticket(barista, placed).get_by_role("button", name="Ready"))

    expect(step(page)).to_contain_text("Ready")
    assert "after=" in streams.opened[-1]
    assert len(streams.open) == 1
