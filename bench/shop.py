"""Crema as a contestant, on either database."""

import json
import sqlite3
from contextlib import closing

from contestant import CUSTOMERS, Contestant, Watched
from crema import SHOP, Crema, devices, quoted_basket, staff_token
from machine import CREMA

QUEUES = 5


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
