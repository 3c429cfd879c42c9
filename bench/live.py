"""How long a changed order takes to the screens that show it."""

import json
import statistics
import subprocess
import threading
import time
from contextlib import contextmanager

from load import orders_command, read
from machine import TOOLS

CHANGES_A_SECOND = 20
HEARING_SECONDS = 30
OPENING_SECONDS = 120
LOAD_CONNECTIONS = 32


class Listeners:
    """The C client's streams, and what they heard."""

    def __init__(self, server, watched):
        self.server, self.streams = server, [*watched.own, *watched.all]
        file = server.folder / "streams"
        file.write_text("".join(
            one.request.replace("\r\n", "\t") + "\n" for one in self.streams))
        self.process = subprocess.Popen(
            [TOOLS / "listeners", str(server.port), str(file)], stdout=subprocess.PIPE, text=True)
        self.begun, self.is_open = threading.Event(), False
        self.greetings, self.hearings = [], []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.begun.wait(OPENING_SECONDS)
        if not self.is_open:
            self.close()
            raise RuntimeError(f"{server.name}: the streams didn't open")
        self._greet()

    def _read(self):
        for line in self.process.stdout:
            if line == "open\n":
                self.is_open = True
                self.begun.set()
                continue
            at, number, text = line.split(" ", 2)
            if '"clientId"' in text:
                self.greetings.append((int(number), text))
            else:
                self.hearings.append((float(at), int(number), text))
        self.begun.set()

    def _greet(self):
        """Asks for what is to be heard, where a server needs that: after each stream's first
        event, which may come a little later than the others."""
        expected = sum(bool(stream.subscription) for stream in self.streams)
        deadline = time.monotonic() + OPENING_SECONDS
        done = 0
        while done < expected:
            self.need_alive()
            if done == len(self.greetings):
                if time.monotonic() > deadline:
                    raise RuntimeError(f"only {done} of {expected} streams were greeted")
                time.sleep(.01)
                continue
            number, text = self.greetings[done]
            self.server.opened(self.streams[number], json.loads(text))
            done += 1

    def need_alive(self):
        if self.process.poll() is not None:
            raise RuntimeError(f"{self.server.name}: a stream broke")

    def close(self):
        self.process.kill()
        self.process.wait()


@contextmanager
def listening(server, watched):
    """Opens all streams."""
    server.turns = 0
    listeners = Listeners(server, watched)
    try:
        yield listeners
    finally:
        listeners.close()


def change_evenly(server, watched, listeners, seconds):
    """Milliseconds from before each change was asked for until each of its screens had heard.

    Orders are changed one after the other at a steady pace, each once at most; whoever doesn't
    hear is an error."""
    orders, sent, heard_before = watched.orders, {}, len(listeners.hearings)
    turns = server.turns
    start = time.monotonic()
    for number in range(min(int(seconds * CHANGES_A_SECOND), len(orders))):
        pause = start + number / CHANGES_A_SECOND - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        order, turn = orders[(turns + number) % len(orders)], (turns + number) // len(orders)
        at = time.monotonic()
        sent[order, server.change(order, turn)] = at
    server.turns = turns + number + 1
    return summary(_hearings(server, orders, listeners, sent, heard_before))


def _hearings(server, orders, listeners, sent, position):
    """Of each change: its order's own stream, and those that watch all; nobody else."""
    own = {order: number for number, order in enumerate(orders)}
    missing = {(key, number) for key in sent
               for number in (own[key[0]], *range(len(orders), len(listeners.streams)))}
    deadline = time.monotonic() + HEARING_SECONDS
    times = []
    while missing:
        listeners.need_alive()
        if position == len(listeners.hearings):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{server.name}: {len(missing)} hearings didn't come, "
                                   f"{len(times)} did")
            time.sleep(.01)
            continue
        at, number, text = listeners.hearings[position]
        position += 1
        key = server.heard(json.loads(text))
        if key not in sent:
            continue
        if (key, number) not in missing:
            raise RuntimeError(f"{server.name}: stream {number} heard what it shouldn't: {text}")
        missing.remove((key, number))
        times.append((at - sent[key]) * 1000)
    return times


def summary(times):
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {"p50": cuts[49], "p99": cuts[98], "count": len(times)}


@contextmanager
def steady_orders(server, rate, seconds):
    """That many orders a second beside what is measured; yields a function that says, at the end,
    how many there really were."""
    load = subprocess.Popen(
        ["wrk", "--latency", "--timeout", "30s", "-t1", f"-c{LOAD_CONNECTIONS}",
         f"-d{seconds}s", *_around_url(server, rate)], stdout=subprocess.PIPE, text=True)

    def reached():
        output = load.communicate(timeout=seconds + 60)[0]
        if load.returncode or "Non-2xx" in output or "Socket errors" in output:
            raise RuntimeError(f"{server.name}: the load failed:\n{output}")
        return read(output)

    try:
        yield reached
    finally:
        load.kill()
        load.wait()


def _around_url(server, rate):
    command = orders_command(server.body_file, server.customers_files[1000], rate)
    return [*command[:2], server.url + server.order_path, *command[2:]]
