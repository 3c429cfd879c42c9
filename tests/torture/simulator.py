"""Random customers, baristas and managers against the services themselves, with an injected clock
and dropped replies. It is a program of its own, built with the tests."""

import os
import subprocess

from .suite import ROOT, Suite

PROGRAM = "crema-simulator"


def run(suite: Suite):
    """Runs it where it was built; its last line is its figures."""
    program = os.environ.get("CREMA_SIMULATOR", str(ROOT / f".build/release/{PROGRAM}"))
    if not os.access(program, os.X_OK):
        return suite.skip(f"there is no {program}")
    steps = str(suite.options.steps or 20_000)
    command = [program, "--engine", suite.engine.name, "--steps", steps, "--seed",
               str(suite.options.seed)]
    if suite.engine.name == "postgres":
        # Each walk makes its own database on that server.
        command += ["--database", suite.engine.server.url("postgres")]
    done = subprocess.run(command, capture_output=True, text=True)
    suite.expect(done.returncode == 0, f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    last = (done.stdout.strip().splitlines() or ["no figures"])[-1]
    suite.figure("simulator", last)
