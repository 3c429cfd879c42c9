"""Customers, baristas and a manager, each in a thread, who keep at it until they are stopped."""

import queue
import threading
import time
from collections import Counter

from .book import Basket, Book, Change, Wish
from .client import Answer, Client, Hang, Unanswered
from .server import Server
from .suite import Broken, Suite

LOCATION = "old-mill"
#: Counted, and never sold out.
PLENTY = "lemon-cake"
#: Counted, and sold out again and again.
SCARCE = "cinnamon-roll"
#: Nobody orders it; the manager switches it off and on.
SWITCHED = "banana-bread"
PLENTY_PIECES = 1_000_000


def baskets(client: Client) -> list[Basket]:
    """Carts with modifiers, sizes, tips, taxes of several kinds, and counted items."""
    menu = client.request("GET", f"/api/v1/locations/{LOCATION}/menu").body
    items = {item["id"]: item for category in menu["categories"] for item in category["items"]}
    plans = [
        ([("flat-white", 2), ("croissant", 1)], 100),
        ([(PLENTY, 1)], 0),
        ([("latte", 1), (PLENTY, 2), ("mint-tea", 3)], 0),
        ([(SCARCE, 1), ("espresso", 1)], 50),
        ([(SCARCE, 2)], 0),
    ]
    made = []
    for plan, tip in plans:
        cart = {"locationId": LOCATION, "fulfilment": "toGo",
                "lines": [_line(items[item], count) for item, count in plan],
                "tip": {"amount": tip, "currency": "USD"}}
        answer = client.request("POST", "/api/v1/quotes", cart)
        if answer.status != 200:
            raise Broken(f"no quote for {plan}: {answer}")
        counted = Counter()
        for item, count in plan:
            if item in (PLENTY, SCARCE):
                counted[item] += count
        made.append(Basket({**cart, "fingerprint": answer.body["fingerprint"]},
                           answer.body["total"]["amount"], counted))
    return made


def _line(item: dict, quantity: int) -> dict:
    modifiers = [{"id": modifier["id"], "quantity": 1} for group in item["groups"]
                 for modifier in group["modifiers"][:group["min"]]]
    line = {"itemId": item["id"], "quantity": quantity, "modifiers": modifiers}
    if item["sizes"]:
        line["sizeId"] = item["sizes"][0]["id"]
    return line


class Clients:
    """What all of a shop's clients use: how to ask, and how to note the answer in the book."""

    def __init__(self, suite: Suite, server: Server, book: Book):
        self.suite, self.book, self.port = suite, book, server.port
        self.barista = "Bearer " + server.access_token("barista")
        self.customer = "Bearer " + server.access_token("customer")
        with self.client() as client:
            self.set_stock(client, PLENTY, PLENTY_PIECES)
            self.set_stock(client, SCARCE, 100)
            self.baskets = baskets(client)

    def client(self, timeout: float = 20) -> Client:
        return Client(self.port, timeout)

    def place(self, client: Client, wish: Wish) -> Answer:
        answer = client.request("POST", "/api/v1/orders", wish.body, Idempotency_Key=wish.key,
                                Authorization=wish.authorization)
        if answer.status == 201:
            total = answer.body["total"]["amount"]
            self.suite.expect(total == wish.basket.total,
                              f"an order of {wish.basket.total} was answered with {total}")
            self.book.placed(wish, answer.body)
        elif (answer.status == 409 and answer.body["type"] == "/problems/sold-out"
              and SCARCE in wish.basket.counted):
            wish.refused = True
        elif not answer.is_unavailable:
            wish.refused = True
            self.suite.fail(f"an order was answered with {answer}")
        return answer

    def change(self, client: Client, wish: Wish) -> Answer:
        """Sends the wish's pending change, for the first time or again."""
        change = wish.pending
        answer = client.request(
            "POST", change.path, change.body, Authorization=change.authorization,
            Idempotency_Key=change.key, If_Match=f'"{change.seen}"')
        if answer.status == 200:
            now = answer.body["state"], answer.body["version"]
            self.suite.expect(now == (change.state, change.seen + 1),
                              f"{change} was answered with {now}")
            self.book.changed(wish, answer.body["version"])
        elif not answer.is_unavailable:
            wish.pending = None
            self.suite.fail(f"{change} was answered with {answer}")
        return answer

    def set_stock(self, client: Client, item: str, pieces: int):
        answer = self._availability(client, item, {"stock": pieces})
        if answer.status != 200:
            raise Broken(f"the stock of {item} can't be set: {answer}")
        self.book.stock[item] = pieces

    def switch(self, client: Client, is_sold_out: bool) -> Answer:
        self.book.sold_out_pending[SWITCHED] = is_sold_out
        answer = self._availability(client, SWITCHED, {"soldOut": is_sold_out})
        if answer.status == 200:
            self.book.sold_out[SWITCHED] = self.book.sold_out_pending.pop(SWITCHED)
        elif not answer.is_unavailable:
            self.suite.fail(f"a switch was answered with {answer}")
        return answer

    def settle(self):
        """Sends again, under the same keys, what got no answer: now everything gets one."""
        with self.client() as client:
            for wish in self.book.unanswered():
                self._insist(lambda: self.place(client, wish))
            for wish in self.book.unfinished():
                self._insist(lambda: self.change(client, wish))
            for is_sold_out in list(self.book.sold_out_pending.values()):
                self._insist(lambda: self.switch(client, is_sold_out))

    def replay(self, wishes: list[Wish]):
        """An answered key gets the very same answer again."""
        with self.client() as client:
            for wish in wishes:
                answer = client.request(
                    "POST", "/api/v1/orders", wish.body, Idempotency_Key=wish.key,
                    Authorization=wish.authorization)
                self.suite.expect(
                    answer.status == 201 and answer.body == wish.answer
                    and answer.headers.get("idempotent-replayed") == "true",
                    f"{wish.answer} became {answer} when its key was sent again")

    def _insist(self, ask):
        """Asks until there is another answer than 503, for a while."""
        deadline = time.monotonic() + 20
        while ask().status == 503:
            if time.monotonic() > deadline:
                raise Broken("still 503 after 20 s without a fault")
            time.sleep(0.1)

    def _availability(self, client: Client, item: str, body: dict) -> Answer:
        path = f"/api/v1/locations/{LOCATION}/availability/items/{item}"
        return client.request("PUT", path, body, Authorization=self.barista)


