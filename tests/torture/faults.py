"""What goes wrong on the machine below a shop: its disk, its clock, its descriptors.

While the fault lasts, each request is answered in good time, and with a problem document of 503
where it can't be done. When the fault goes, everything works again by itself, and the books hold
what was acknowledged. These are SQLite's faults: PostgreSQL's server has its own disk."""

import contextlib
import time
from pathlib import Path

from . import clock, descriptors, disk
from .book import Book
from .check import Check
from .client import Unanswered
from .load import Clients, Load
from .server import Server, audit
from .suite import Broken, Suite

#: Longest that anybody waits for an answer while the fault lasts: 5 s for a turn, and for a lock
#: or a connection.
ANSWER_SECONDS = 15
#: After a fault until orders are taken again.
RECOVERY_SECONDS = 10


FAULTS = (disk.full, disk.file_read_only, disk.folder_read_only, clock.stepped_back,
          clock.stepped_over_midnight, descriptors.exhausted, descriptors.few_at_start)


class Trial:
    """One fault on one shop: load before, while and after it."""

    def __init__(self, suite: Suite, name: str, folder: Path, shop,
                 environment: dict[str, str] | None = None):
        self.suite, self.name, self.folder, self.shop = suite, name, folder, shop
        self.server = Server(suite, shop, environment)
        self.random = suite.random("faults", name)

    def __enter__(self) -> "Trial":
        self.server.__enter__()
        try:
            self.book = Book(f"{self.name}-{self.suite.options.seed}")
            self.clients = Clients(self.suite, self.server, self.book)
            self.check = Check(self.suite, self.shop, self.book)
        except BaseException as error:
            self.server.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(self, *error):
        self.server.__exit__(*error)

    @contextlib.contextmanager
    def load(self, name: str, **options):
        """Patient clients at work; each of their requests was answered, and soon."""
        load = Load(self.clients, "faults", self.name, name, patient=True, pause=0.005, **options)
        load.start()
        try:
            yield load
        finally:
            load.stop()
        self.suite.expect(
            not load.unanswered, f"{self.name}: {load.unanswered} requests weren't answered")
        self.suite.expect(load.slowest < ANSWER_SECONDS,
                          f"{self.name}: an answer took {load.slowest:.1f} s")

    def refused_while(self, load: Load, seconds: float, must=True) -> int:
        """The fault is there: writes are refused as documented, reads go on. How many were."""
        load.statuses.clear()
        time.sleep(seconds)
        refused = load.statuses[503]
        self.suite.expect(refused > 0 or not must,
                          f"{self.name}: nothing was refused: {dict(load.statuses)}")
        with self.clients.client() as client:
            menu = client.request("GET", "/api/v1/locations/old-mill/menu")
            self.suite.expect(menu.status == 200, f"{self.name}: the menu was {menu}")
            wish = self.random.choice(list(self.book.orders.values()))
            order = client.request("GET", f"/api/v1/orders/{wish.order_id}",
                                   Authorization=wish.owner)
            self.suite.expect(order.status == 200, f"{self.name}: an order was {order}")
        return refused

    def refuses_soon(self, load: Load):
        """The database is away: that is told in good time, not waited for."""
        started = time.monotonic()
        while not load.statuses[503]:
            if time.monotonic() - started > ANSWER_SECONDS:
                return self.suite.fail(f"{self.name}: no 503 in {ANSWER_SECONDS} s: "
                                       f"{dict(load.statuses)}")
            time.sleep(0.02)

    def recovers(self, load: Load):
        """The fault is gone: orders are taken again without anybody's help."""
        self.takes_orders(load, RECOVERY_SECONDS)
        time.sleep(0.5)

    def takes_orders(self, load: Load, seconds: float):
        """One at least of those that are asked for from now on."""
        started = time.monotonic()
        load.statuses.clear()
        while not load.statuses[201]:
            if time.monotonic() - started > seconds:
                raise Broken(f"{self.name}: no order in {seconds} s: {dict(load.statuses)}")
            time.sleep(0.02)

    def finish(self):
        """Everything is answered now, and the database holds it."""
        self.clients.settle()
        self.check.now(full=True)
        self.clients.replay(self.random.sample(list(self.book.orders.values()),
                                               min(50, len(self.book.orders))))
        audit(self.suite, self.shop)
        for line in self.server.failures()[:5]:
            self.suite.fail(f"{self.name}: answered with 500: {line}")
        self.suite.say(f"{self.name}: {len(self.book.orders)} orders, all there")

    def crash(self):
        """Also what the disk holds is what was acknowledged."""
        self.server.kill()
        self.server.start()
        self.clients.settle()
        self.check.now(full=True)


def run(suite: Suite):
    if suite.engine.name != "sqlite":
        return suite.skip("the faults below PostgreSQL are the part network")
    done = []
    for fault in FAULTS:
        with suite.folder() as folder:
            skipped = len(suite.skipped)
            try:
                fault(suite, Path(folder), Trial)
            except (Broken, Unanswered) as error:
                suite.fail(f"{fault.__name__} can't go on: {error!r}")
            if len(suite.skipped) == skipped:
                done.append(fault.__name__.replace("_", " "))
    suite.figure("faults", f"{len(done)} ({'; '.join(done)})")
