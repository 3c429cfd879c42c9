"""A short run of each part, on both engines: the whole is bin/torture's."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
BUILT = TESTS.parent / ".build/debug"
#: What is chosen by chance is the same each time; other seeds are bin/torture's.
SEED = "20261130"
RUNS = [
    ("sqlite", "kills,streams", ["--kills", "3", "--drops", "300"]),
    ("postgres", "kills,streams", ["--kills", "3", "--drops", "300"]),
    ("sqlite", "money", ["--kills", "3"]),
    ("postgres", "money", ["--kills", "3"]),
    ("postgres", "network", []),
    ("sqlite", "simulator", ["--steps", "20000"]),
    ("postgres", "simulator", ["--steps", "2500"]),
]


@pytest.mark.parametrize("engine, parts, options", RUNS,
                         ids=[f"{engine}-{parts}" for engine, parts, _ in RUNS])
def test_nothing_breaks(engine, parts, options, tmp_path):
    environment = {
        "CREMA_BIN": str(BUILT / "crema"), "CREMA_SIMULATOR": str(BUILT / "crema-simulator"),
        **os.environ, "PYTHONPATH": str(TESTS)}

    done = subprocess.run(
        [sys.executable, "-m", "torture", "--engine", engine, "--only", parts,
         "--folder", str(tmp_path), "--seed", SEED, *options],
        env=environment, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    assert "skip" not in done.stdout, done.stdout
    print(done.stdout.splitlines()[-1])