class Load:
    """Threads that order, make and switch. Impatient ones stop at the first request that isn't
    answered; patient ones come again, with the same keys."""

    def __init__(self, clients: Clients, *names, customers=12, baristas=2, patient=False,
                 pause=0.0):
        self._clients, self._names, self._patient = clients, names, patient
        self._pause = pause
        self._over = threading.Event()
        self._placed: queue.SimpleQueue[Wish] = queue.SimpleQueue()
        #: Answers by status, since this was last emptied.
        self.statuses: Counter = Counter()
        self.slowest = 0.0
        self.hangs = 0
        self.unanswered = 0
        self._threads = [
            threading.Thread(target=self._work, args=(role, number), daemon=True)
            for role, count in ((self._customer, customers), (self._barista, baristas),
                                (self._regular, 1), (self._manager, 1))
            for number in range(count)]

    def start(self):
        for thread in self._threads:
            thread.start()

    def hand(self, wish: Wish):
        """Has the bar make an order that was placed otherwise."""
        self._placed.put(wish)

    def stop(self):
        self._over.set()
        for thread in self._threads:
            thread.join(60)
            if thread.is_alive():
                raise Broken("a client waits for an answer that doesn't come")

    def _work(self, role, number: int):
        try:
            self._take_turns(role, number)
        except Exception as error:
            self._clients.suite.fail(f"a client can't go on: {error!r}")
            raise

    def _take_turns(self, role, number: int):
        random = self._clients.suite.random(*self._names, role.__name__, number)
        with self._clients.client() as client:
            turns = role(client, random)
            while not self._over.is_set():
                try:
                    next(turns)
                except Unanswered as error:
                    self.unanswered += 1
                    self.hangs += isinstance(error, Hang)
                    if not self._patient:
                        return
                    # What failed ended its generator; the book knows what is open.
                    turns = role(client, random)
                    time.sleep(0.05)
                if self._pause:
                    self._over.wait(self._pause)

    def _timed(self, ask) -> Answer:
        started = time.monotonic()
        answer = ask()
        self.slowest = max(self.slowest, time.monotonic() - started)
        self.statuses[answer.status] += 1
        if answer.status == 503:
            self._over.wait(0.05)
        return answer

    def _customer(self, client, random):
        clients = self._clients
        while True:
            wish = clients.book.wish(random.choice(clients.baskets))
            while wish.answer is None and not wish.refused:
                self._timed(lambda: clients.place(client, wish))
                yield
            if wish.answer:
                self._placed.put(wish)

    def _barista(self, client, random):
        clients, tickets = self._clients, []
        while True:
            while len(tickets) < 8 and not self._placed.empty():
                tickets.append(self._placed.get())
            if not tickets:
                time.sleep(0.002)
                yield
                continue
            wish = random.choice(tickets)
            wish.pending = next_change(wish, clients, random)
            while wish.pending:
                self._timed(lambda: clients.change(client, wish))
                yield
            if wish.state in ("completed", "cancelled") or random.random() < 0.05:
                tickets.remove(wish)

    def _regular(self, client, random):
        """A customer with an account, who has one order at a time."""
        clients = self._clients
        while True:
            wish = clients.book.wish(random.choice(clients.baskets), clients.customer)
            while wish.answer is None and not wish.refused:
                self._timed(lambda: clients.place(client, wish))
                yield
            while wish.answer and wish.state not in ("completed", "cancelled"):
                wish.pending = wish.pending or next_change(wish, clients, random)
                self._timed(lambda: clients.change(client, wish))
                yield

    def _manager(self, client, random):
        while True:
            self._timed(lambda: self._clients.switch(client, random.random() < 0.5))
            yield
            self._over.wait(0.1 * random.random())


def next_change(wish: Wish, clients: Clients, random) -> Change:
    """What the bar does next with an order: mostly forward, at times back, at times no more."""
    chance = random.random()
    authorization, reason = clients.barista, None
    path = f"/api/v1/orders/{wish.order_id}/transitions"
    target = {"pending": "preparing", "preparing": "ready", "ready": "completed"}[wish.state]
    if wish.state == "pending" and chance < 0.08:
        target, authorization = "cancelled", wish.owner
    elif wish.state != "ready" and chance < 0.15:
        target, reason = "cancelled", "The milk is out"
    elif wish.state != "pending" and chance < 0.25:
        target = {"preparing": "pending", "ready": "preparing"}[wish.state]
    elif wish.state == "ready" and not wish.paid:
        path = path.replace("/transitions", "/payments")
        return Change(path, clients.book.key(), {"kind": "cash"}, authorization, wish.version,
                      "ready")
    body = {"to": target, **({"reason": reason} if reason else {})}
    return Change(path, clients.book.key(), body, authorization, wish.version, target)
