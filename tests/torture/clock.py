"""A clock that is set back while the server runs."""

import glob
import time
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from .engines import SQLiteShop
from .suite import Suite

LIBRARY = "/usr/lib/*/faketime/libfaketime.so.1"
#: The library looks at its file once a second.
LOOK_SECONDS = 2.2
ZONE = ZoneInfo("America/New_York")


class Clock:
    """The time as a server sees it that was started with `environment`: the machine's and an
    offset, which can be set at any moment. Time spans are measured as ever."""

    def __init__(self, library: str, folder: Path):
        self._file = folder / "clock"
        self.set(timedelta())
        self.environment = {
            "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_RESET": "1",
        }

    def set(self, offset: timedelta):
        draft = self._file.with_suffix(".draft")
        draft.write_text(f"{offset.total_seconds():+.0f}\n")
        draft.replace(self._file)


def _clock(suite: Suite, folder: Path) -> Clock | None:
    libraries = glob.glob(LIBRARY)
    if not libraries:
        suite.skip("a clock set back: it needs Debian's libfaketime")
        return None
    return Clock(libraries[0], folder)


def stepped_back(suite: Suite, folder: Path, trial):
    """An hour back and forth: orders are taken throughout, and keys, versions and streams hold."""
    _step(suite, folder, trial, "clock back", timedelta())


def stepped_over_midnight(suite: Suite, folder: Path, trial):
    """The same from half past midnight to the day before, for the business date and the call
    numbers."""
    now = datetime.now(ZONE)
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=30, second=0, microsecond=0)
    _step(suite, folder, trial, "clock back over midnight",
          timedelta(seconds=midnight.timestamp() - now.timestamp()))


def _step(suite: Suite, folder: Path, trial, name: str, base: timedelta):
    clock = _clock(suite, folder)
    if clock is None:
        return
    clock.set(base)
    with trial(suite, name, folder, SQLiteShop(folder), clock.environment) as shop:
        suite.expect(abs(_seen(shop) - base.total_seconds()) < 60,
                     f"{name}: the server's clock can't be set")
        with shop.load("steps") as load:
            for offset in (base, base - timedelta(hours=1), base, base - timedelta(hours=1)):
                clock.set(offset)
                time.sleep(LOOK_SECONDS)
                suite.expect(abs(_seen(shop) - offset.total_seconds()) < 60,
                             f"{name}: the clock didn't step")
                load.statuses.clear()
                time.sleep(0.5)
                suite.expect(load.statuses[201] > 0 and not load.statuses[503],
                             f"{name}: {dict(load.statuses)} at {offset}")
        _check_events(suite, shop, name)
        # Started again by a clock that is still behind what is stored.
        shop.crash()
        clock.set(base)
        shop.finish()


def _seen(shop) -> float:
    """How far the server's clock is from the machine's, in seconds."""
    with shop.clients.client() as client:
        text = client.request("GET", "/readyz", json_answer=False).headers["date"]
    seen = datetime.strptime(text, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=ZoneInfo("UTC"))
    return seen.timestamp() - time.time()


def _check_events(suite: Suite, shop, name: str):
    """The steps back are in the events, whose ids grow all the same."""
    times = [row[0] for row in shop.shop.rows("SELECT at FROM event ORDER BY id")]
    back = sum(later < earlier - 3_000_000 for earlier, later in zip(times, times[1:]))
    suite.expect(back >= 2, f"{name}: {back} steps back are noted in the events")
