"""The cash drawer: a whole day from the float to the report."""

import uuid

import pytest
from playwright.sync_api import expect

from browser.layout import overflows, small_targets
from browser.shop import BAR, a_line, place, plain, sign_in

DRAWER = f"{BAR}/drawer"
#: What Chromium itself says of a form that is refused.
REFUSED = ("net::ERR_", "409 (Conflict)", "422 (Unprocessable Content)", "404 (Not Found)")


@pytest.fixture
def till(own_context):
    """A barista's tablet at the drawer."""
    page = own_context("tablet", allow=REFUSED, reduced_motion="reduce").new_page()
    sign_in(page)
    page.get_by_role("link", name="Cash drawer").click()
    page.wait_for_url("**" + DRAWER)
    return page


def as_staff(server, method, path, body=None, who="barista", **headers):
    return server.request(
        method, path, body, Authorization="Bearer " + server.access_token(who),
        Idempotency_Key=uuid.uuid4().hex, **headers)


def sell(server, quantity=1):
    """An order that was paid in cash; gives it."""
    order = place(server, "Ada", [a_line(quantity=quantity)])
    status, paid = as_staff(
        server, "POST", f"/api/v1/orders/{order['id']}/payments", {"kind": "cash"}, If_Match="*")
    assert status == 200, paid
    return paid


def settle_all(server):
    """The demo's own orders are paid by card, so that none is left unpaid."""
    status, queue = as_staff(server, "GET", "/api/v1/queue?location=old-mill")
    assert status == 200
    for ticket in queue["tickets"]:
        if ticket["due"]["amount"] > 0:
            as_staff(server, "POST", f"/api/v1/orders/{ticket['orderId']}/payments",
                     {"kind": "externalCard"}, If_Match="*")


def open_drawer(page, amount="100.00"):
    page.fill("#float", amount)
    page.get_by_role("button", name="Open the drawer").click()
    expect(page.get_by_role("link", name="Count and end the day")).to_be_visible()


def move(page, kind, amount, reason):
    page.check(f"input[name=kind][value={kind}]")
    page.fill("#amount", amount)
    page.fill("#reason", reason)
    page.get_by_role("button", name="Record it").click()


def row(page, words):
    """The sum beside some words of the drawer's part of a report."""
    found = page.locator("#drawer dl > div").filter(has_text=words).locator("dd").first
    return plain(found.text_content())


