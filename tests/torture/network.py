"""What goes wrong between Crema and PostgreSQL, and with PostgreSQL itself.

Between them stands a proxy that delays, cuts, refuses, and loses the answers to COMMITs. Clients
keep at it: each of their requests is answered in good time, by 503 at worst, and what was
acknowledged is there, once."""

import time
from pathlib import Path

from .client import Unanswered
from .faults import Trial
from .proxy import Proxy
from .suite import Broken, Suite

FAULT_SECONDS = 3.0
#: From question to answer. An order takes five of them, and those of a location stand in line.
DELAY_SECONDS = 0.2
DELAYED_ORDER_SECONDS = 30
#: COMMITs that get lost, each way.
LOST = 20
LOST_SECONDS = 30


def run(suite: Suite):
    if suite.engine.name != "postgres":
        return suite.skip("there is no network before SQLite")
    random = suite.random("network", "proxy")
    for trial in TRIALS:
        name = trial.__name__.strip("_").replace("_", " ")
        with suite.folder() as folder, suite.engine.shop(Path(folder)) as shop, \
                Proxy(suite.engine.server.port, random) as proxy:
            shop.port = proxy.port
            try:
                with Trial(suite, name, Path(folder), shop) as one:
                    trial(one, proxy, suite.engine.server)
                    proxy.heal()
                    one.finish()
            except (Broken, Unanswered) as error:
                suite.fail(f"{name} can't go on: {error!r}")
            suite.say(f"{name}: {proxy.counts}")
            suite.figure(name, _figure(proxy))
    suite.figure("faults", len(TRIALS))


def _figure(proxy: Proxy) -> str:
    counts = proxy.counts
    return (f"{counts.cuts} cuts, {counts.lost_answers} lost answers and "
            f"{counts.lost_commits} lost of {counts.commits} COMMITs")


def _wait(is_enough):
    deadline = time.monotonic() + LOST_SECONDS
    while not is_enough() and time.monotonic() < deadline:
        time.sleep(0.02)


def _delayed(trial: Trial, proxy: Proxy, _):
    """Every round trip takes long: slow, and right."""
    with trial.load("delayed") as load:
        proxy.delay_seconds = DELAY_SECONDS / 2
        time.sleep(2 * FAULT_SECONDS)
        trial.takes_orders(load, DELAYED_ORDER_SECONDS)
        proxy.heal()
        trial.recovers(load)


def _cut(trial: Trial, proxy: Proxy, _):
    """All connections end at once, again and again."""
    with trial.load("cut") as load:
        for _ in range(10):
            time.sleep(trial.random.uniform(0.1, 0.6))
            trial.suite.expect(proxy.cut_all() > 0, f"{trial.name}: there was nothing to cut")
        trial.recovers(load)


def _refused(trial: Trial, proxy: Proxy, _):
    """The database is away; then it is back."""
    with trial.load("refused") as load:
        time.sleep(0.5)
        proxy.refuse()
        proxy.cut_all()
        load.statuses.clear()
        trial.refuses_soon(load)
        trial.suite.expect(not trial.server.is_ready(), f"{trial.name}: it says that it's ready")
        proxy.accept()
        trial.recovers(load)
    trial.suite.expect(trial.server.is_ready(), f"{trial.name}: it isn't ready again")


def _cut_at_any_byte(trial: Trial, proxy: Proxy, _):
    with trial.load("any byte") as load:
        proxy.cut_after_bytes = 20_000
        time.sleep(2 * FAULT_SECONDS)
        trial.suite.expect(proxy.counts.cuts > 0, f"{trial.name}: nothing was cut")
        proxy.heal()
        trial.recovers(load)


def _lost_answers(trial: Trial, proxy: Proxy, _):
    """Done, but the server never hears of it: the key tells, and nothing is done twice."""
    with trial.load("lost answers") as load:
        proxy.lose_answers = 0.2
        _wait(lambda: proxy.counts.lost_answers >= LOST)
        trial.suite.expect(proxy.counts.lost_answers >= LOST, f"{trial.name}: {proxy.counts}")
        proxy.heal()
        trial.recovers(load)


def _lost_commits(trial: Trial, proxy: Proxy, _):
    """Not done, and the server can't tell that from the former."""
    with trial.load("lost commits") as load:
        proxy.lose_commits = 0.2
        _wait(lambda: proxy.counts.lost_commits >= LOST)
        trial.suite.expect(proxy.counts.lost_commits >= LOST, f"{trial.name}: {proxy.counts}")
        proxy.heal()
        trial.recovers(load)


def _backends_ended(trial: Trial, _, postgres):
    """An administrator ends all of the sessions."""
    with trial.load("backends ended") as load:
        for _ in range(10):
            time.sleep(trial.random.uniform(0.1, 0.6))
            ended = postgres.terminate_backends(trial.shop.database)
            trial.suite.expect(ended > 0, f"{trial.name}: there were none to end")
        trial.recovers(load)


def _restarted(trial: Trial, _, postgres):
    """PostgreSQL ends, well and badly, and comes back."""
    for mode in ("fast", "immediate", "immediate"):
        with trial.load(mode) as load:
            time.sleep(trial.random.uniform(0.2, 0.6))
            postgres.stop(mode)
            load.statuses.clear()
            trial.refuses_soon(load)
            postgres.start()
            trial.recovers(load)
        trial.clients.settle()
        trial.check.now(full=True)


TRIALS = (_delayed, _cut, _refused, _cut_at_any_byte, _lost_answers, _lost_commits,
          _backends_ended, _restarted)
