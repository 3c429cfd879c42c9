"""Live streams that are cut again and again, at any byte, and resume.

Each client keeps what it heard. In the end each has the very events of a client that was never cut,
in their order, none missing and none twice; and those are the events of the database."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from .book import Book
from .check import Check
from .load import LOCATION, Clients, Load
from .server import Server
from .sse import Listener
from .suite import Broken, Suite

#: A client that missed more events than this may be told to fetch everything instead.
MISSED_LIMIT = 2000
CATCH_UP_SECONDS = 30
MENU = f"(kind IN ('menu', 'location') AND location_id = '{LOCATION}')"


@dataclass
class View:
    """What some clients may see, and which of the database's events that is."""

    path: str
    headers: dict[str, str]
    condition: str
    #: The first is never cut.
    listeners: list[Listener] = field(default_factory=list)


def run(suite: Suite):
    with suite.folder() as folder, suite.engine.shop(Path(folder)) as shop:
        with Server(suite, shop) as server:
            book = Book(f"streams-{suite.options.seed}")
            clients = Clients(suite, server, book)
            # Little enough for the listeners to keep up, who share this program with it.
            load = Load(clients, "streams", customers=3, baristas=3, patient=True, pause=0.02)
            views = _views(clients, load, shop)
            start = shop.rows("SELECT MAX(id) AS id FROM event")[0][0]
            for view, count in views:
                view.listeners = [Listener(server.port, view.path, view.headers, start)
                                  for _ in range(1 + count)]
            load.start()
            try:
                asyncio.run(_follow(suite, shop, load, [view for view, _ in views]))
            except (OSError, EOFError) as error:
                raise Broken(f"a stream didn't come or fell silent: {error!r}") from error
            finally:
                load.stop()
            suite.expect(not load.unanswered, f"{load.unanswered} requests weren't answered")
            clients.settle()
            for view, _ in views:
                _compare(suite, shop, view, start)
            Check(suite, shop, book).now(full=True)
            for line in server.failures()[:5]:
                suite.fail(f"answered with 500: {line}")
    listeners = [one for view, _ in views for one in view.listeners]
    suite.figure("drops", sum(one.drops for one in listeners))
    suite.figure("streams", len(listeners))
    suite.figure("events heard", sum(len(one.events) for one in listeners))


def _views(clients: Clients, load: Load, shop) -> list[tuple[View, int]]:
    """The bar's queue, the menu, a customer's own orders, and guests with one order each."""
    queue = View(f"/api/v1/events?queue={LOCATION}", {"Authorization": clients.barista},
                 f"location_id = '{LOCATION}'")
    menu = View(f"/events?location={LOCATION}", {}, MENU)
    views = [(queue, 20), (menu, 12)]
    with clients.client() as client:
        for authorization, count in ((clients.customer, 8), (None, 4), (None, 4)):
            wish = clients.book.wish(clients.baskets[0], authorization)
            clients.place(client, wish)
            if wish.answer is None:
                raise Broken("the first order wasn't placed")
            load.hand(wish)
            condition = f"subject_id = '{wish.order_id}'"
            if authorization:
                owner = shop.rows("SELECT owner_id FROM customer_order"
                                  f" WHERE id = '{wish.order_id}'")[0][0]
                condition = f"owner_id = '{owner}'"
            views.append((View(f"/api/v1/events?location={LOCATION}",
                               {"Authorization": wish.owner}, f"({condition} OR {MENU})"), count))
    return views


async def _follow(suite: Suite, shop, load: Load, views: list[View]):
    """Cuts the listeners until there were as many drops as wished, then lets all catch up."""
    left = suite.options.drops or 500

    def take() -> bool:
        nonlocal left
        left -= 1
        return left >= 0

    steady = [asyncio.create_task(_listen(view.listeners[0])) for view in views]
    try:
        await asyncio.gather(*(
            _cut_and_resume(listener, suite.random("streams", place, number), take)
            for place, view in enumerate(views)
            for number, listener in enumerate(view.listeners[1:])))
        suite.say("all were cut; they catch up")
        await asyncio.to_thread(load.stop)
        restless = [asyncio.create_task(_listen(listener))
                    for view in views for listener in view.listeners[1:]]
        steady += restless
        await _caught_up(suite, shop, views, steady)
    finally:
        for task in steady:
            task.cancel()
        await asyncio.gather(*steady, return_exceptions=True)


async def _listen(listener: Listener):
    await listener.connect()
    await listener.hear()


async def _cut_and_resume(listener: Listener, random, take):
    while take():
        await listener.connect(by_query=random.random() < 0.3)
        # Most end within an event, some in silence.
        limit = random.choice([None, random.randint(1, 400), random.randint(1, 8000)])
        end = asyncio.get_running_loop().call_later(random.expovariate(1 / 0.08), listener.cut)
        await listener.hear(limit)
        end.cancel()
        listener.cut()
        listener.drops += 1
        # One in a hundred is away for longer.
        away = 3 if random.random() < 0.01 else 0.05
        await asyncio.sleep(random.uniform(0, away))


async def _caught_up(suite: Suite, shop, views: list[View], tasks):
    """Returns when every listener has heard the last event that it may see."""
    deadline = asyncio.get_running_loop().time() + CATCH_UP_SECONDS
    for view in views:
        last = (await asyncio.to_thread(
            shop.rows, f"SELECT MAX(id) AS id FROM event WHERE {view.condition}"))[0][0]
        while any(listener.last < last for listener in view.listeners):
            for task in tasks:
                if task.done():
                    task.result()
                    raise Broken("the server ended a stream that nobody cut")
            if asyncio.get_running_loop().time() > deadline:
                behind = sum(listener.last < last for listener in view.listeners)
                suite.fail(f"{behind} of {view.path} aren't at {last} {CATCH_UP_SECONDS} s later")
                break
            await asyncio.sleep(0.02)


def _compare(suite: Suite, shop, view: View, start: int):
    truth = [tuple(row) for row in shop.rows(
        "SELECT id, kind, subject_id, version FROM event"
        f" WHERE id > {start} AND {view.condition} ORDER BY id")]
    steady = view.listeners[0]
    suite.expect(steady.events == truth, f"{view.path}, never cut: " + _apart(steady, truth))
    for listener in view.listeners[1:]:
        same = [event for event in steady.events if event[0] > listener.known_from]
        suite.expect(listener.events == same, f"{view.path}: {_apart(listener, same)}")
        suite.expect(not listener.resets or listener.longest_gap > MISSED_LIMIT,
                     f"{view.path}: reset though only {listener.longest_gap} were missed")
    suite.expect(bool(truth), f"{view.path}: there was nothing to hear")


def _apart(listener: Listener, truth: list[tuple]) -> str:
    heard, known = set(listener.events), set(truth)
    return (f"{len(known - heard)} missing, {len(heard - known)} made up, "
            f"{len(listener.events) - len(heard)} twice, of {len(truth)}")
