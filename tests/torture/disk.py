"""Disks that are full, files that can't be written."""

import contextlib
import os
import shutil
import subprocess
import time
from pathlib import Path

from .engines import SQLiteShop
from .server import run_command
from .suite import Suite

#: More than the write-ahead log takes before it is copied: it isn't what fills this disk.
TMPFS_MEGABYTES = 64
FAULT_SECONDS = 1.0


@contextlib.contextmanager
def _small_disk(folder: Path):
    """A file system of its own, in memory."""
    place = folder / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={TMPFS_MEGABYTES}m,mode=700", "crema",
                    place], check=True)
    try:
        yield place
    finally:
        # Also where something still has a file open.
        subprocess.run(["umount", "--lazy", place], check=True)


def _may_mount() -> bool:
    """Root in a container often may not."""
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0


def full(suite: Suite, folder: Path, trial):
    """No byte is left, again and again; then there is room again."""
    if not _may_mount():
        return suite.skip("a full disk: mounting a small one needs root")
    with _small_disk(folder) as place, \
            trial(suite, "disk full", folder, _ShopOn(place, folder)) as shop:
        with shop.load("healthy"):
            time.sleep(1)
        refused = 0
        for turn in range(3):
            with shop.load(f"full {turn}") as load:
                ballast = _fill(place / "ballast", shop.random)
                # A log that began anew has room of its own, and needs none for a while.
                refused += shop.refused_while(load, FAULT_SECONDS, must=False)
                _fill(place / "ballast", shop.random)
                refused += shop.refused_while(load, FAULT_SECONDS, must=False)
                ballast.unlink()
                shop.recovers(load)
            shop.clients.settle()
            shop.check.now(full=True)
        suite.expect(refused > 0, "disk full: nothing was refused")
        # Full, and killed: what was acknowledged has to be on the disk.
        with contextlib.ExitStack() as stack:
            ballast = _fill(place / "ballast", shop.random)
            stack.callback(ballast.unlink)
            shop.server.kill()
        shop.server.start()
        shop.finish()


class _ShopOn(SQLiteShop):
    """A shop whose data is on another disk than its log."""

    def __init__(self, disk: Path, folder: Path):
        super().__init__(folder)
        self._disk = disk

    @property
    def data(self) -> Path:
        return self._disk / "data"


def _fill(path: Path, random) -> Path:
    """Takes all room that is left, in pieces of several sizes."""
    with open(path, "ab", buffering=0) as file:
        for size in (1 << 20, 1 << 16, 1 << 12):
            with contextlib.suppress(OSError):
                while True:
                    written = file.write(random.randbytes(size))
                    if written < size:
                        break
    return path


def _immutable(path: Path, is_set: bool) -> bool:
    """Nobody writes to an immutable file, root and who has it open neither."""
    done = subprocess.run(["chattr", "+i" if is_set else "-i", path], capture_output=True)
    return done.returncode == 0


def file_read_only(suite: Suite, folder: Path, trial):
    """The database and its log can't be written, while the server has them open."""
    probe = folder / "probe"
    probe.touch()
    if not (_immutable(probe, True) and _immutable(probe, False)):
        return suite.skip("a read-only file: chattr +i needs root and ext4 or its like")
    with trial(suite, "file read-only", folder, SQLiteShop(folder)) as shop, \
            contextlib.ExitStack() as stack:
        files = [shop.shop.data / name for name in ("crema.db", "crema.db-wal")]
        for file in files:
            stack.callback(_immutable, file, False)
        for turn, chosen in enumerate((files[1:], files, files[:1])):
            with shop.load(f"turn {turn}") as load:
                time.sleep(0.5)
                for file in chosen:
                    _immutable(file, True)
                if files[1] in chosen:
                    shop.refused_while(load, FAULT_SECONDS)
                else:
                    # Only copying the log waits then; nobody notices.
                    time.sleep(FAULT_SECONDS)
                for file in chosen:
                    _immutable(file, False)
                shop.recovers(load)
        shop.crash()
        shop.finish()


def folder_read_only(suite: Suite, folder: Path, trial):
    """A folder that can't be written: the server says so and ends, and harms nothing."""
    if os.geteuid() != 0 or not _may_mount():
        return suite.skip("a read-only folder: mounting needs root")
    with trial(suite, "folder read-only", folder, SQLiteShop(folder)) as shop:
        with shop.load("healthy"):
            time.sleep(0.5)
        shop.clients.settle()
        shop.server.kill()
        place = folder / "read-only"
        place.mkdir()
        subprocess.run(["mount", "--bind", shop.shop.data, place], check=True)
        try:
            subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)
            for command in (["serve", "--port", "0"], ["audit"], ["backup", str(place / "b.tar")]):
                started = time.monotonic()
                done = run_command(suite, *command, "--data", str(place))
                seconds, words = time.monotonic() - started, done.stderr.strip()
                suite.expect(
                    done.returncode == 1 and words.startswith("crema: ") and seconds < 10,
                    f"crema {command[0]} on a read-only folder: {done.returncode}: {words!r}")
                suite.say(f"crema {command[0]} on a read-only folder says {words!r}")
        finally:
            subprocess.run(["umount", place], check=True)
        shop.server.start()
        shop.finish()
    shutil.rmtree(place, ignore_errors=True)
