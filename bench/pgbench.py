"""The ceiling on PostgreSQL: pgbench sends the statements of placing an order, and nothing else.

They are those of Sources/CremaStore, in the order in which `perform` and `PlaceOrder` send them:
look for the request, draw the call number under the location's lock, write order, lines and
tender, keep the request, then the event under the stream's lock, and wake the other instances.
An order that begins at the bar has no row of order_step: its first step is read from the order.
All values are bound, as Crema binds them; the rows are those of an order that Crema has placed.
"""

import sqlite3
import statistics
import subprocess
from pathlib import Path

from contestant import CUSTOMERS
from machine import ROOT
from postgres import pgbench_program

DATABASE = "pgbench"
SCHEMA = ROOT / "docs/schema-postgres.sql"
# Ids of 36 characters as Crema's, from each client's own counter: ordered by time, nearly.
ORDER = "lpad(CAST(:order AS TEXT), 36, '0')"
OWNER = "'device:' || lpad(CAST(:customer AS TEXT), 36, '0')"
NEXT_EVENT = "(SELECT COALESCE(MAX(id), 0) + 1 FROM event)"
LOCK = "SELECT pg_advisory_xact_lock(:lock)"


class Pattern:
    """The rows of one order in a database of Crema's, as pgbench's script and variables."""

    def __init__(self, sqlite_file):
        database = sqlite3.connect(f"file:{sqlite_file}?mode=ro", uri=True)
        database.row_factory = sqlite3.Row
        self.variables = {}
        order = database.execute(
            "SELECT * FROM customer_order ORDER BY placed_at DESC LIMIT 1").fetchone()
        self.location = database.execute("SELECT * FROM location WHERE id = ?",
                                         [order["location_id"]]).fetchone()
        self.date = order["business_date"]

        def rows(table, column="order_id"):
            return database.execute(f"SELECT * FROM {table} WHERE {column} = ?",
                                    [order["id"]]).fetchall()

        self.statements = [
            "BEGIN",
            "SELECT name_hash, body_hash, status, subject_id, response, at FROM request "
            "WHERE key = :request",
            LOCK.replace(":lock", "1"),
            "UPDATE location_counter SET call_sequence = call_sequence + 1 "
            f"WHERE location_id = {self._value('location', order['location_id'])} "
            f"AND business_date = {self._value('date', self.date)} "
            "RETURNING call_sequence, menu_version \\gset",
            self._insert("customer_order", order, id=ORDER, owner_id=OWNER,
                         call_sequence=":call_sequence"),
            *(self._insert("order_line", line, order_id=ORDER) for line in rows("order_line")),
            *(self._insert("tender", tender, order_id=ORDER) for tender in rows("tender")),
            self._insert("request", rows("request", "subject_id")[0], id=None, key=":request",
                         subject_id=ORDER),
            LOCK.replace(":lock", "2"),
            self._insert("event", rows("event", "subject_id")[0], id=NEXT_EVENT,
                         subject_id=ORDER, owner_id=OWNER) + " RETURNING id",
            "NOTIFY crema_events",
            "COMMIT",
        ]
        database.close()

    def script(self):
        ended = "".join(one + ("\n" if one.endswith("\\gset") else ";\n")
                        for one in self.statements)
        return ("\\set turn :turn + 1\n"
                "\\set order :turn * 1000 + :client_id\n"
                "\\set customer random(1, :customers)\n"
                "\\set request random(1, 9000000000000000000)\n" + ended)

    def _value(self, name, value):
        # pgbench takes no variable without a text.
        if value is None or value == "":
            return "NULL" if value is None else "''"
        if isinstance(value, bytes):
            self.variables[name] = "\\x" + value.hex()
        else:
            self.variables[name] = str(value)
        return f":{name}"

    def _insert(self, table, row, **replaced):
        number = row["number"] if "number" in row.keys() else ""
        columns, values = [], []
        for column in row.keys():
            value = replaced[column] if column in replaced else self._value(
                f"{table}{number}_{column}", row[column])
            if value is not None:
                columns.append(column)
                values.append(value)
        return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(values)})"


def prepare(postgres, pattern):
    """An empty database with Crema's schema and the one location."""
    postgres.recreate(DATABASE)
    quoted = ["'" + str(value).replace("'", "''") + "'" for value in pattern.location]
    postgres.sql(
        SCHEMA.read_text()
        + f"INSERT INTO location ({', '.join(pattern.location.keys())}) "
          f"VALUES ({', '.join(quoted)});\n"
        + "INSERT INTO location_counter VALUES "
          f"({quoted[0]}, '{pattern.date}', 0, 1);\n", DATABASE)


def run(postgres, pattern, folder, clients, seconds, customers=CUSTOMERS):
    """Orders a second, p50 and p99 in milliseconds."""
    script, logs = Path(folder) / "order.sql", Path(folder) / "logs"
    script.write_text(pattern.script())
    logs.mkdir(exist_ok=True)
    for old in logs.iterdir():
        old.unlink()
    # Orders of earlier runs are in the table: their numbers aren't used again.
    pattern.run = getattr(pattern, "run", 0) + 1
    variables = {**pattern.variables, "turn": pattern.run * 10_000_000, "customers": customers}
    command = [pgbench_program(), "-n", "-M", "prepared", "-c", str(clients), "-j", "1",
               "-T", str(seconds), "-f", str(script), "-l", f"--log-prefix={logs}/log"]
    for name, value in variables.items():
        command += ["-D", f"{name}={value}"]
    done = subprocess.run([*command, postgres.url(DATABASE)], capture_output=True, text=True)
    if done.returncode or "failed transactions: 0" not in done.stdout:
        raise RuntimeError(f"pgbench failed:\n{done.stdout}{done.stderr}")
    times = [int(line.split()[2]) / 1000 for log in logs.iterdir()
             for line in log.read_text().splitlines()]
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    rate = float(next(line.split()[2] for line in done.stdout.splitlines()
                      if line.startswith("tps")))
    return {"rate": rate, "p50": cuts[49], "p99": cuts[98]}
