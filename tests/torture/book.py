"""What the clients know: which wishes they have, and what they were answered."""

import itertools
import json
import threading
from collections import Counter, defaultdict
from dataclasses import dataclass, field


@dataclass
class Basket:
    """A cart that is ordered again and again, with the quote that its customers saw."""

    cart: dict
    total: int
    #: Pieces of the counted items in it.
    counted: Counter

    @property
    def lines(self) -> int:
        return len(self.cart["lines"])


@dataclass
class Change:
    """A request of the staff or the customer that changes an order."""

    path: str
    key: str
    body: dict
    authorization: str
    seen: int
    #: Where the order stands afterwards.
    state: str


@dataclass
class Wish:
    """An order that a customer wants, under one key until it is answered."""

    key: str
    basket: Basket
    #: Of the account that orders; none for a guest.
    authorization: str | None = None
    answer: dict | None = None
    #: A clear no (sold out, say): the order must not be there.
    refused: bool = False
    state: str = "pending"
    version: int = 1
    paid: bool = False
    #: What was sent and not answered yet.
    pending: Change | None = None
    body: bytes = field(default=b"")

    def __post_init__(self):
        # The name tells bodies apart: what is answered under a key is that body's answer.
        self.body = json.dumps({**self.basket.cart, "customerName": self.key[-30:]}).encode()

    @property
    def owner(self) -> str:
        """The authorization of whom the order belongs to."""
        return self.authorization or "Guest " + self.answer["token"]

    @property
    def order_id(self) -> str:
        return self.answer["id"]


class Book:
    """Of one shop, through all ends of its server."""

    def __init__(self, name: str):
        self._name = name
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self.wishes: list[Wish] = []
        self.orders: dict[str, Wish] = {}
        self.stock: dict[str, int] = defaultdict(int)
        #: What was set of an item, and what was last acknowledged.
        self.sold_out: dict[str, bool] = {}
        self.sold_out_pending: dict[str, bool] = {}
        self.changes = 0

    def key(self) -> str:
        """A key that nobody else has; guests' have at least 32 characters."""
        return f"torture-{self._name}-{next(self._numbers):08}".ljust(40, "-")

    def wish(self, basket: Basket, authorization: str | None = None) -> Wish:
        wish = Wish(self.key(), basket, authorization)
        with self._lock:
            self.wishes.append(wish)
        return wish

    def placed(self, wish: Wish, answer: dict):
        with self._lock:
            wish.answer = answer
            self.orders[answer["id"]] = wish
            for item, count in wish.basket.counted.items():
                self.stock[item] -= count

    def changed(self, wish: Wish, version: int):
        """The pending change was answered."""
        change, wish.pending = wish.pending, None
        with self._lock:
            self.changes += 1
            if change.state == "cancelled" and wish.state == "pending":
                # Nothing was made yet: what it took goes back.
                for item, count in wish.basket.counted.items():
                    self.stock[item] += count
        wish.paid = wish.paid or change.path.endswith("/payments")
        wish.state, wish.version = change.state, version

    def unanswered(self) -> list[Wish]:
        return [wish for wish in self.wishes if wish.answer is None and not wish.refused]

    def unfinished(self) -> list[Wish]:
        return [wish for wish in self.orders.values() if wish.pending is not None]
