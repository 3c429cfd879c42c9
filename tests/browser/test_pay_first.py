"""A shop that makes what is paid: from the phone to the counter to the bar."""

import json
import re

import pytest
from playwright.sync_api import expect

from browser.shop import (
    CHECKOUT, IS_MARKED, LOCATION, MARK, MENU, add, confirm, sign_in, step, tap, ticket)


@pytest.fixture
def strict_server(own_server, tmp_path):
    settings = json.loads(own_server.run("location", LOCATION))
    settings["makesUnpaidOrders"] = False
    changed = tmp_path / "location.json"
    changed.write_text(json.dumps(settings))
    own_server.run("location", LOCATION, str(changed))
    return own_server


def test_what_is_paid_at_the_counter_goes_to_the_bar(strict_server, own_context):
    page = own_context("phone").new_page()
    page.goto(MENU)
    add(page, "espresso")
    page.goto(CHECKOUT)
    expect(page.locator("#checkout")).to_contain_text("We start once it is paid.")
    # A card would get it made sooner, so it is what is offered first.
    expect(page.locator("input[name=tender]:checked")).to_have_value("card")
    page.check("input[name=tender][value=counter]")
    placed = confirm(page, "Pia")
    expect(step(page)).to_contain_text("Waiting for payment")
    expect(page.locator(".number")).to_contain_text("at the counter first.")
    expect(page.locator("#cancel")).to_be_visible()
    page.wait_for_selector("html[data-connection=live]")
    page.evaluate(MARK)
    bar = own_context("tablet").new_page()
    sign_in(bar)
    waiting = bar.locator(f"#col-pending #col-awaitingPayment #t-{placed}")
    expect(waiting).to_contain_text("TO PAY")
    expect(bar.locator("#col-awaitingPayment h3").first).to_have_text("To pay first")
    expect(ticket(bar, placed).get_by_role("button", name="Start")).to_have_count(0)
    expect(ticket(bar, placed).locator("button.tickline")).to_have_count(0)
    expect(bar.locator("#col-pending > header .num")).to_have_text("0")

    tap(bar, ticket(bar, placed).get_by_role("button", name=re.compile("^Cash")))

    expect(bar.locator(f"#col-pending > #t-{placed} .paid")).to_contain_text("cash")
    expect(bar.locator("#col-awaitingPayment")).to_have_count(0)
    expect(step(page)).to_contain_text("Received")
    expect(page.locator(".number .pay")).to_contain_text("cash")
    tap(bar, ticket(bar, placed).get_by_role("button", name="Start"))
    expect(step(page)).to_contain_text("Being made")
    assert page.evaluate(IS_MARKED)


def test_who_ordered_calls_it_off_before_paying(strict_server, own_context):
    page = own_context("phone").new_page()
    page.goto(MENU)
    add(page, "espresso")
    page.goto(CHECKOUT)
    page.check("input[name=tender][value=counter]")
    confirm(page, "Pia")

    page.get_by_text("Cancel this order").click()
    page.get_by_role("button", name="Yes, cancel it").click()

    expect(page.locator(".number")).to_contain_text("This order was cancelled.")
