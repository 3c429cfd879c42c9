"""Crema against other servers that do the same work: `bin/bench --peers`."""

import statistics
import sys
import time

import growth as grow
import live
import machine
import peers
import pgbench
from contestant import CUSTOMERS
from crema import takes_postgres
from load import median, place, wrk
from postgres import Postgres, need_postgres
from report import KILOBYTES, MEGABYTES, MILLISECONDS, RATE, Report
from shop import CremaOnPostgres, CremaOnSQLite

CONNECTIONS = (16, 64)
LISTENERS = (500, 5000)
BESIDE_ORDERS = 500
STARTS = 5
WARM_UP_SECONDS = 2
PGBENCH = "pgbench"
WATCHED = "watched"
KINDS = {kind.key: kind for kind in (
    CremaOnSQLite, peers.PocketBase, peers.FastAPIOnSQLite, CremaOnPostgres,
    peers.FastAPIOnPostgres)}
ALL = (*KINDS, PGBENCH)
ON_POSTGRES = (CremaOnPostgres.key, peers.FastAPIOnPostgres.key, PGBENCH)

NOTES = (
    "One server at a time, the load client (wrk, one Lua script for all) on the same machine, "
    "rounds taking turns, each on a fresh copy of the same database. In brackets Crema : the "
    "server of the column, on the same kind of database: above 1 for rates and below 1 for times "
    "and memory where Crema does better.",
    "The same menu and the same basket of three lines with modifiers. Crema answers the menu "
    "with sizes, groups, allergens and nutrition, the others with names, prices and modifiers "
    "only; the row of its bytes says how much each sends.",
    "In the rows of orders by customers Crema's come from one browser or from 1,000, to be paid at "
    "the counter; in those from wallets they are paid, and posted in double entry. Those of the "
    "others are always paid from one wallet or from 1,000, with a row in a ledger.",
    "Durability: Crema and FastAPI on SQLite use WAL with synchronous=FULL, so each answered "
    "order outlives a power cut. PocketBase uses synchronous=NORMAL, where a power cut may take "
    "the last ones; Crema has no switch to run that way. PostgreSQL has its default settings and "
    "fsync on.",
)


class Field:
    """The servers of this run, and what is measured of them."""

    def __init__(self, options, folder):
        self.options = options
        self.postgres = None
        chosen = options.contestants.split(",")
        unknown = set(chosen) - set(ALL)
        if unknown:
            sys.exit(f"--contestants knows {', '.join(ALL)}; not {', '.join(unknown)}")
        self.lacks_postgres = CremaOnPostgres.key in chosen and not takes_postgres()
        if self.lacks_postgres:
            chosen.remove(CremaOnPostgres.key)
        if set(chosen) & set(ON_POSTGRES):
            need_postgres()
            self.postgres = Postgres(folder / "postgres")
        # The demo shop's menu is what all sell.
        demo = CremaOnSQLite(folder)
        with demo.serve():
            menu = demo.request("GET", demo.menu_path)
            place(demo, demo.body_file, 1, 1, demo.customers_files[CUSTOMERS])
        self.servers = []
        for key in chosen:
            if key == demo.key:
                self.servers.append(demo)
            elif key != PGBENCH:
                kind = KINDS[key]
                database = self.postgres if key in ON_POSTGRES else None
                more = (options.peers, menu) if issubclass(kind, peers.Peer) else ()
                self.servers.append(kind(folder, *more, postgres=database))
        self.pattern = pgbench.Pattern(demo.work / "crema.db") if PGBENCH in chosen else None
        self.folder = folder
        self.report = self._report(chosen)
        for server in self.servers:
            print(f"seeding {server.name}", flush=True)
            server.prepare()

    def _report(self, chosen):
        columns = {key: KINDS[key].name if key in KINDS else "pgbench" for key in chosen}
        bases = {key: "crema_postgres" if key in ON_POSTGRES else "crema" for key in chosen}
        report = Report(
            "Crema and others", self._introduction(), columns, bases, self.options.out)
        for key in chosen:
            report.say("an answered order outlives a power cut", key,
                       KINDS[key].durability if key in KINDS else "yes")
        for note in NOTES:
            report.note(note)
        if self.lacks_postgres:
            report.note("Crema on PostgreSQL is left out: this build takes no --database.")
        return report

    def _introduction(self):
        versions = peers.versions()
        if self.postgres:
            with self.postgres:
                versions += f", PostgreSQL {self.postgres.version()}"
        return [*machine.description(), f"- {versions}",
                f"- {self.options.rounds} rounds of {self.options.seconds} s, medians"]


def best(rounds_of_variants, key="rate"):
    """The variant whose median is best, with its rounds."""
    return max(rounds_of_variants.items(), key=lambda one: median(one[1], key))


def processes_remark(server, variant):
    if not server or len(server.variants) == 1:
        return ""
    return f" [{variant} process{'es' if variant > 1 else ''}]"


def orders(field):
    def place_by_customers(server, seconds, connections, customers):
        return place(server, server.body_file, seconds, connections,
                     server.customers_files[customers])

    _rates(field, "orders by {} customer", place_by_customers, field.pattern)


def wallets(field):
    def place_from_wallets(server, seconds, connections, customers):
        return place(server, server.wallet_body_file, seconds, connections,
                     server.wallet_files[customers])

    _rates(field, "orders from {} wallet", place_from_wallets, None)


