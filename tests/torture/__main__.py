"""Breaks what Crema stands on, again and again, and looks whether a promise went with it.

    bin/torture [--engine sqlite|postgres] [--kills N] [--drops N] [--steps N] [--seed S]
                [--only PART,…]

The last line is the figures; the exit code is 1 where anything broke. What was chosen by chance is
chosen again by the same --seed; how threads take turns isn't. CREMA_BIN names another program to
test than the one that is built.
"""

import argparse
import os
import random
import signal
import sys

from . import faults, kills, money, network, simulator, streams
from .client import Unanswered
from .engines import ENGINES
from .suite import ROOT, Broken, Suite

PARTS = {"kills": kills, "money": money, "faults": faults, "streams": streams,
         "network": network, "simulator": simulator}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bin/torture", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=ENGINES, default="sqlite")
    parser.add_argument("--kills", type=int, help="how often the server is killed (20)")
    parser.add_argument("--drops", type=int, help="how often live streams are cut (500)")
    parser.add_argument("--steps", type=int, help="steps of the simulator (20000)")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--only", metavar="PART,…", default=",".join(PARTS),
                        help="some of " + ", ".join(PARTS))
    parser.add_argument("--folder", default=str(ROOT / ".build/torture"),
                        help="where shops are made, on the disk to test")
    chosen = parser.parse_args()
    chosen.only = chosen.only.split(",")
    for part in chosen.only:
        if part not in PARTS:
            parser.error(f"there is no part {part}")
    return chosen


def main() -> int:
    chosen = options()
    # The same end for both: every `with` block is left, and nothing stays behind.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    print(f"bin/torture --engine {chosen.engine} --seed {chosen.seed} "
          f"--only {','.join(chosen.only)}", flush=True)
    with ENGINES[chosen.engine]() as engine:
        suite = Suite(chosen, engine)
        for part in chosen.only:
            suite.begin(part)
            try:
                PARTS[part].run(suite)
            except (Broken, Unanswered) as error:
                suite.fail(f"it can't go on: {error!r}")
    for text in suite.skipped:
        print(f"skipped: {text}")
    figures = ", ".join(f"{name} {value}" for name, value in suite.figures.items())
    verdict = f"{len(suite.broken)} broken" if suite.broken else "nothing broke"
    print(f"torture: {verdict}; seed {chosen.seed}; {figures}")
    return 1 if suite.broken else 0


if __name__ == "__main__":
    try:
        status = main()
    except KeyboardInterrupt:
        print("torture: stopped", file=sys.stderr, flush=True)
        # Threads of clients may still wait for a server that is gone.
        os._exit(130)
    sys.exit(status)
