"""Crema against its own ceilings: the same rows in C, the same bytes from nginx."""

import json
import os
import shutil
import statistics
import subprocess
import time
import urllib.request

import growth as grow
import accounts
from crema import SHOP, Crema, start_times
from load import median, place, wrk
from machine import TOOLS, free_port, temporary_folder
from report import figure
from shop import CremaOnSQLite


def orders(options, table):
    ours, theirs = [], []
    for _ in range(options.rounds):
        with temporary_folder(options.folder) as folder:
            with Crema(folder) as crema:
                body = folder / "basket.json"
                body.write_text(json.dumps(crema.basket()))
                place(crema, body, 2)
                ours.append(place(crema, body, options.seconds))
            shutil.copy(folder / "crema.db", folder / "rows.db")
            output = subprocess.run([TOOLS / "rows", folder / "rows.db", str(options.seconds)],
                                    capture_output=True, text=True, check=True).stdout
            theirs.append({"rate": float(output)})
    rate, ceiling = median(ours, "rate"), median(theirs, "rate")
    table("orders placed a second, 64 connections", f"{rate:,.0f}",
          f"{rate / ceiling:.2f} × the C program's {ceiling:,.0f}")
    table("  p50 and p99", f"{median(ours, 'p50'):.1f} and {median(ours, 'p99'):.1f} ms", "")


def nginx(folder, files):
    config = folder / "nginx.conf"
    port = free_port()
    for name, (content, _) in files.items():
        (folder / name).write_bytes(content)
    types = " ".join(f"location = /{name} {{ default_type {kind}; }}"
                     for name, (_, kind) in files.items())
    config.write_text(
        f"worker_processes 2; pid {folder}/pid; error_log {folder}/errors; daemon off;\n"
        "events { worker_connections 1024; }\n"
        f"http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;\n"
        f"open_file_cache max=100;\n"
        f"server {{ listen 127.0.0.1:{port}; root {folder}; {types} }} }}\n")
    os.chmod(folder, 0o755)
    process = subprocess.Popen(["/usr/sbin/nginx", "-c", str(config)], stderr=subprocess.DEVNULL)
    time.sleep(.5)
    return process, f"http://127.0.0.1:{port}"


def menu(options, table):
    with temporary_folder(options.folder) as folder, Crema(folder / "data") as crema:
        paths = {"menu.json": crema.menu_path, "menu.html": f"/l/{SHOP}/menu"}
        files = {}
        for name, path in paths.items():
            with urllib.request.urlopen(crema.url + path) as answer:
                files[name] = (answer.read(), answer.headers["Content-Type"].split(";")[0])
        rival, address = nginx(folder, files)
        rounds = {name: ([], []) for name in paths}
        for _ in range(options.rounds):
            for name, path in paths.items():
                rounds[name][0].append(wrk(crema.url + path, options.seconds, 64))
                rounds[name][1].append(wrk(f"{address}/{name}", options.seconds, 64))
        rival.terminate()
        rival.wait()
    for name, (ours, theirs) in rounds.items():
        rate, other = median(ours, "rate"), median(theirs, "rate")
        table(f"{name}, {len(files[name][0]) / 1024:.0f} KB, requests a second", f"{rate:,.0f}",
              f"{rate / other:.2f} × nginx's {other:,.0f}")


def streams(options, table):
    count = 10_000
    with temporary_folder(options.folder) as folder, Crema(folder) as crema:
        before = crema.resident()
        client = subprocess.Popen(
            [TOOLS / "streams", str(crema.port), str(count),
             f"/api/v1/events?location={SHOP}", str(options.rounds * 5)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if client.stdout.readline() != "open\n":
            raise RuntimeError("the streams couldn't be opened")
        time.sleep(2)
        each = (crema.resident() - before) * 1024 / count
        token = crema.staff_token()
        times = []
        for round_ in range(options.rounds * 5):
            client.stdin.write("go\n")
            client.stdin.flush()
            crema.request("PUT", f"/api/v1/locations/{SHOP}/availability/items/espresso",
                          {"soldOut": round_ % 2 == 0}, Authorization=f"Bearer {token}")
            times.append(float(client.stdout.readline()))
        client.kill()
        client.wait()
    table(f"memory of an idle stream, of {count:,}", f"{each:.2f} KB", "")
    table(f"one event to {count:,} streams", f"{statistics.median(times):.0f} ms",
          f"slowest of {len(times)}: {max(times):.0f} ms")


def growth(options, table):
    """The same measures with ever more orders in the file."""
    with temporary_folder(options.folder) as folder:
        measured = grow.measure(CremaOnSQLite(folder), options.sizes, options)
    for row, unit in measured[options.sizes[0]]:
        values = [measured[size][row, unit] for size in options.sizes]
        table(f"{row}, {unit}", figure(values[-1], unit), "; ".join(
            f"{figure(value, unit)} with {size:,}"
            for size, value in zip(options.sizes[:-1], values)))
    table("the first column: orders stored", f"{options.sizes[-1]:,}", "")


def start(options, table):
    with temporary_folder(options.folder) as folder:
        with Crema(folder):
            pass
        seconds, idle = start_times(folder)
    table("second start until ready", f"{seconds * 1000:.0f} ms", "")
    table("resident memory at rest", f"{idle:.0f} MB", "")


PARTS = {"start": start, "orders": orders, "wallets": accounts.wallets, "menu": menu,
         "sign-in": accounts.sign_in, "streams": streams, "growth": growth}
