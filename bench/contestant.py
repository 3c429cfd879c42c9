"""What all measured servers have in common: a template made once, copies of it that are served,
the same load."""

import http.client
import json
import os
import shutil
import subprocess
import time
import urllib.request
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from machine import die_with_parent, free_port, proportional_megabytes

CUSTOMERS = 1000
# Below uvicorn's five seconds, after which it closes a connection that nobody uses.
IDLE_SECONDS = 2
START_SECONDS = 60
STOP_SECONDS = 30


@dataclass(frozen=True)
class Stream:
    """The head of a request, and what must be asked for once it is open, if anything."""

    request: str
    subscription: tuple = ()


@dataclass(frozen=True)
class Watched:
    """Orders, for each the stream of its customer, and those that hear of all orders."""

    orders: list
    own: list
    all: list

    def first(self, count):
        return Watched(self.orders[:count], self.own[:count], self.all)


class Contestant:
    """A kind of server. Subclasses say how it is seeded, started and asked."""

    key = name = durability = ""
    order_path = menu_path = ""
    # Numbers of processes to try; the better one counts.
    variants = (1,)
    postgres = None

    def __init__(self, folder, postgres=None):
        self.folder = folder / self.key
        self.template, self.work = self.folder / "template", self.folder / "work"
        self.body_file = self.folder / "order.json"
        self.customers_files = {1: self.folder / "customer", CUSTOMERS: self.folder / "customers"}
        #: What is sent, and by whom, where orders are paid from wallets.
        self.wallet_body_file, self.wallet_files = self.body_file, self.customers_files
        self.postgres = postgres
        self.database = f"{self.key}_work"
        self.is_prepared = False

    # What subclasses give.

    def command(self, data, variant):
        """Command line and environment that serve a folder on `self.port`."""
        raise NotImplementedError

    def seed(self):
        """Fills the server that runs on the template; returns the body of an order and the
        customers' headers."""
        raise NotImplementedError

    def seed_wallets(self):
        """The same with money in wallets, where orders aren't paid from them anyway."""

    def refill(self):
        """Fills the one wallet that all pay from, where it would run empty."""

    def watch(self, count):
        """Places that many orders and says which streams hear of them."""
        raise NotImplementedError

    def change(self, order, turn):
        """Moves an order and returns where to. `turn` counts the times it was moved before."""
        raise NotImplementedError

    def heard(self, event):
        """The order and its state that an event speaks of."""
        raise NotImplementedError

    def opened(self, stream, event):
        """What a stream needs after its first event, to be told anything."""

    # What they all do.

    def prepare(self):
        if self.is_prepared:
            return
        self.template.mkdir(parents=True, exist_ok=True)
        if self.postgres:
            with self.postgres:
                self.postgres.recreate(f"{self.key}_template")
        with self._running(self.template, f"{self.key}_template", 1):
            body, customers = self.seed()
            self.seed_wallets()
        self.body_file.write_text(body)
        self.customers_files[1].write_text(customers[0] + "\n")
        self.customers_files[CUSTOMERS].write_text("\n".join(customers) + "\n")
        self.is_prepared = True

    @contextmanager
    def serve(self, variant=1, source="template", keep=False):
        """Serves a fresh copy of the template, or of what was kept under a name, or goes on with
        the last copy."""
        self.prepare()
        if not keep:
            shutil.rmtree(self.work, ignore_errors=True)
            shutil.copytree(self.folder / source, self.work)
            _write_out(self.work)
        with self._running(self.work, self.database, variant, None if keep else source):
            yield self

    def age(self):
        """Leaves what was served last as a shop would find it some days later, not minutes."""
        if self.postgres:
            with self.postgres:
                self.postgres.sql("VACUUM ANALYZE", self.database)

    def keep(self, name):
        """What was served last can be served again under this name."""
        self.work.rename(self.folder / name)
        if self.postgres:
            with self.postgres:
                self.postgres.rename(self.database, f"{self.key}_{name}")

    @contextmanager
    def _running(self, data, database, variant, source=None):
        with self.postgres or nullcontext():
            if self.postgres and source:
                self.postgres.recreate(database, f"{self.key}_{source}")
            self.port = free_port()
            self.url = f"http://127.0.0.1:{self.port}"
            self.active_database = database
            command, environment = self.command(data, variant)
            with open(self.folder / "log", "a") as log:
                started = time.monotonic()
                self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder,
                                                env=environment, preexec_fn=die_with_parent)
            try:
                self._wait()
                self.ready_seconds = time.monotonic() - started
                self.used = 0
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                yield self
                self.connection.close()
            finally:
                self.process.terminate()
                self.process.wait(STOP_SECONDS)

    def _wait(self):
        """Until the menu is answered: the same moment for all."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            probe = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            try:
                probe.request("GET", self.menu_path)
                if probe.getresponse().status == 200:
                    return
            except (ConnectionError, http.client.HTTPException, TimeoutError):
                pass
            finally:
                probe.close()
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} didn't start:\n{self.log_end()}")
            time.sleep(.005)

    def request(self, method, path, body=None, **headers):
        """One request by JSON over a kept connection; its decoded answer."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        if time.monotonic() - self.used > IDLE_SECONDS:
            self.connection.close()
        self.connection.request(method, path, data, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        self.used = time.monotonic()
        if answer.status >= 300:
            raise RuntimeError(f"{self.name}: {method} {path}: {answer.status} {text[:500]!r}\n"
                               + self.log_end())
        return json.loads(text or "null")

    def log_end(self):
        """What it said last; the log goes with the folder."""
        return (self.folder / "log").read_text(errors="replace")[-2000:]

    def menu_bytes(self):
        with urllib.request.urlopen(self.url + self.menu_path) as answer:
            return len(answer.read())

    def memory(self):
        """Megabytes of its processes, without PostgreSQL's."""
        return proportional_megabytes(self.process.pid)

    def stream(self, path, subscription=(), **headers):
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept: text/event-stream"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return Stream("\r\n".join(lines) + "\r\n\r\n", subscription)


def _write_out(folder):
    """Or the copy's pages would be written out while something is measured."""
    for path in folder.rglob("*"):
        if path.is_file():
            with open(path, "rb") as file:
                os.fsync(file.fileno())
