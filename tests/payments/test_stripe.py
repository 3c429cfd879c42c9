"""Cards through Stripe's API, against a server in its place."""

import hashlib
import hmac
import http.server
import json
import os
import threading
import time
import urllib.request
import uuid

import pytest

from browser.shop import place, quote, a_line, LOCATION
from localstripe import (DECLINED, GOOD, SECURE, WEBHOOK_SECRET, LocalStripe)
from program import Program


@pytest.fixture
def stripe(tmp_path):
    with LocalStripe(tmp_path) as stripe:
        yield stripe


@pytest.fixture
def shop(stripe, monkeypatch):
    monkeypatch.setenv("CREMA_STRIPE", stripe.settings)
    with Program.demo() as program:
        stripe.send_webhooks_to(program.url + "/webhooks/stripe")
        yield program
        report = program.run("audit")
        assert "everything adds up" in report, report


def place_by_card(shop, **more):
    lines = [a_line()]
    order = {"locationId": LOCATION, "fulfilment": "toGo", "lines": lines, "customerName": "Ada",
             "fingerprint": quote(shop, lines)["fingerprint"], "tenders": [{"kind": "card"}]}
    status, answer = shop.request("POST", "/api/v1/orders", order | more,
                                  Idempotency_Key=uuid.uuid4().hex)
    assert status == 201, answer
    assert answer["state"] == "awaitingPayment"
    return answer, "Guest " + answer["token"]


def pay(shop, order, guest, method, key=None):
    return shop.request("POST", f"/api/v1/orders/{order['id']}/card-payments", {"method": method},
                        Authorization=guest, Idempotency_Key=key or uuid.uuid4().hex)


def wait_for(holds, seconds=15):
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, "it didn't come about"
        time.sleep(0.05)
    return found


def order_of(shop, order, guest):
    status, answer = shop.request("GET", f"/api/v1/orders/{order['id']}", Authorization=guest)
    assert status == 200
    return answer


def captured(shop, order, guest, seconds=15):
    return wait_for(lambda: (
        (now := order_of(shop, order, guest))["tenders"][-1]["state"] == "captured" and now),
        seconds)


def test_a_card_is_set_aside_charged_and_given_back(shop, stripe):
    order, guest = place_by_card(shop)

    status, payment = pay(shop, order, guest, stripe.card(GOOD))

    assert status == 201 and payment["state"] in ("authorized", "captured"), payment
    made = captured(shop, order, guest)
    assert made["state"] == "pending" and made["due"]["amount"] == 0
    (intent,) = stripe.intents
    # The amount that was sent, in the currency's own units.
    assert intent["amount"] == order["total"]["amount"] and intent["currency"] == "usd"
    assert intent["status"] == "succeeded"

    status, answer = shop.request(
        "POST", f"/api/v1/orders/{order['id']}/transitions", {"to": "cancelled"},
        Authorization=guest, Idempotency_Key=uuid.uuid4().hex, If_Match="*")
    assert status == 200 and answer["tenders"][0]["state"] == "refunded", answer
    refunds = wait_for(lambda: stripe.refunds(intent["id"]))
    time.sleep(1)
    assert [refund["amount"] for refund in stripe.refunds(intent["id"])] == [intent["amount"]]
    assert len(refunds) == 1


def test_a_refused_card_charges_nobody_and_another_pays(shop, stripe):
    order, guest = place_by_card(shop)
    status, refused = pay(shop, order, guest, stripe.card(DECLINED))
    assert status == 201 and refused["state"] == "failed" and refused["decline"] == "declined"
    assert order_of(shop, order, guest)["state"] == "awaitingPayment"

    status, paid = pay(shop, order, guest, stripe.card(GOOD))

    assert status == 201, paid
    captured(shop, order, guest)
    assert [i["status"] for i in stripe.intents].count("succeeded") == 1


