"""Two instances on one PostgreSQL database, and those who use them: customers who repeat under a
key, and listeners who resume."""

import http.client
import json
import shutil
import socket
import ssl
import tempfile
import threading
import time
import uuid
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from program import Program
from torture.postgres import PostgreSQL

LOCATION = "old-mill"
CART = {"locationId": LOCATION, "fulfilment": "toGo",
        "lines": [{"itemId": "espresso", "quantity": 1,
                   "modifiers": [{"id": "beans-house", "quantity": 1}]}]}
#: Longer than anything here is waited for.
PATIENCE_SECONDS = 30


class Shop:
    """A demo shop's database, and instances on it."""

    def __init__(self, folder: Path, server: PostgreSQL):
        self._folder, self._server = folder, server
        self._instances: list[Program] = []
        self._name = "shop_" + uuid.uuid4().hex
        server.execute(f"CREATE DATABASE {self._name}")

    def instance(self, keys_of: Program | None = None) -> Program:
        """Starts one more, with the keys of another one or with keys of its own."""
        folder = self._folder / f"instance-{len(self._instances)}"
        (folder / "data").mkdir(parents=True)
        if keys_of is not None:
            shutil.copytree(keys_of.folder / "data/keys", folder / "data/keys")
        program = Program(
            folder, "demo", "--no-limits", "--database", self._server.url(self._name),
            "--trust-front", "127.0.0.1")
        program.start()
        self._instances.append(program)
        return program

    def close(self):
        for program in self._instances:
            program.stop()

    def rows(self, sql: str) -> list[tuple]:
        return self._server.rows(sql, self._name)

    @property
    def last_event(self) -> int:
        return self.rows("SELECT COALESCE(MAX(id), 0) AS last FROM event")[0][0]


