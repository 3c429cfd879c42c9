"""A shop whose machine is lost comes back from the copy that Litestream keeps."""

import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy.shop import Client, Customer, place
from program import ROOT, Program, die_with_parent

#: What the copy may be behind. Litestream copies once a second.
BEHIND_SECONDS = 4


class Litestream:
    """Keeps a copy of a database on `deploy/litestream.yml`."""

    def __init__(self, folder: Path, database: Path):
        self._folder, self._process = folder, None
        self._database, self._copy = database, folder / "copy"

    def command(self, *arguments) -> list[str]:
        text = (ROOT / "deploy/litestream.yml").read_text()
        for given, tried in (("/var/lib/crema/crema.db", self._database),
                             ("/mnt/copies/crema", self._copy)):
            assert text.count(given) == 1
            text = text.replace(given, str(tried))
        config = self._folder / "litestream.yml"
        config.write_text(text)
        program = Path(sys.executable).parent / "litestream"
        action, *others = arguments
        return [str(program), action, "-config", str(config), *map(str, others)]

    def start(self):
        with open(self._folder / "litestream.log", "ab") as log:
            self._process = subprocess.Popen(
                self.command("replicate"), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=die_with_parent)

    def kill(self):
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def restore(self):
        subprocess.run(
            self.command("restore", "-integrity-check", "full", self._database), check=True)


@pytest.fixture
def shop(tmp_path):
    with Program.demo() as program:
        litestream = Litestream(tmp_path, program.folder / "data/crema.db")
        litestream.start()
        yield program, litestream
        litestream.kill()


def test_a_lost_machine_comes_back_but_for_its_last_seconds(shop):
    program, litestream = shop
    token = place(Client(program.url))
    everybody = []
    for round in range(2):
        # Also the restored database is copied on, into the same place.
        customers = work(program, f"round {round}")
        lose_the_machine(program, litestream)
        ended = time.monotonic()
        for customer in customers:
            customer.give_up()
        bring_back(program, litestream)
        everybody += [(customer, ended) for customer in customers]

        orders = stored(program)
        for customer, ended in everybody:
            for name, order in customer.placed.items():
                if customer.answered_at[name] < ended - BEHIND_SECONDS:
                    assert orders.get(name) == order, name
        program.run("audit")
        program.start()
        litestream.start()

    status, order = Client(program.url).request(
        "GET", "/api/v1/orders/" + token["id"], Authorization="Guest " + token["token"])
    assert status == 200, order


def work(program, name: str) -> list[Customer]:
    """Customers who have been ordering for a while."""
    customers = [Customer(Client(program.url), f"{name} {number}") for number in range(4)]
    for customer in customers:
        customer.start()
    time.sleep(BEHIND_SECONDS + 2)
    assert sum(len(customer.placed) for customer in customers) > 100
    return customers


def lose_the_machine(program, litestream):
    """Of the data folder nothing is left but the keys, which were copied when they were made."""
    program.kill()
    litestream.kill()
    data = program.folder / "data"
    shutil.copytree(data / "keys", program.folder / "keys", dirs_exist_ok=True)
    shutil.rmtree(data)


def bring_back(program, litestream):
    data = program.folder / "data"
    data.mkdir(mode=0o700)
    shutil.copytree(program.folder / "keys", data / "keys")
    litestream.restore()


def stored(program) -> dict[str, str]:
    database = sqlite3.connect(program.folder / "data/crema.db")
    try:
        return dict(database.execute("SELECT customer_name, id FROM customer_order"))
    finally:
        database.close()
