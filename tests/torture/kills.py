"""The server is killed at any moment, under load, and started again on the same shop.

After each start, clients send again what got no answer, under the same keys. Then everything that
was acknowledged is there, once and as it was answered, and nothing else is."""

import statistics
import time
from pathlib import Path

from .book import Book
from .check import Check
from .load import SCARCE, Clients, Load
from .server import Server, audit
from .suite import Suite

#: Opening a shop after a crash, to the first request: nobody notices.
START_SECONDS = 1.0
#: Audits and looks at the whole database take as long as there are orders.
KILLS_PER_AUDIT = 10
REPLAYED = 20


def run(suite: Suite):
    kills = suite.options.kills or 20
    random = suite.random("kills")
    with suite.folder() as folder, suite.engine.shop(Path(folder)) as shop:
        with Server(suite, shop) as server:
            book = Book(f"kills-{suite.options.seed}")
            clients, check = Clients(suite, server, book), Check(suite, shop, book)
            starts = []
            for kill in range(1, kills + 1):
                _restock(clients, random)
                load = Load(clients, "kills", kill)
                load.start()
                time.sleep(random.uniform(0.05, 0.6))
                server.kill()
                load.stop()
                _check_answers(suite, load)
                starts.append(_start(suite, server, random))
                clients.settle()
                clients.replay(random.sample(list(book.orders.values()),
                                             min(REPLAYED, len(book.orders))))
                is_full = kill % KILLS_PER_AUDIT == 0 or kill == kills
                check.now(full=is_full)
                if is_full:
                    audit(suite, shop)
                    suite.say(f"{kill} kills, {len(book.orders)} orders, {book.changes} changes")
            for line in server.failures()[:5]:
                suite.fail(f"answered with 500: {line}")
    suite.figure("kills", kills)
    suite.figure("orders through kills", len(book.orders))
    suite.figure("starts", f"{statistics.median(starts) * 1000:.0f} ms in the median, "
                 f"{max(starts) * 1000:.0f} ms the slowest")


def _restock(clients: Clients, random):
    with clients.client() as client:
        clients.set_stock(client, SCARCE, random.randint(20, 200))


def _check_answers(suite: Suite, load: Load):
    suite.expect(not load.hangs, f"{load.hangs} requests hung")
    busy = load.statuses[503]
    suite.expect(busy <= 0.02 * load.statuses.total(), f"{busy} × 503 in {load.statuses}")


def _start(suite: Suite, server: Server, random) -> float:
    """Starts the server; one time in eight it is killed while it starts, too."""
    if random.random() < 1 / 8:
        server.spawn()
        time.sleep(random.uniform(0, 0.08))
        server.kill()
    seconds = server.start()
    suite.expect(seconds < START_SECONDS, f"a start took {seconds:.2f} s")
    return seconds
