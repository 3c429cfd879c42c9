"""The bar on a tablet: taps, slips and what other tablets do."""

import re

from playwright.sync_api import Locator, Page, expect

from browser.shop import BAR, LOCATION, money, place, saying, tap, ticket


def advance(page: Page, order: str, verb: str):
    tap(page, ticket(page, order).get_by_role("button", name=verb, exact=True))


def more(page: Page, order: str) -> Locator:
    """What is rarely needed of a ticket."""
    tap(page, ticket(page, order).get_by_role("button", name=re.compile("^More")))
    menu = page.locator(f"#m-{order}")
    expect(menu).to_be_visible()
    return menu


def column(page: Page, state: str, order: str) -> Locator:
    return page.locator(f"#col-{state} #t-{order}")


def test_a_ticket_arrives_by_itself_and_counts(server, barista):
    count = barista.locator("#queue .shown")
    before = counted(count)

    placed = place(server, name="Nia")

    expect(column(barista, "pending", placed["id"])).to_contain_text("Nia")
    expect(column(barista, "pending", placed["id"])).to_contain_text(placed["callNumber"])
    shown, total = counted(count)
    assert shown == total > before[1]


def counted(place: Locator) -> tuple[int, int]:
    """(3, 4) of "3 of 4 shown"."""
    shown, total = re.findall(r"\d+", place.inner_text())
    return int(shown), int(total)


def test_a_tap_that_comes_late_is_told_how_it_stands(server, barista, open_bar):
    other = open_bar(service_workers="block")
    order = place(server)["id"]
    expect(ticket(other, order)).to_be_visible()
    # The other tablet hears nothing of the first one's tap.
    other.route(f"**{BAR}/queue", lambda route: route.fulfill(status=204))
    advance(barista, order, "Start")
    expect(column(barista, "preparing", order)).to_be_visible()

    advance(other, order, "Start")

    # Both wanted the same: it stands where the tap wanted it.
    expect(column(other, "preparing", order)).to_be_visible()
    advance(barista, order, "Ready")
    expect(column(barista, "ready", order)).to_be_visible()
    tap(other, more(other, order).get_by_role("button", name=re.compile("^Step back")))
    expect(other.locator("#notice")).to_contain_text("Someone else moved")
    expect(other.locator("#notice")).to_contain_text("It is now")
    expect(column(other, "ready", order)).to_be_visible()


def test_a_slip_is_undone_within_five_seconds_and_the_offer_then_goes(server, barista):
    order = place(server)["id"]
    advance(barista, order, "Start")
    expect(column(barista, "preparing", order)).to_be_visible()

    barista.locator("#notice").get_by_role("button", name="Undo").click()

    expect(column(barista, "pending", order)).to_be_visible()
    expect(barista.locator("#notice > div")).to_have_count(0, timeout=8_000)


def test_a_ticket_steps_back(server, barista):
    order = place(server)["id"]
    advance(barista, order, "Start")
    advance(barista, order, "Ready")
    expect(column(barista, "ready", order)).to_be_visible()

    tap(barista, more(barista, order).get_by_role("button", name=re.compile("^Step back")))

    expect(column(barista, "preparing", order)).to_be_visible()


def test_cancelling_needs_a_reason_and_the_guest_reads_it(server, barista):
    placed = place(server)
    order = placed["id"]
    menu = more(barista, order)
    menu.get_by_role("button", name="Cancel this order").click()
    expect(barista.locator("#notice")).to_contain_text("please give a reason")
    expect(ticket(barista, order)).to_be_visible()

    menu = barista.locator(f"#m-{order}")
    if not menu.is_visible():
        menu = more(barista, order)
    menu.get_by_label("Another reason").fill("The grinder broke")
    tap(barista, menu.get_by_role("button", name="Cancel this order"))

    expect(ticket(barista, order)).to_have_count(0)
    status, seen = server.request(
        "GET", f"/api/v1/orders/{order}", Authorization=f"Guest {placed['token']}")
    assert status == 200
    assert seen["state"] == "cancelled"


def test_a_card_at_the_counter_pays_all(server, barista):
    placed = place(server)
    card = ticket(barista, placed["id"])
    expect(card.locator(".topay")).to_contain_text(money(placed["due"]))

    tap(barista, card.get_by_role("button", name="Card", exact=True))

    expect(card.locator(".topay")).to_have_count(0)
    expect(card).to_contain_text("card at the counter")
    expect(barista.locator("#notice")).to_contain_text(money(placed["due"]))


def test_a_line_is_ticked_and_unticked(server, barista):
    order = place(server)["id"]
    line = ticket(barista, order).locator("button.tickline")

    for pressed in ("true", "false"):
        tap(barista, line)
        expect(line).to_have_attribute("aria-pressed", pressed)


def test_what_was_picked_up_is_called_back(server, barista):
    order = place(server)["id"]
    for verb in ("Cash", "Start", "Ready", "Picked up"):
        advance(barista, order, verb)
    expect(barista.locator(f".cols #t-{order}")).to_be_hidden()

    tap(barista, barista.locator("#done > summary"))
    expect(barista.locator(f"#done #t-{order}")).to_be_visible()
    tap(barista, more(barista, order).get_by_role("button", name=saying("Step back: Ready")))

    expect(column(barista, "ready", order)).to_be_visible()


def test_the_queue_is_for_staff(phone):
    page = phone.new_page()

    page.goto(BAR)

    expect(page).to_have_url(re.compile("/sign-in"))
    assert page.request.get(f"{BAR}/queue", max_redirects=0).status in (303, 401, 403, 404)
    assert LOCATION in page.url
