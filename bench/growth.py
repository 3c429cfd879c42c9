"""Crema as its database grows: the same measures at some sizes."""

import live
from contestant import CUSTOMERS
from load import median, place, wrk
from report import figure, ratio

SIZES = (1_000, 100_000, 1_000_000)
LISTENERS = 500
WARM_UP_SECONDS = 1


def fill(server, body_file, placed, goal, customers_file=None):
    """Places orders until there are that many, and a few more. Returns how many there are."""
    seconds = 1
    while placed < goal:
        one = place(server, body_file, seconds, 64, customers_file)
        placed += one["count"]
        seconds = max(1, min(20, int((goal - placed) / max(one["rate"], 1))))
    return placed


def measure(server, sizes, options):
    """By size, the values of each measure; each measure is named with its unit.

    Each measurement starts on its own copy of a database of that size: what one has placed isn't
    there in the next. Sizes take turns."""
    table = {size: {} for size in sizes}
    _fill_all(server, sizes, table)
    rounds = {}
    for _ in range(options.rounds):
        for size in sizes:
            for row, found in _measure_once(server, str(size), options):
                rounds.setdefault((size, row), []).append(found)
    for (size, row), found in rounds.items():
        for share, unit in (("rate", "/s"), ("p50", "ms"), ("p99", "ms")):
            if share in found[0]:
                name = row if share == "rate" else f"{row}: {share}"
                table[size][name, unit] = median(found, share)
    return table


def _fill_all(server, sizes, table):
    placed, source = 0, "template"
    for size in sizes:
        with server.serve(source=source):
            placed = fill(server, server.body_file, placed, size,
                          server.customers_files[CUSTOMERS])
            table[size]["memory, once filled", "MB"] = server.memory()
        source = str(size)
        server.age()
        server.keep(source)
        with server.serve(source=source):
            table[size]["start until the menu is answered", "ms"] = server.ready_seconds * 1000


def _measure_once(server, source, options):
    for connections in (16, 64):
        with server.serve(source=source):
            def run(seconds):
                return place(server, server.body_file, seconds, connections,
                             server.customers_files[CUSTOMERS])
            run(WARM_UP_SECONDS)
            yield f"orders, {connections} connections", run(options.seconds)
    with server.serve(source=source):
        wrk(server.url + server.menu_path, WARM_UP_SECONDS, 64)
        yield "menu reads, 64 connections", wrk(server.url + server.menu_path,
                                                options.seconds, 64)
    with server.serve(source=source):
        watched = server.watch(LISTENERS)
        with live.listening(server, watched) as listeners:
            yield (f"status change to screen, {LISTENERS} streams",
                   live.change_evenly(server, watched, listeners, options.seconds))


def markdown(name, sizes, table):
    """A column for each size, and the ratio of the last to the one before."""
    lines = [f"### {name} as its database grows", "",
             "| orders stored | " + " | ".join(f"{size:,}" for size in sizes)
             + " | last : before |",
             "|---|" + "---:|" * (len(sizes) + 1)]
    for row, unit in table[sizes[0]]:
        values = [table[size][row, unit] for size in sizes]
        change = ratio(values[-1], values[-2]).strip(" ()") if len(values) > 1 else ""
        cells = [figure(value, unit) for value in values]
        lines.append(f"| {row}, {unit} | " + " | ".join(cells) + f" | {change} |")
    return ["", *lines]