@contextmanager
def shop():
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="crema-instances-", dir=memory))
    try:
        with PostgreSQL(durable=False) as server:
            shop = Shop(folder, server)
            try:
                yield shop
            finally:
                shop.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Client:
    """Keeps its connection; a request that gets no answer raises OSError or HTTPException."""

    def __init__(self, url: str, authority: ssl.SSLContext | None = None, source=None):
        self._address, self._authority, self._source = urlsplit(url), authority, source
        self._connection = self._new()

    def _new(self) -> http.client.HTTPConnection:
        host, port = self._address.hostname, self._address.port
        options = {"timeout": PATIENCE_SECONDS,
                   "source_address": (self._source, 0) if self._source else None}
        if self._address.scheme == "https":
            return http.client.HTTPSConnection(host, port, context=self._authority, **options)
        return http.client.HTTPConnection(host, port, **options)

    def request(self, method: str, path: str, body=None, **headers: str):
        """The status and the decoded answer, or its bytes where it isn't JSON."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body)
        if data is not None:
            fields["Content-Type"] = "application/json"
        try:
            self._connection.request(method, path, data, fields)
            answer = self._connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(content) if is_json else content

    def order(self, name: str) -> dict:
        """A cart as it is placed, with what it comes to."""
        status, quote = self.request("POST", "/api/v1/quotes", CART)
        assert status == 200, quote
        return {**CART, "customerName": name, "fingerprint": quote["fingerprint"],
                "tenders": [{"kind": "counter"}]}


def place(client: Client, name="Ada") -> dict:
    status, answer = client.request(
        "POST", "/api/v1/orders", client.order(name), Idempotency_Key=uuid.uuid4().hex)
    assert status == 201, answer
    return answer


def move(client: Client, order: str, to: str, bearer: str):
    status, answer = client.request(
        "POST", f"/api/v1/orders/{order}/transitions", {"to": to}, If_Match="*",
        Idempotency_Key=uuid.uuid4().hex, Authorization=bearer)
    assert status == 200, answer


def bearer(instance: Program) -> str:
    return "Bearer " + instance.access_token("barista")


class Customer(threading.Thread):
    """Places orders one after the other, each as often as it takes until the shop says yes."""

    def __init__(self, client: Client, name: str):
        super().__init__(daemon=True)
        self._client, self._name = client, name
        self._is_over = self._has_given_up = False
        self._cart = client.order(name)
        #: The name on each order, and its id.
        self.placed: dict[str, str] = {}
        self.answered_at: dict[str, float] = {}
        #: Requests that weren't answered with 201.
        self.troubles: list[str] = []
        self.failure: Exception | None = None

    def run(self):
        try:
            while not self._is_over:
                name = f"{self._name} {len(self.placed)}"
                self.placed[name] = self._place(name)
        except Exception as error:
            self.failure = error

    def finish(self):
        """Lets the last order come to its end."""
        self._is_over = True
        self.join(2 * PATIENCE_SECONDS)
        if self.failure is not None:
            raise self.failure

    def give_up(self):
        """Ends also without an answer to the last order."""
        self._has_given_up = True
        self.join(2 * PATIENCE_SECONDS)

    def _place(self, name: str) -> str:
        key = uuid.uuid4().hex
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline and not self._has_given_up:
            try:
                status, answer = self._client.request(
                    "POST", "/api/v1/orders", {**self._cart, "customerName": name},
                    Idempotency_Key=key)
                if status == 201:
                    self.answered_at[name] = time.monotonic()
                    return answer["id"]
                self.troubles.append(f"{status} {answer}"[:200])
                assert status >= 500, answer
            except (OSError, http.client.HTTPException) as error:
                self.troubles.append(repr(error))
            time.sleep(0.05)
        raise TimeoutError(f"{name} wasn't placed: {self.troubles[-3:]}")


class Listener(threading.Thread):
    """Follows a live stream through all its connections, as a browser does."""

    def __init__(self, url: str, query: str, after: int,
                 authority: ssl.SSLContext | None = None, **headers: str):
        super().__init__(daemon=True)
        self._address, self._query, self._authority = urlsplit(url), query, authority
        self._headers = headers
        self._is_over = False
        self._socket: socket.socket | None = None
        self.last = after
        self.connections = 0
        #: (id, kind, subject, state)
        self.events: list[tuple[int, str, str, str | None]] = []
        self.resets = 0
        self.start()

    def run(self):
        while not self._is_over:
            try:
                self._follow()
            except (OSError, http.client.HTTPException, ValueError):
                # ValueError: the rest of a chunk was cut off, or the socket closed under the read.
                pass
            time.sleep(0.1)

    def close(self):
        self._is_over = True
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                # It had ended by itself.
                pass
        self.join(5)

    def wait_for(self, is_there, what: str):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_there(self):
            assert time.monotonic() < deadline, f"{what} didn't come: {self.events[-5:]}"
            time.sleep(0.02)

    def _follow(self):
        kind = (http.client.HTTPSConnection if self._address.scheme == "https"
                else http.client.HTTPConnection)
        options = {"context": self._authority} if self._authority else {}
        connection = kind(self._address.hostname, self._address.port, timeout=40, **options)
        try:
            connection.connect()
            self._socket = connection.sock
            connection.request("GET", "/api/v1/events?" + self._query, headers={
                "Last-Event-ID": str(self.last), "Accept": "text/event-stream", **self._headers})
            answer = connection.getresponse()
            if answer.status != 200:
                return
            self.connections += 1
            fields: dict[str, str] = {}
            # Line by line as they come: what is half there when the line breaks never arrived.
            while line := answer.readline():
                text = line.decode().rstrip("\n")
                if not text:
                    self._note(fields)
                    fields = {}
                name, found, value = text.partition(": ")
                if found and name:
                    fields[name] = value
        finally:
            connection.close()

    def _note(self, fields: dict[str, str]):
        if "id" not in fields:
            return
        data = json.loads(fields["data"])
        self.events.append(
            (int(fields["id"]), fields["event"], data.get("id"), data.get("state")))
        self.resets += fields["event"] == "reset"
        self.last = int(fields["id"])
