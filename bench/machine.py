"""Where the bench runs: paths, free ports, processes' memory, and what the machine is."""

import ctypes
import datetime
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CREMA = Path(os.environ.get("CREMA_BIN", ROOT / ".build/release/crema"))
TOOLS = ROOT / ".build/bench"
SEARCHED = os.environ["PATH"] + ":/usr/sbin"

_libc = ctypes.CDLL(None)


def die_with_parent():
    """Also a bench that is killed leaves no server behind."""
    PR_SET_PDEATHSIG = 1
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def need(*tools):
    for tool in tools:
        if not shutil.which(tool, path=SEARCHED):
            sys.exit(f"{tool} is needed: apt-get install wrk nginx-light gcc")


def compile_tools():
    TOOLS.mkdir(parents=True, exist_ok=True)
    libraries = {"rows": ["-lsqlite3", "-lpthread"]}
    for source in sorted((ROOT / "bench/c").glob("*.c")):
        subprocess.run(["gcc", "-O2", "-Wall", "-o", str(TOOLS / source.stem), str(source),
                        *libraries.get(source.stem, [])], check=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def temporary_folder(parent):
    """A folder on the measured disk, gone afterwards."""
    path = Path(tempfile.mkdtemp(dir=parent))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def resident_megabytes(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"process {pid} has no memory any more")


def family(pid):
    """A process and all below it."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            found += [int(child) for child in _text(task).split()]
    return found


def proportional_megabytes(pid):
    """What a process and its children hold, pages shared by several counted once (PSS)."""
    total = 0
    for one in family(pid):
        for line in _text(Path(f"/proc/{one}/smaps_rollup")).splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    if not total:
        raise RuntimeError(f"process {pid} has no memory any more")
    return total / 1024


def _text(path):
    """Of a process that may have ended since it was listed."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def description():
    """Date, cores, processor, memory and versions, as lines of Markdown."""
    processor = next((line.split(":", 1)[1].strip()
                      for line in Path("/proc/cpuinfo").read_text().splitlines()
                      if line.startswith("model name")), "unknown")
    memory = int(Path("/proc/meminfo").read_text().split()[1]) / 1024 / 1024
    commit = _first_line("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    return [
        f"- {datetime.datetime.now().astimezone():%Y-%m-%d %H:%M %Z}",
        f"- {os.cpu_count()} cores ({processor}), {memory:.0f} GB of memory, "
        f"{os.uname().sysname} {os.uname().release}",
        f"- Crema at commit {commit}, {_first_line('wrk', '-v')}, Python "
        f"{sys.version.split()[0]}",
    ]


def _first_line(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return ((done.stdout or done.stderr).splitlines() or ["unknown"])[0].split(" [")[0].strip()