def test_a_whole_day(till, own_server, own_context, accessible, shots):
    expect(till.locator("h2")).to_contain_text("No drawer is in use")
    shots(till, "drawer-none")
    accessible(till)
    open_drawer(till)
    sale = sell(own_server, 2)["total"]["amount"]
    back = sell(own_server)
    status, answer = as_staff(
        own_server, "POST", f"/api/v1/orders/{back['id']}/refunds",
        {"amount": {"amount": 100, "currency": "USD"}, "reason": "Cold"}, "manager", If_Match="*")
    assert status == 201, answer
    move(till, "paidIn", "20,00", "Change from the bank")
    expect(till.locator("#movements li")).to_have_count(1)
    move(till, "paidOut", "3.20", "Milk")
    expect(till.locator("#movements li")).to_have_count(2)
    move(till, "drop", "50", "To the safe")
    expect(till.locator("#movements li")).to_have_count(3)
    shots(till, "drawer")
    accessible(till)
    assert not small_targets(till, 44)

    settle_all(own_server)
    unpaid = place(own_server, "Una")
    till.get_by_role("link", name="Count and end the day").click()
    assert "xpected" not in till.content(), "the count is blind"
    expected = 10000 + sale + back["total"]["amount"] - 100 + 2000 - 320 - 5000
    counted = expected - 200
    till.fill("#d2000", str(counted // 2000))
    till.fill("#d1", str(counted % 2000))
    shots(till, "drawer-count")
    accessible(till)
    assert not small_targets(till, 44) and not overflows(till)
    till.get_by_role("button", name="Counted: end the day").click()
    expect(till.get_by_role("alert")).to_contain_text("Some orders are unpaid")
    expect(till.locator("#d1")).to_have_value(str(counted % 2000))
    till.get_by_text("I have seen that these are unpaid").click()
    till.get_by_role("button", name="Counted: end the day").click()

    till.wait_for_url("**/reports/1")
    expect(till.locator("h1")).to_contain_text("Day report")
    assert row(till, "Expected") == f"${expected // 100}.{expected % 100:02}"
    assert row(till, "Short") == "\u2212$2.00"
    assert row(till, "Paid out") == "\u2212$3.20" and row(till, "Cash refunds") == "\u2212$1.00"
    expect(till.locator(".report")).to_contain_text(unpaid["callNumber"])
    shots(till, "day-report")
    accessible(till)
    till.emulate_media(media="print")
    expect(till.get_by_role("button", name="Print")).to_be_hidden()
    expect(till.locator("header.top")).to_be_hidden()
    expect(till.locator(".report h1")).to_be_visible()
    shots(till, "day-report-print", schemes=("light",))
    till.emulate_media(media="screen")

    till.goto(DRAWER)
    expect(till.get_by_role("status").filter(has_text="has its report")).to_be_visible()
    expect(till.get_by_role("button", name="Open the drawer")).to_have_count(0)
    status, answer = as_staff(
        own_server, "POST", f"/api/v1/orders/{back['id']}/refunds",
        {"amount": {"amount": 100, "currency": "USD"}, "reason": "Late"}, "manager", If_Match="*")
    assert status == 201, answer
    assert "everything adds up" in own_server.run("audit")

    office = own_context("phone", allow=REFUSED, reduced_motion="reduce").new_page()
    sign_in(office, "manager", then="/manage/reports")
    expect(office.locator(".changes li")).to_have_count(1)
    accessible(office)
    assert not overflows(office) and not small_targets(office, 44)
    shots(office, "day-reports")
    office.locator(".changes li a").click()
    office.wait_for_url("**/reports/1")
    assert row(office, "Short") == "\u2212$2.00"


def test_a_second_tablet_learns_of_the_count(till, own_server, own_context):
    open_drawer(till, "10")
    settle_all(own_server)
    other = own_context("tablet", allow=REFUSED).new_page()
    sign_in(other)
    other.goto(f"{DRAWER}/count")
    till.goto(f"{DRAWER}/count")
    for page in (till, other):
        page.fill("#total", "10")
        if page.locator("input[name=seen]").count():
            page.check("input[name=seen]")
        page.get_by_role("button", name="Counted: end the day").click()
    till.wait_for_url("**/reports/1")
    expect(other.get_by_role("alert")).to_contain_text("It was counted already")


@pytest.mark.parametrize("amount", ["0", "five", "1,000", "99999999999", "-1"])
def test_an_amount_that_cannot_be_is_said_and_kept(till, amount):
    open_drawer(till, "10")
    move(till, "drop", amount, "Safe")

    expect(till.get_by_role("alert")).to_have_text("That isn't an amount that can be entered here.")
    expect(till.locator("#amount")).to_have_value(amount)
    expect(till.locator("input[name=kind]:checked")).to_have_value("drop")
    expect(till.locator("#movements")).to_have_count(0)


def test_a_customer_and_a_barista_see_no_more_than_is_theirs(own_context, own_server):
    status, _ = as_staff(own_server, "POST", "/api/v1/locations/old-mill/drawer-sessions",
                         {"float": 1000}, "manager")
    assert status == 201
    barista = own_context("tablet", allow=("403 (Forbidden)", *REFUSED)).new_page()
    sign_in(barista)
    for path in ("/manage/reports", f"{BAR}/reports/1"):
        answer = barista.goto(path)
        assert answer.status in (403, 404), path
    customer = own_context("phone", allow=("403 (Forbidden)", *REFUSED)).new_page()
    sign_in(customer, "customer")
    for path in (DRAWER, f"{DRAWER}/count", f"{BAR}/reports/1", "/manage/reports"):
        assert customer.goto(path).status == 403, path