@pytest.mark.parametrize("success", [True, False])
def test_what_the_bank_asks_is_paid_once_it_is_answered(shop, stripe, success):
    order, guest = place_by_card(shop)
    status, asked = pay(shop, order, guest, stripe.card(SECURE))
    assert status == 201 and asked["state"] == "open", asked
    stripe.authenticate(asked["action"]["secret"], success)

    status, payment = shop.request(
        "GET", f"/api/v1/card-payments/{asked['id']}", Authorization=guest)

    assert status == 200
    if success:
        captured(shop, order, guest)
    else:
        assert payment["state"] == "failed" and payment["decline"] == "notAuthenticated", payment
        assert order_of(shop, order, guest)["state"] == "awaitingPayment"


def test_a_call_alone_tells_that_it_was_paid(shop, stripe):
    order, guest = place_by_card(shop)
    _, asked = pay(shop, order, guest, stripe.card(SECURE))
    stripe.authenticate(asked["action"]["secret"], True)
    intent = asked["action"]["secret"].split("_secret_")[0]

    # It calls by itself only once all is charged; this is what Stripe would send before.
    assert notify(shop, intent) == 204

    captured(shop, order, guest)


def notify(shop, intent, at=None, secret=WEBHOOK_SECRET):
    body = json.dumps({"type": "payment_intent.amount_capturable_updated",
                       "data": {"object": {"object": "payment_intent", "id": intent}}})
    at = int(at or time.time())
    signature = hmac.new(secret.encode(), f"{at}.{body}".encode(), hashlib.sha256).hexdigest()
    request = urllib.request.Request(shop.url + "/webhooks/stripe", body.encode(), method="POST")
    request.add_header("Stripe-Signature", f"t={at},v1={signature}")
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def test_calls_that_are_not_signed_old_or_about_nothing_change_nothing(shop, stripe):
    order, guest = place_by_card(shop)
    _, asked = pay(shop, order, guest, stripe.card(SECURE))
    stripe.authenticate(asked["action"]["secret"], True)
    intent = asked["action"]["secret"].split("_secret_")[0]

    assert notify(shop, intent, secret="whsec_another1") == 400
    assert notify(shop, intent, at=time.time() - 400) == 400
    assert notify(shop, "pi_unknown") == 204
    assert order_of(shop, order, guest)["state"] == "awaitingPayment"

    answers = [notify(shop, intent) for _ in range(300)]

    assert set(answers) == {204}
    made = captured(shop, order, guest)
    assert [tender["state"] for tender in made["tenders"]] == ["captured"]
    (found,) = stripe.intents
    assert found["status"] == "succeeded"


def test_the_same_tap_twice_is_one_charge(shop, stripe):
    order, guest = place_by_card(shop)
    card, key = stripe.card(GOOD), uuid.uuid4().hex
    answers = []
    taps = [threading.Thread(
        target=lambda: answers.append(pay(shop, order, guest, card, key))) for _ in range(6)]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join()

    assert {status for status, _ in answers} == {201}
    assert len({answer["id"] for _, answer in answers}) == 1
    captured(shop, order, guest)
    assert [i["status"] for i in stripe.intents] == ["succeeded"]


class Between(http.server.BaseHTTPRequestHandler):
    """Stands between the shop and Stripe, and loses answers to what it is told to."""

    target = ""
    lost: list[str] = []
    seen: list[str] = []

    def pass_on(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        request = urllib.request.Request(self.target + self.path, body, method=self.command)
        for name in ("Authorization", "Content-Type", "Idempotency-Key"):
            if name in self.headers:
                request.add_header(name, self.headers[name])
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                status, answer = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, answer = error.code, error.read()
        type(self).seen.append(f"{self.command} {self.path}")
        for ending in self.lost:
            if self.command == "POST" and self.path.endswith(ending):
                self.lost.remove(ending)
                status, answer = 500, b"lost"
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = pass_on

    def log_message(self, *_):
        pass


@pytest.fixture
def lossy(stripe, monkeypatch):
    handler = type("Handler", (Between,), {"target": stripe.url, "lost": [], "seen": []})
    front = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=front.serve_forever, daemon=True).start()
    settings = stripe.settings.replace(stripe.url, f"http://127.0.0.1:{front.server_port}")
    monkeypatch.setenv("CREMA_STRIPE", settings)
    with Program.demo() as program:
        yield program, handler
        assert "everything adds up" in program.run("audit")
    front.shutdown()


