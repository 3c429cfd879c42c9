"""Two instances behind one address are one shop."""

import json
import time
import uuid

import pytest

from deploy.shop import LOCATION, Client, Customer, bearer, move, place

QUEUE = f"queue={LOCATION}"


# -- One shop ------------------------------------------------------------------------------------

def test_a_phone_at_one_instance_follows_an_order_that_the_other_moves(
        the_shop, instances, listen):
    first, second = instances
    placed = place(Client(first.url))
    phone = listen(second.url, "", the_shop.last_event,
                   Authorization="Guest " + placed["token"])
    phone.wait_for(lambda phone: phone.connections == 1, "the stream")
    began = time.monotonic()

    move(Client(first.url), placed["id"], "preparing", bearer(first))

    phone.wait_for(lambda phone: phone.events, "the move")
    assert [event[1:] for event in phone.events] == [("order", placed["id"], "preparing")]
    # It was called, and didn't find out by looking each second.
    assert time.monotonic() - began < 0.8


def test_an_order_placed_at_one_instance_is_in_the_queue_at_the_other(
        the_shop, instances, listen):
    first, second = instances
    bar = listen(second.url, QUEUE, the_shop.last_event, Authorization=bearer(first))
    bar.wait_for(lambda bar: bar.connections == 1, "the stream")

    placed = place(Client(first.url))

    bar.wait_for(lambda bar: placed["id"] in [event[2] for event in bar.events], "the order")


def test_what_is_sold_out_at_one_instance_is_so_at_the_other(the_shop, instances, listen):
    first, second = instances
    menu = listen(second.url, f"location={LOCATION}", the_shop.last_event)
    menu.wait_for(lambda menu: menu.connections == 1, "the stream")
    path = f"/api/v1/locations/{LOCATION}"

    status, answer = Client(first.url).request(
        "PUT", path + "/availability/items/croissant", {"soldOut": True},
        Authorization=bearer(first))

    assert status == 200, answer
    menu.wait_for(lambda menu: menu.events, "the menu")
    _, shown = Client(second.url).request("GET", path + "/menu")
    items = {item["id"]: item for category in shown["categories"] for item in category["items"]}
    assert items["croissant"]["soldOut"]


def test_what_one_instance_signed_the_other_believes(instances):
    first, second = instances
    placed = place(Client(first.url))

    status, order = Client(second.url).request(
        "GET", f"/api/v1/orders/{placed['id']}", Authorization="Guest " + placed["token"])
    assert (status, order["id"]) == (200, placed["id"])

    status, queue = Client(second.url).request(
        "GET", "/api/v1/queue?location=" + LOCATION, Authorization=bearer(first))
    assert status == 200
    assert placed["id"] in [ticket["orderId"] for ticket in queue["tickets"]]


def test_an_instance_with_keys_of_its_own_does_not(the_shop, instances):
    stranger = the_shop.instance()
    placed = place(Client(instances[0].url))

    status, _ = Client(stranger.url).request(
        "GET", f"/api/v1/orders/{placed['id']}", Authorization="Guest " + placed["token"])

    assert status in (401, 404)


def test_a_key_used_at_one_instance_is_known_at_the_other(instances):
    first, second = (Client(instance.url) for instance in instances)
    order, key = first.order("Ada"), uuid.uuid4().hex

    answers = [client.request("POST", "/api/v1/orders", order, Idempotency_Key=key)
               for client in (first, second)]

    assert answers[0] == answers[1]
    assert answers[0][0] == 201


# -- Behind a front ------------------------------------------------------------------------------

def test_a_client_is_told_by_its_own_address(instances, front):
    client = Client(front.url, front.authority, source="127.9.9.9")

    for made_up in ("203.0.113.7", "203.0.113.8, 127.0.0.1"):
        status, _ = client.request("GET", "/api/v1/locations", X_Forwarded_For=made_up)
        assert status == 200

    seen = [json.loads(line)["client"] for instance in instances
            for line in instance.log.splitlines() if '"client"' in line]
    assert seen.count("127.9.9.9") >= 2
    assert not any(client.startswith("203.") for client in seen)


def test_the_metrics_of_one_instance_are_not_to_be_had(front):
    assert Client(front.url, front.authority).request("GET", "/metrics")[0] == 404


def test_an_event_waits_in_no_buffer(the_shop, instances, front, listen):
    bar = listen(front.url, QUEUE, the_shop.last_event, front.authority,
                 Authorization=bearer(instances[0]))
    bar.wait_for(lambda bar: bar.connections == 1, "the stream")
    client = Client(instances[0].url)
    order = client.order("Ada")
    began = time.monotonic()

    client.request("POST", "/api/v1/orders", order, Idempotency_Key=uuid.uuid4().hex)

    bar.wait_for(lambda bar: bar.events, "the order")
    assert time.monotonic() - began < 0.8


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_orders_are_placed_once_while_instances_go_and_come(
        the_shop, instances, front, listen, end):
    customers, bars = under_way(the_shop, instances, front, listen, f"{end} {front.program}")

    for instance in instances:
        time.sleep(0.7)
        getattr(instance, end)()
        time.sleep(0.7)
        instance.start()
        front.wait_for_a_check(instance)
    finish(the_shop, customers, bars)

    # Each bar was at one of the two, and both went.
    assert all(bar.connections >= 2 for bar in bars)
    troubles = [trouble for customer in customers for trouble in customer.troubles]
    assert len(troubles) <= front.troubles_of_an_end * len(customers) * len(instances), troubles


def test_an_instance_can_be_emptied_before_it_stops(the_shop, instances, haproxy, listen):
    first, second = instances
    bars = [listen(haproxy.url, QUEUE, the_shop.last_event, haproxy.authority,
                   Authorization=bearer(first)) for _ in range(4)]
    for bar in bars:
        bar.wait_for(lambda bar: bar.connections == 1, "the stream")
    client = Client(haproxy.url, haproxy.authority)

    haproxy.tell("set server instances/a state drain")
    before = first.log.count('"path":"/api/v1/locations"')
    for _ in range(10):
        assert client.request("GET", "/api/v1/locations")[0] == 200
    place(Client(second.url))

    assert first.log.count('"path":"/api/v1/locations"') == before
    for bar in bars:
        bar.wait_for(lambda bar: bar.events, "the order")
        assert bar.connections == 1


def under_way(the_shop, instances, front, listen, name: str):
    """Customers who order through the front, and bars that follow through it."""
    after = the_shop.last_event
    bars = [listen(front.url, QUEUE, after, front.authority, Authorization=bearer(instances[0]))
            for _ in range(6)]
    for bar in bars:
        bar.wait_for(lambda bar: bar.connections == 1, "the stream")
    customers = [Customer(Client(front.url, front.authority), f"{name} {number}")
                 for number in range(6)]
    for customer in customers:
        customer.start()
    return customers, bars


def finish(the_shop, customers, bars):
    """Each order that somebody was told of is there once, no other is, and each bar has heard of
    each of them once."""
    for customer in customers:
        customer.finish()
    told = {name: order for customer in customers for name, order in customer.placed.items()}
    crowd = next(iter(told)).rsplit(" ", 2)[0]
    stored = the_shop.rows("SELECT customer_name AS name, id FROM customer_order"
                           f" WHERE customer_name LIKE '{crowd} %'")
    assert len(told) > 100
    assert sorted(stored) == sorted(told.items())
    orders, last = set(told.values()), the_shop.last_event
    for bar in bars:
        bar.wait_for(lambda bar: bar.last >= last, f"event {last}")
        assert sorted(event[2] for event in bar.events if event[2] in orders) == sorted(orders)
        assert bar.resets == 0
