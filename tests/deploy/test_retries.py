"""What a front sends a second time when an instance dies over a request: reads and keyed requests,
and never a request that might do a thing twice."""

import http.client
import socket
import threading

import pytest

from deploy.front import FRONTS, HAProxy


class Instance:
    """Answers like an instance; where `dies` is set, it reads each request and hangs up."""

    def __init__(self, dies: bool):
        self._dies = dies
        self.requests: list[str] = []
        self.bodies: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = "127.0.0.1:%d" % self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        if self._listener.fileno() < 0:
            return
        # Also wakes who waits in accept(); closing alone would leave the port open until then.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    @staticmethod
    def _line(stream) -> bytes:
        try:
            return stream.readline()
        except ConnectionResetError:
            # A check of the front's that had seen enough.
            return b""

    def _serve(self, connection: socket.socket):
        with connection, connection.makefile("rb") as stream:
            while line := self._line(stream):
                length = 0
                while (field := stream.readline().strip()) != b"":
                    name, _, value = field.decode().partition(":")
                    if name.lower() == "content-length":
                        length = int(value)
                body = stream.read(length)
                method, path, _ = line.decode().split()
                if path != "/healthz":
                    self.requests.append(method)
                    self.bodies.append(body)
                    if self._dies:
                        return
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")


@pytest.fixture
def instances():
    both = Instance(dies=True), Instance(dies=False)
    yield both
    for instance in both:
        instance.close()


@pytest.fixture(params=FRONTS, ids=lambda front: front.program)
def front(request, instances, tmp_path):
    dying, sound = instances
    with request.param(tmp_path / "front", dying.address, sound.address) as front:
        yield front


@pytest.fixture
def haproxy(instances, tmp_path):
    dying, sound = instances
    with HAProxy(tmp_path / "front", dying.address, sound.address) as front:
        yield front


def ask(front, method: str, body: bytes | None = None, **headers: str) -> int:
    connection = http.client.HTTPSConnection(
        "127.0.0.1", front.port, timeout=20, context=front.authority)
    try:
        connection.request(method, "/order", body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def until_it_met_the_dying_one(front, dying: Instance, method: str, body=None, **headers) -> int:
    """Asks until the dying instance got the request; the answer to that one."""
    for _ in range(20):
        status = ask(front, method, body, **headers)
        if dying.requests:
            return status
        assert status == 200
    raise AssertionError(f"the front never chose one of its two instances:\n{front.log[-2000:]}")


def test_a_read_goes_to_the_other_instance(front, instances):
    assert until_it_met_the_dying_one(front, instances[0], "GET") == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_change_without_a_key_is_sent_once(front, instances, method):
    dying, sound = instances

    status = until_it_met_the_dying_one(front, dying, method, b"x")

    assert status == 502
    assert len(dying.requests) == 1


def test_a_request_with_a_key_goes_to_the_other_instance_with_its_body(haproxy, instances):
    dying, sound = instances
    body = b"x" * 5000

    status = until_it_met_the_dying_one(
        haproxy, dying, "POST", body, **{"Idempotency-Key": "k" * 32})

    assert status == 200
    assert dying.bodies[-1] == body and sound.bodies[-1] == body


def test_a_change_that_reached_nobody_goes_to_the_other_instance(haproxy, instances):
    dying, sound = instances
    dying.close()

    answers = [ask(haproxy, "POST", b"x" * 5000) for _ in range(6)]

    assert answers == [200] * 6
    assert sound.requests == ["POST"] * 6
