"""Crema as the bench runs it: a demo shop without limits, on SQLite or PostgreSQL."""

import http.client
import json
import statistics
import subprocess
import time
import urllib.request
import uuid
from pathlib import Path

from machine import CREMA, die_with_parent, free_port, resident_megabytes

SHOP = "old-mill"


def takes_postgres():
    """Whether this build of Crema serves a PostgreSQL database."""
    return "--database" in subprocess.run([CREMA, "help"], capture_output=True, text=True).stdout


class Crema:
    """`database` is a PostgreSQL URL; without one the folder holds the database."""

    order_path = "/api/v1/orders"
    menu_path = f"/api/v1/locations/{SHOP}/menu"

    def __init__(self, folder, *arguments, database=None):
        self.folder, self.port = Path(folder), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.arguments = [*arguments, *(["--database", database] if database else [])]

    def __enter__(self):
        started = time.monotonic()
        self.process = subprocess.Popen(
            [str(CREMA), "demo", "--data", str(self.folder), "--port", str(self.port),
             "--no-limits", "--quiet", *self.arguments], stdout=subprocess.PIPE, text=True,
            preexec_fn=die_with_parent)
        line = self.process.stdout.readline()
        if "ready" not in line:
            raise RuntimeError(f"{CREMA} ended with {self.process.wait()}: {line}")
        self.ready_seconds = time.monotonic() - started
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)

    def request(self, method, path, body=None, **headers):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, method=method)
        if data:
            request.add_header("Content-Type", "application/json")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

    def resident(self):
        """Resident megabytes."""
        return resident_megabytes(self.process.pid)

    def basket(self):
        return quoted_basket(self.request)

    def staff_token(self):
        return staff_token(self.request)


def quoted_basket(request):
    """Three lines with modifiers, with the fingerprint of their quote."""
    lines = basket_lines(request("GET", Crema.menu_path))
    cart = {"locationId": SHOP, "fulfilment": "toGo", "lines": lines}
    quote = request("POST", "/api/v1/quotes", cart)
    return {**cart, "fingerprint": quote["fingerprint"], "customerName": "Ada",
            "tenders": [{"kind": "counter"}]}


def staff_token(request):
    return request("POST", "/api/v1/sessions", {
        "email": "barista@demo.crema", "password": "demo-demo-demo"})["accessToken"]


def customers(request, count):
    """Headers of that many customers with accounts, each with as much in the wallet as one top-up
    may be; the last is the hot one."""
    staff = "Bearer " + staff_token(request)
    headers = []
    for number in range(count):
        address = f"customer-{number}@bench.example"
        session = request("POST", "/api/v1/users", {
            "email": address, "password": "four grey cups of rain", "name": "Ada"})
        headers.append("Authorization: Bearer " + session["accessToken"])
        top_up(request, staff, address)
    return headers


def top_up(request, staff, address):
    request("POST", f"/api/v1/locations/{SHOP}/top-ups",
            {"email": address, "amount": 10_000_000, "kind": "cash"},
            Authorization=staff, Idempotency_Key=uuid.uuid4().hex)


def devices(port, count):
    """Headers of that many customers: browsers, each known by its cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = []
    for _ in range(count):
        connection.request("POST", "/settings", "language=en&theme=system", {
            "Content-Type": "application/x-www-form-urlencoded"})
        answer = connection.getresponse()
        answer.read()
        cookies = [line.split(";")[0] for line in answer.headers.get_all("Set-Cookie") or []]
        headers.append("Cookie: " + next(one for one in cookies if "-device=" in one))
    connection.close()
    return headers


def basket_lines(menu):
    items = [item for category in menu["categories"] for item in category["items"]]
    wanted = [item for item in items if item["groups"] and item["sizes"]][:3]
    lines = []
    for item in wanted:
        modifiers = []
        for group in item["groups"]:
            count = max(group["min"], 1 if len(modifiers) < 3 else 0)
            modifiers += [{"id": one["id"], "quantity": 1} for one in group["modifiers"][:count]]
        lines.append({"itemId": item["id"], "sizeId": item["sizes"][0]["id"],
                      "modifiers": modifiers, "quantity": 1 + len(lines)})
    return lines


def start_times(folder, count=5):
    """Median seconds of later starts, and the resident megabytes at rest."""
    times = []
    for _ in range(count):
        with Crema(folder) as crema:
            times.append(crema.ready_seconds)
            idle = crema.resident()
    return statistics.median(times), idle