@pytest.mark.parametrize("lost", ["/v1/payment_intents", "/confirm", "/capture"])
def test_an_answer_that_gets_lost_charges_once(lossy, stripe, lost):
    shop, front = lossy
    front.lost.append(lost)
    order, guest = place_by_card(shop)
    card = stripe.card(GOOD)

    status, payment = pay(shop, order, guest, card)
    assert status == 201, payment
    if payment["state"] == "failed":
        # It wasn't asked of the bank yet, so nothing was charged, and another try is another one.
        assert payment["decline"] == "providerAway"
        status, payment = pay(shop, order, guest, card)

    captured(shop, order, guest)
    assert [i["status"] for i in stripe.intents].count("succeeded") == 1


def test_a_refund_whose_answer_gets_lost_is_made_once(lossy, stripe):
    shop, front = lossy
    order, guest = place_by_card(shop)
    pay(shop, order, guest, stripe.card(GOOD))
    captured(shop, order, guest)
    front.lost.append("/v1/refunds")

    status, _ = shop.request(
        "POST", f"/api/v1/orders/{order['id']}/transitions", {"to": "cancelled"},
        Authorization=guest, Idempotency_Key=uuid.uuid4().hex, If_Match="*")
    assert status == 200

    (intent,) = stripe.intents
    wait_for(lambda: sum(line.startswith("GET /v1/refunds") for line in front.seen) >= 2)
    time.sleep(0.5)
    assert [r["amount"] for r in stripe.refunds(intent["id"])] == [intent["amount"]]


def test_a_kill_between_the_steps_charges_once(stripe, monkeypatch):
    monkeypatch.setenv("CREMA_STRIPE", stripe.settings)
    with Program.demo() as shop:
        order, guest = place_by_card(shop)
        card = stripe.card(GOOD)
        tap = threading.Thread(target=lambda: _ignored(pay, shop, order, guest, card))
        tap.start()
        wait_for(lambda: stripe.intents, 5)
        shop.kill()
        tap.join()
        shop.start()
        # What was confirmed goes on by itself; what wasn't is tried again.
        if not _becomes_paid(shop, order, guest):
            pay(shop, order, guest, card)
        # Whoever was at work when it was killed holds it for a while.
        captured(shop, order, guest, 40)
        assert [i["status"] for i in stripe.intents].count("succeeded") == 1
        assert "everything adds up" in shop.run("audit")


def _becomes_paid(shop, order, guest):
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        if order_of(shop, order, guest)["state"] == "pending":
            return True
        time.sleep(0.1)
    return False


def _ignored(call, *arguments):
    try:
        call(*arguments)
    except (ConnectionError, urllib.error.URLError, http.client.HTTPException):
        pass


def test_no_number_reaches_the_shop(shop, stripe):
    """A card's number, sent to every route in every way, is in no file of the shop's."""
    number = "4000056655665556"
    _, document = shop.request("GET", "/api/openapi.json")
    token = "Bearer " + shop.access_token("owner")
    order = place(shop)
    for path, methods in document["paths"].items():
        address = path
        for name in ("{id}", "{key}", "{item}", "{modifier}", "{location}", "{kind}"):
            address = address.replace(name, order["id"] if name == "{id}" else "x")
        for method in methods:
            if method in ("post", "put") and "sessions" not in path and "closing" not in path:
                for body in ({"method": number}, {"card": {"number": number}}):
                    shop.request(method.upper(), address, body, Authorization=token,
                                 Idempotency_Key=uuid.uuid4().hex, If_Match="*")
    waiting, guest = place_by_card(shop)
    status, answer = pay(shop, waiting, guest, number)
    assert status == 422 and answer["field"] == "method", answer

    for folder, _, files in os.walk(shop.folder):
        for name in files:
            content = (os.path.join(folder, name))
            with open(content, "rb") as file:
                assert number.encode() not in file.read(), content
