"""A short run of each target: the whole is bin/fuzz's."""

import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).resolve().parent / "run.py"
TARGETS = ["http", "connection", "fields", "json", "csv", "square-items", "square-catalog",
           "tokens", "times", "zones"]


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_found(target, tmp_path):
    # The same inputs each time: what they find is a change's fault, not chance's.
    done = subprocess.run(
        [sys.executable, RUN, target, "--runs", "20000", "--seed", "1", "--no-merge",
         "--work", tmp_path],
        capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("nothing found\n"), done.stdout
    print(done.stdout)


def test_no_target_is_left_out():
    done = subprocess.run([sys.executable, RUN, "--help"], capture_output=True, text=True)

    assert ", ".join(TARGETS) in " ".join(done.stdout.split())
