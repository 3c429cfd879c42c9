"""Crema as a contestant, on either database."""

import json
import sqlite3
from contextlib import closing

from contestant import CUSTOMERS, Contestant, Watched
from crema import SHOP, Crema, devices, quoted_basket, staff_token, top_up
from crema import customers as accounts
from machine import CREMA

QUEUES = 5
#: A top-up pays for some thousand orders; the one wallet that all pay from needs more.
HOT_TOP_UPS = 9


class CremaOnSQLite(Contestant):
    key, name = "crema", "Crema, SQLite"
    durability = "yes"
    order_path, menu_path = Crema.order_path, Crema.menu_path

    def command(self, data, variant):
        command = [str(CREMA), "demo", "--data", str(data), "--port", str(self.port),
                   "--no-limits", "--quiet"]
        if self.postgres:
            command += ["--database", self.postgres.url(self.active_database)]
        return command, None

    def seed(self):
        basket = quoted_basket(self.request)
        return json.dumps(basket), devices(self.port, CUSTOMERS)

    def seed_wallets(self):
        """As many customers with accounts, and money for some thousand orders each; the first has
        what a wallet may hold."""
        basket = quoted_basket(self.request)
        headers = accounts(self.request, CUSTOMERS)
        self.wallet_body_file = self.folder / "order-by-wallet.json"
        self.wallet_body_file.write_text(
            json.dumps({**basket, "tenders": [{"kind": "wallet"}]}))
        self.wallet_files = {1: self.folder / "wallet", CUSTOMERS: self.folder / "wallets"}
        self.wallet_files[1].write_text(headers[0] + "\n")
        self.wallet_files[CUSTOMERS].write_text("\n".join(headers) + "\n")

    def refill(self):
        staff = "Bearer " + staff_token(self.request)
        try:
            for _ in range(HOT_TOP_UPS):
                top_up(self.request, staff, "customer-0@bench.example")
        except RuntimeError:
            # A wallet holds no more.
            return

    def watch(self, count):
        basket = json.loads(self.body_file.read_text())
        self.token = "Bearer " + staff_token(self.request)
        orders, streams = [], []
        for number in range(count):
            placed = self.request("POST", self.order_path, basket,
                                  Idempotency_Key=f"{'watched':-<32}{number}")
            orders.append(placed["id"])
            streams.append(self.stream("/api/v1/events",
                                       Authorization=f"Guest {placed['token']}"))
        queue = self.stream(f"/api/v1/events?queue={SHOP}", Authorization=self.token)
        return Watched(orders, streams, [queue] * QUEUES)

    def change(self, order, turn):
        state = ("preparing", "pending")[turn % 2]
        self.request("POST", f"/api/v1/orders/{order}/transitions", {"to": state}, If_Match="*",
                     Authorization=self.token, Idempotency_Key=f"{order}-{turn}")
        return state

    def heard(self, event):
        return event.get("id"), event.get("state")

    def age(self):
        """The server forgets answers to requests after two days, so of all orders that are stored
        few have one."""
        forget = "DELETE FROM request"
        if self.postgres:
            with self.postgres:
                self.postgres.sql(forget, self.database)
        else:
            with closing(sqlite3.connect(self.work / "crema.db")) as database, database:
                database.execute(forget)
        super().age()


class CremaOnPostgres(CremaOnSQLite):
    key, name = "crema_postgres", "Crema, PostgreSQL"
    durability = "yes"