def _rates(field, words, place_some, pattern):
    cases = [(customers, connections) for customers in (1, CUSTOMERS)
             for connections in CONNECTIONS]
    results = {}
    for _ in range(field.options.rounds):
        for server in field.servers:
            for variant in server.variants:
                with server.serve(variant):
                    place_some(server, WARM_UP_SECONDS, 64, CUSTOMERS)
                    for case in cases:
                        server.refill()
                        results.setdefault((server.key, case), {}).setdefault(variant, []).append(
                            place_some(server, field.options.seconds, case[1], case[0]))
        if pattern:
            with field.postgres:
                pgbench.prepare(field.postgres, pattern)
                pgbench.run(field.postgres, pattern, field.folder, 64, WARM_UP_SECONDS)
                for customers, connections in cases:
                    results.setdefault((PGBENCH, (customers, connections)), {}).setdefault(
                        1, []).append(pgbench.run(
                            field.postgres, pattern, field.folder, connections,
                            field.options.seconds, customers))
    named = {server.key: server for server in field.servers}
    for customers, connections in cases:
        who = words.format("one") if customers == 1 else words.format(f"{customers:,}") + "s"
        row = f"{who}, {connections} connections"
        for column in field.report.columns:
            if column == PGBENCH and not pattern:
                continue
            variant, rounds = best(results[column, (customers, connections)])
            remark = processes_remark(named.get(column), variant)
            field.report.put(row, column, median(rounds, "rate"), RATE, remark)
            for share in ("p50", "p99"):
                field.report.put(f"{row}: {share}", column, median(rounds, share), MILLISECONDS)


def menu(field):
    results, sizes = {}, {}
    for _ in range(field.options.rounds):
        for server in field.servers:
            for variant in server.variants:
                with server.serve(variant):
                    sizes[server.key] = server.menu_bytes() / 1024
                    wrk(server.url + server.menu_path, WARM_UP_SECONDS, 64)
                    results.setdefault(server.key, {}).setdefault(variant, []).append(
                        wrk(server.url + server.menu_path, field.options.seconds, 64))
    for server in field.servers:
        variant, rounds = best(results[server.key])
        remark = processes_remark(server, variant)
        field.report.put("menu reads, 64 connections", server.key, median(rounds, "rate"), RATE,
                         remark)
        field.report.put("menu reads: p99", server.key, median(rounds, "p99"), MILLISECONDS)
        field.report.put("one menu", server.key, sizes[server.key], KILOBYTES)


def screens(field):
    """Status change to the subscriber's screen."""
    field.report.note(
        "Status change to screen: from before the change is asked for until the stream has heard "
        f"of it, {live.CHANGES_A_SECOND} changes a second. Each stream watches one order, five "
        "more watch all; FastAPI's server has no stream of all, and only one process of it, since "
        "its processes don't tell each other.")
    results, watched = {}, {}
    for server in field.servers:
        # Placed once, for all rounds: some need minutes for so many.
        with server.serve():
            watched[server.key] = server.watch(max(LISTENERS))
        server.keep(WATCHED)
    for _ in range(field.options.rounds):
        for server in field.servers:
            for count in LISTENERS:
                some = watched[server.key].first(count)
                with server.serve(source=WATCHED), live.listening(server, some) as listeners:
                    results.setdefault((server.key, count), []).append(live.change_evenly(
                        server, some, listeners, field.options.seconds))
                    if count == LISTENERS[0] and isinstance(server, CremaOnSQLite):
                        results.setdefault((server.key, "beside"), []).append(
                            _beside_orders(field, server, some, listeners))
    for count in (*LISTENERS, "beside"):
        for server in field.servers:
            rounds = results.get((server.key, count))
            if not rounds:
                continue
            row = (f"status change to screen, {count:,} streams" if count != "beside" else
                   f"the same beside {BESIDE_ORDERS} orders/s, {LISTENERS[0]} streams")
            for share in ("p50", "p99"):
                field.report.put(f"{row}: {share}", server.key, median(rounds, share),
                                 MILLISECONDS)


def _beside_orders(field, server, watched, listeners):
    seconds = field.options.seconds
    with live.steady_orders(server, BESIDE_ORDERS, seconds + 2) as reached:
        time.sleep(1)
        one = live.change_evenly(server, watched, listeners, seconds)
        rate = reached()["rate"]
    if rate < BESIDE_ORDERS * .95:
        field.report.note(f"{server.name} took only {rate:.0f} orders/s beside the streams.")
    return one


def memory(field):
    goal = field.options.memory_orders
    for server in field.servers:
        with server.serve():
            field.report.put("memory at rest", server.key, server.memory(), MEGABYTES)
            grow.fill(server, server.body_file, 0, goal, server.customers_files[CUSTOMERS])
            field.report.put(f"memory after {goal:,} orders", server.key, server.memory(),
                             MEGABYTES)
            if server.postgres:
                field.report.note(
                    f"{server.name}: PostgreSQL itself holds {server.postgres.memory():.0f} MB "
                    f"then.")
    field.report.note("Memory is that of all processes of a server, shared pages counted once "
                      "(PSS), with one process where there is a choice, without PostgreSQL.")


def start(field):
    times = {}
    for server in field.servers:
        with server.serve():
            pass
    for _ in range(STARTS):
        for server in field.servers:
            with server.serve(keep=True):
                times.setdefault(server.key, []).append(server.ready_seconds * 1000)
    for server in field.servers:
        field.report.put("start until the menu is answered", server.key,
                         statistics.median(times[server.key]), MILLISECONDS)


def growth(field):
    for server in field.servers:
        if isinstance(server, CremaOnSQLite):
            sizes = field.options.sizes
            table = grow.measure(server, sizes, field.options)
            field.report.after += grow.markdown(server.name, sizes, table)
            field.report.save()


PARTS = {"start": start, "orders": orders, "wallets": wallets, "menu": menu, "streams": screens,
         "memory": memory, "growth": growth}


def compare(options, folder):
    """Measures the parts that are asked for and returns the table."""
    field = Field(options, folder)
    for part in options.parts:
        print(f"measuring {part}", flush=True)
        PARTS[part](field)
    return field.report
