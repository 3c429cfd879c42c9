"""Load by wrk, and the medians of its rounds."""

import math
import re
import statistics
import subprocess
import sys

from machine import ROOT


def wrk(url, seconds, connections, *more, threads=1):
    """Requests a second and p50 and p99 in milliseconds; fails on any answer that isn't 2xx.

    `more` is for the Lua script: "-s", its path, "--", its arguments."""
    done = subprocess.run(
        ["wrk", "--latency", "--timeout", "30s", f"-t{threads}", f"-c{connections}",
         f"-d{seconds}s", *more[:2], url, *more[2:]], capture_output=True, text=True)
    if done.returncode or re.search(r"Non-2xx|Socket errors", done.stdout):
        sys.exit(f"wrong answers from {url}:\n{done.stdout}{done.stderr}")
    return read(done.stdout)


def read(text):
    """Where nothing was answered in time, the times are infinite: wrk says zero."""
    count = int(re.search(r"(\d+) requests in", text).group(1))

    def latency(share):
        if not count:
            return math.inf
        value, unit = re.search(rf"{share}%\s+([\d.]+)(us|ms|s|m)\b", text).groups()
        return float(value) * {"us": .001, "ms": 1, "s": 1000, "m": 60_000}[unit]

    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
    return {"rate": rate, "count": count, "p50": latency("50"), "p99": latency("99")}


def orders_command(body_file, *more):
    return ["-s", str(ROOT / "bench/lua/orders.lua"), "--", str(body_file), *map(str, more)]


def place(server, body_file, seconds, connections=64, customers_file=None):
    """Places the basket again and again, by one customer after the other of a file."""
    more = [customers_file] if customers_file else []
    return wrk(server.url + server.order_path, seconds, connections,
               *orders_command(body_file, *more))


def median(rounds, key):
    return statistics.median(one[key] for one in rounds)
