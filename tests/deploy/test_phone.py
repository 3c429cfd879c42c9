"""A phone's browser behind a front."""

import base64
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from browser.shop import BAR, IS_MARKED, MARK, order, sign_in, step, tap, ticket
from deploy.shop import Client, bearer, move


@pytest.fixture
def open_page(browser):
    """open_page(url) → a page of a browser of its own there. Chromium doesn't know the front's
    authority, and runs no service worker from a site that it doesn't trust."""
    contexts = []

    def open_page(url: str):
        context = browser.new_context(
            base_url=url, locale="en-US", ignore_https_errors=True, service_workers="block")
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


def streams_of(instance) -> int:
    token = base64.urlsafe_b64encode((instance.folder / "data/keys/metrics").read_bytes())
    request = urllib.request.Request(
        instance.url + "/metrics", headers={"Authorization": "Bearer " + token.decode()})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return int(re.search(r"^crema_streams (\d+)$", answer.read().decode(), re.M)[1])


def test_a_phone_at_one_instance_and_a_bar_at_the_other(instances, open_page):
    first, second = instances
    phone, bar = open_page(first.url), open_page(second.url)
    placed = order(phone)
    phone.wait_for_selector("html[data-connection=live]")
    sign_in(bar)

    tap(bar, ticket(bar, placed).get_by_role("button", name="Start"))

    expect(step(phone)).to_contain_text("Being made")


def test_a_phone_whose_instance_dies_goes_on_at_the_other(instances, front, open_page):
    phone = open_page(front.url)
    placed = order(phone)
    phone.wait_for_selector("html[data-connection=live]")
    phone.evaluate(MARK)
    dying, other = sorted(instances, key=streams_of, reverse=True)
    assert streams_of(dying) == 1 and streams_of(other) == 0

    dying.kill()
    try:
        move(Client(other.url), placed, "preparing", bearer(other))

        expect(step(phone)).to_contain_text("Being made")
        assert phone.evaluate(IS_MARKED), "the page was loaded anew"
        phone.goto("/orders")
        expect(phone.locator(f"#entry-{placed}")).to_be_visible()
    finally:
        dying.start()


def test_who_signed_in_at_one_instance_is_known_at_the_other(instances, haproxy, open_page):
    bar = open_page(haproxy.url)
    sign_in(bar)
    for instance in instances:
        instance.kill()
        try:
            bar.goto(BAR)
            expect(bar).to_have_url(re.compile(BAR + "$"))
            expect(bar.locator("html")).to_have_attribute("data-connection", "live")
        finally:
            instance.start()
            haproxy.wait_for_a_check(instance)
