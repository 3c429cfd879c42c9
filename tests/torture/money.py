"""The server is killed while cards are charged and wallets filled.

Two companies keep books of the same money: the shop, and a payment provider whose file survives
the shop's ends. After each run they agree charge by charge, what an order's cards were charged is
what it cost or nothing, and the shop's own books add up."""

import json
import threading
import time
import uuid
from collections import Counter
from pathlib import Path

from .client import Client, Unanswered
from .load import baskets
from .server import Server, audit
from .suite import Broken, Suite

CARDS = ("sandbox_visa", "sandbox_visa", "sandbox_twice", "sandbox_lost", "sandbox_declined",
         "sandbox_insufficient", "sandbox_down", "sandbox_secure")
PAYERS = 8
TOP_UP = 500
#: Whoever was at work when it was killed holds the work for a while.
SETTLE_SECONDS = 60


def run(suite: Suite):
    kills = suite.options.kills or 20
    random = suite.random("money")
    with suite.folder() as folder, suite.engine.shop(Path(folder)) as shop:
        with Server(suite, shop) as server:
            payers = Payers(suite, server)
            for kill in range(1, kills + 1):
                payers.start(kill)
                time.sleep(random.uniform(0.2, 1.2))
                server.kill()
                payers.stop()
                server.start()
            payers.finish()
            _wait_until_settled(suite, shop)
            figures = _compare(suite, shop)
            audit(suite, shop)
            for line in server.failures()[:5]:
                suite.fail(f"answered with 500: {line}")
    suite.figure("kills while charging", kills)
    suite.figure("charges", figures["charged"])
    suite.figure("given back", figures["refunded"])
    suite.figure("refused", figures["declined"])


class Payers:
    """Guests who pay by card, customers who fill their wallets and pay from them and by card; some
    change their minds. What got no answer is asked again under the same key."""

    def __init__(self, suite: Suite, server: Server):
        self._suite, self._server = suite, server
        self._lock = threading.Lock()
        #: Requests by key that were not answered: method, path, body, authorization.
        self._open: dict[str, tuple] = {}
        self._customer = "Bearer " + server.access_token("customer")
        with self._client() as client:
            self._baskets = baskets(client)

    def _client(self) -> Client:
        return Client(self._server.port, 20)

    def start(self, turn: int):
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._pay, args=(turn, number), daemon=True)
            for number in range(PAYERS)]
        for thread in self._threads:
            thread.start()

    def stop(self):
        self._over.set()
        for thread in self._threads:
            thread.join(60)
            if thread.is_alive():
                raise Broken("a payer waits for an answer that doesn't come")

    def finish(self):
        """Asks again what wasn't answered: now it is."""
        with self._client() as client:
            for key in list(self._open):
                method, path, body, authorization = self._open[key]
                answer = client.request(method, path, body, Authorization=authorization,
                                        Idempotency_Key=key, If_Match="*")
                self._suite.expect(answer.status < 500 or answer.is_unavailable,
                                   f"{method} {path} was answered with {answer}")

    def _ask(self, client: Client, method: str, path: str, body, authorization: str | None):
        key = "money-" + uuid.uuid4().hex
        with self._lock:
            self._open[key] = (method, path, body, authorization)
        answer = client.request(method, path, body, Authorization=authorization,
                                Idempotency_Key=key, If_Match="*")
        with self._lock:
            del self._open[key]
        if answer.status >= 500 and not answer.is_unavailable:
            self._suite.fail(f"{method} {path} was answered with {answer}")
        return answer

    def _pay(self, turn: int, number: int):
        random = self._suite.random("money", turn, number)
        with self._client() as client:
            while not self._over.is_set():
                try:
                    if number == 0:
                        self._top_up(client, random)
                    else:
                        self._order(client, random, is_customer=number == 1)
                except Unanswered:
                    return

    def _top_up(self, client: Client, random):
        self._ask(client, "POST", "/api/v1/wallet/top-ups",
                  {"amount": TOP_UP, "method": random.choice(CARDS)}, self._customer)
        self._over.wait(0.2)

    def _order(self, client: Client, random, is_customer: bool):
        basket = random.choice(self._baskets[:1])
        tenders = [{"kind": "card"}]
        if is_customer and random.random() < 0.5:
            tenders.insert(0, {"kind": "wallet", "amount": 100})
        placed = self._ask(
            client, "POST", "/api/v1/orders",
            {**basket.cart, "customerName": "Ada", "tenders": tenders},
            self._customer if is_customer else None)
        if placed.status != 201:
            return
        owner = self._customer if is_customer else "Guest " + placed.body["token"]
        path = f"/api/v1/orders/{placed.body['id']}"
        for _ in range(random.randint(1, 3)):
            paid = self._ask(client, "POST", path + "/card-payments",
                             {"method": random.choice(CARDS)}, owner)
            if paid.status == 201 and paid.body.get("action"):
                self._answer_bank(client, paid.body["action"]["redirect"], random)
                self._ask(client, "GET", f"/api/v1/card-payments/{paid.body['id']}", None, owner)
        if random.random() < 0.4:
            # Before it is charged, and after.
            self._over.wait(random.choice((0, 0.3)))
            self._ask(client, "POST", path + "/transitions", {"to": "cancelled"}, owner)

    def _answer_bank(self, client: Client, address: str, random):
        if random.random() < 0.3:
            return
        client.submit(address, b"answer=" + random.choice((b"yes", b"no")))


