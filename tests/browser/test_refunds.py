"""A manager gives money back: a line, a sum, all that is left."""

import uuid

import pytest
from playwright.sync_api import expect

from browser.layout import overflows, small_targets
from browser.shop import a_line, money, place, sign_in

#: What Chromium itself says of a form that is refused.
REFUSED = ("422 (Unprocessable Content)",)


@pytest.fixture
def paid(own_server):
    """An order of two espressos and a cake, paid in cash."""
    order = place(own_server, "Ada", [a_line(quantity=2), a_line("lemon-cake", ())])
    status, answer = own_server.request(
        "POST", f"/api/v1/orders/{order['id']}/payments", {"kind": "cash"},
        Authorization="Bearer " + own_server.access_token("barista"), If_Match="*",
        Idempotency_Key=uuid.uuid4().hex)
    assert status == 200, answer
    return answer


@pytest.fixture
def office(own_context, paid):
    page = own_context(
        "phone", allow=("net::ERR_", *REFUSED), reduced_motion="reduce").new_page()
    sign_in(page, "manager")
    page.goto(f"/orders/{paid['id']}")
    return page


def open_form(page):
    page.locator("#refund > summary").click()
    return page.locator("#refund form")


def test_a_line_goes_back_and_then_the_rest(office, paid, own_server, accessible, shots):
    form = open_form(office)
    accessible(office)
    assert not overflows(office) and not small_targets(office, 44)
    shots(office, "refund")
    form.locator("input[name=wish][value=lines]").check()
    form.locator("input[name=line1]").fill("1")
    form.locator("input[name=reason]").fill("It was cold.")
    form.get_by_role("button", name="Give it back").click()

    each = paid["lines"][0]["total"]["amount"] // 2
    back = {"amount": each, "currency": "USD"}
    expect(office.get_by_role("status").filter(has_text="goes back")).to_contain_text(money(back))
    expect(office.locator(".pay")).to_contain_text("Given back")

    office.goto(f"/orders/{paid['id']}")
    form = open_form(office)
    form.locator("input[name=wish][value=rest]").check()
    form.locator("input[name=reason]").fill("The rest, too.")
    form.get_by_role("button", name="Give it back").click()
    expect(office.locator("#refund")).to_have_count(0)
    office.goto(f"/orders/{paid['id']}/receipt")
    expect(office.locator(".receipt")).to_contain_text("Give money back")
    assert "everything adds up" in own_server.run("audit")


def test_too_much_is_refused_in_words(office, paid):
    form = open_form(office)
    form.locator("input[name=wish][value=amount]").check()
    form.locator("input[name=amount]").fill("1000")
    form.locator("input[name=reason]").fill("Oops")
    form.get_by_role("button", name="Give it back").click()

    expect(office.get_by_role("alert")).to_contain_text("No more than")


def test_whoever_ordered_and_the_barista_see_no_way_to(own_server, own_context, paid):
    barista = own_context("tablet").new_page()
    sign_in(barista)
    barista.goto(f"/orders/{paid['id']}")
    expect(barista.locator("h1")).to_have_count(1)
    expect(barista.locator("#refund")).to_have_count(0)


def test_an_app_gives_back_once_for_each_key(own_server, paid):
    token = "Bearer " + own_server.access_token("manager")
    path, key = f"/api/v1/orders/{paid['id']}/refunds", uuid.uuid4().hex
    body = {"amount": {"amount": 100, "currency": "USD"}, "reason": "Spilt"}
    first = own_server.request("POST", path, body, Authorization=token, If_Match="*",
                               Idempotency_Key=key)
    again = own_server.request("POST", path, body, Authorization=token, If_Match="*",
                               Idempotency_Key=key)
    assert first[0] == 201 and first == again, (first, again)
    assert first[1]["tenders"] == [
        {"kind": "cash", "amount": body["amount"], "paidOut": body["amount"]}]
    status, order = own_server.request("GET", f"/api/v1/orders/{paid['id']}", Authorization=token)
    assert status == 200 and order["refunded"]["amount"] == 100 and len(order["refunds"]) == 1
    for wrong, field in [({"amount": 0}, "amount"), ({"amount": 10**18}, "amount"),
                         ({"amount": 1.5}, "amount"), ({"lines": []}, "lines"),
                         ({"lines": [{"number": 9}]}, "lines"),
                         ({"lines": [{"number": 1, "quantity": 3}]}, "lines"),
                         ({"amount": {"amount": 5, "currency": "EUR"}}, "amount.currency")]:
        status, answer = own_server.request(
            "POST", path, wrong | {"reason": "x"}, Authorization=token, If_Match="*",
            Idempotency_Key=uuid.uuid4().hex)
        assert status == 422 and answer["field"].startswith(field), (wrong, answer)
