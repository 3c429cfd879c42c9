"""File descriptors that run out."""

import os
import subprocess
import time
from pathlib import Path

from .client import Client, Hang, Unanswered
from .engines import SQLiteShop
from .suite import Suite

FAULT_SECONDS = 2.0
CROWD = 100
#: Descriptors that the server keeps from its connections: what else it does needs some.
RESERVED = 16


def exhausted(suite: Suite, folder: Path, trial):
    """The limit falls to what is in use: who is connected is served, and who comes waits in the
    kernel's queue until there is room again."""
    with trial(suite, "descriptors", folder, SQLiteShop(folder)) as shop:
        process_id = shop.server.process_id
        soft, hard = _limits(process_id)
        with shop.load("connected") as load:
            time.sleep(0.5)
            _limit(process_id, _open_files(process_id) + RESERVED)
            load.statuses.clear()
            served, waiting = _crowd(shop.server.port)
            late = Client(shop.server.port, timeout=20)
            late.connect()
            time.sleep(FAULT_SECONDS)
            suite.expect(load.statuses[201] > 0 and not load.statuses[503],
                         f"descriptors: who is connected got {dict(load.statuses)}")
            suite.expect(served < 5 and waiting > 0,
                         f"descriptors: of who came, {served} were served and {waiting} waited")
        _limit(process_id, soft)
        suite.expect(_limits(process_id) == (soft, hard), "descriptors: the limit isn't back")
        answer = late.request("GET", "/readyz", json_answer=False)
        suite.expect(answer.status == 200, f"descriptors: who had to wait got {answer}")
        late.close()
        served, _ = _crowd(shop.server.port)
        suite.expect(served == CROWD, f"descriptors: {served} of {CROWD} were served afterwards")
        with shop.load("after") as load:
            shop.recovers(load)
        shop.finish()


def few_at_start(suite: Suite, folder: Path, trial):
    """Started with few: connections leave some for the rest of the program, which lives on."""
    with trial(suite, "few descriptors", folder, SQLiteShop(folder)) as shop:
        shop.server.stop()
        # Inherited by the server; the hard limit too, which it would raise itself to.
        shop.server.prefix = ["prlimit", "--nofile=64:64"]
        shop.server.start()
        for _ in range(5):
            served, _ = _crowd(shop.server.port)
            suite.expect(8 <= served < 64 - RESERVED, f"few descriptors: {served} were served")
            left = 64 - _open_files(shop.server.process_id)
            suite.expect(left >= RESERVED, f"few descriptors: {left} were left")
        with shop.load("after", customers=4) as load:
            shop.recovers(load)
        shop.finish()


def _crowd(port: int) -> tuple[int, int]:
    """Many who come and stay for a while: how many were served, and how many had to wait until
    they had seen enough."""
    crowd = [Client(port, timeout=0.5) for _ in range(CROWD)]
    served = waiting = 0
    for client in crowd:
        try:
            menu = client.request("GET", "/api/v1/locations/old-mill/menu", json_answer=False)
            served += menu.status == 200
        except Hang:
            waiting += 1
            if waiting > 3:
                break
        except Unanswered:
            pass  # turned away
    for client in crowd:
        client.close()
    # The server notices in its own time that they have gone.
    time.sleep(0.5)
    return served, waiting


def _open_files(process_id: int) -> int:
    return len(os.listdir(f"/proc/{process_id}/fd"))


def _limit(process_id: int, files: int):
    """The soft limit of a running program."""
    subprocess.run(["prlimit", "--pid", str(process_id), f"--nofile={files}:"], check=True)


def _limits(process_id: int) -> tuple[int, int]:
    for line in Path(f"/proc/{process_id}/limits").read_text().splitlines():
        if line.startswith("Max open files"):
            return int(line.split()[3]), int(line.split()[4])
    raise LookupError("Max open files")