def _wait_until_settled(suite: Suite, shop):
    deadline = time.monotonic() + SETTLE_SECONDS
    while left := shop.rows("""
            SELECT id FROM payment WHERE state IN ('authorized', 'cancelling')
            UNION ALL SELECT id FROM payment_refund WHERE state = 'wanted'"""):
        if time.monotonic() > deadline:
            suite.fail(f"{len(left)} pieces of work with the provider stay undone: {left[:3]}")
            return
        time.sleep(0.2)


def _statement(shop) -> dict[str, list[dict]]:
    """The provider's charges as it has them last, by the shop's own id."""
    charges = {}
    for line in (shop.data / "sandbox-payments.jsonl").read_text().splitlines():
        try:
            charge = json.loads(line)
        except json.JSONDecodeError:
            # It was cut off by a kill; the next line begins anew.
            continue
        charges[charge["reference"]] = charge
    found = {}
    for charge in charges.values():
        found.setdefault(charge["payment"], []).append(charge)
    return found


def _compare(suite: Suite, shop) -> Counter:
    statement, figures = _statement(shop), Counter()
    refunded = Counter()
    for payment, amount in shop.rows("SELECT payment_id, amount FROM payment_refund"):
        refunded[payment] += amount
    paid, wallet = Counter(), 0
    for payment, order, amount, state, reference in shop.rows(
            "SELECT id, order_id, amount, state, reference FROM payment"):
        charges = statement.pop(payment, [])
        taken = [c for c in charges if c["state"] == "captured"]
        figures["declined"] += state == "failed"
        expected = [(reference, amount)] if state == "captured" else []
        suite.expect([(c["reference"], c["amount"]) for c in taken] == expected,
                     f"payment {payment} is {state}, and the provider has {charges}")
        back = sum(sum(c["refunds"].values()) for c in taken)
        suite.expect(back == refunded[payment],
                     f"{back} of {payment} was given back, {refunded[payment]} is in the books")
        if state == "captured":
            figures["charged"] += 1
            figures["refunded"] += back > 0
            paid[order] += amount - back
    suite.expect(not [c for left in statement.values() for c in left if c["state"] == "captured"],
                 f"the provider charged for what nobody knows: {list(statement)[:3]}")
    wallet = paid.pop(None, 0)
    by_card = dict(shop.rows(
        "SELECT order_id, amount FROM tender WHERE kind = 'card' AND state = 'captured'"))
    suite.expect({o: a for o, a in paid.items() if a} == by_card,
                 "what the provider took for orders isn't what their tenders say")
    spent = sum(amount for (amount,) in shop.rows(
        "SELECT amount FROM tender WHERE kind = 'wallet' AND state IN ('held', 'captured')"))
    (left,) = shop.rows(
        "SELECT COALESCE(SUM(amount), 0) FROM customer_balance WHERE account LIKE 'wallet:%'")[0]
    suite.expect(wallet == spent + left,
                 f"{wallet} was put into wallets, {spent} was spent, {left} is left")
    return figures
