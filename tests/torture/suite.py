"""What the parts share: the options, the choices of chance, and what was found."""

import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
#: Where one thing is broken, a thousand requests may say so.
TOLD = 12


class Broken(Exception):
    """Something that Crema promises doesn't hold, and going on would say nothing more."""


class Suite:
    """One run. Parts note what is broken and what they counted, and go on where they can."""

    def __init__(self, options, engine):
        self.options = options
        self.engine = engine
        self.binary = os.environ.get("CREMA_BIN", str(ROOT / ".build/release/crema"))
        self.broken: list[str] = []
        self.skipped: list[str] = []
        self.figures: dict[str, str] = {}
        self._part, self._told = "", 0
        self._lock = threading.Lock()
        self._started = time.monotonic()

    def begin(self, part: str):
        self._part, self._told = part, 0
        self.say("begins")

    def say(self, text: str):
        seconds = time.monotonic() - self._started
        sys.stdout.write(f"{seconds:7.1f} s  {self._part}: {text}\n")
        sys.stdout.flush()

    def fail(self, text: str):
        """Notes something that doesn't hold; of one part a few are told, and all are counted."""
        with self._lock:
            self.broken.append(f"{self._part}: {text}")
            self._told += 1
            if self._told <= TOLD:
                self.say(f"BROKEN: {text[:1000]}")

    def expect(self, holds: bool, text: str):
        if not holds:
            self.fail(text)

    def skip(self, text: str):
        """Notes something that this machine doesn't allow to be tried."""
        self.skipped.append(f"{self._part}: {text}")
        self.say(f"skipped: {text}")

    def figure(self, name: str, value):
        self.figures[name] = str(value)

    def random(self, *names) -> random.Random:
        """Choices of its own for each purpose: they don't depend on which other parts run, nor on
        how threads take turns."""
        return random.Random("/".join(str(name) for name in (self.options.seed, *names)))

    def folder(self) -> tempfile.TemporaryDirectory:
        """A folder on the disk that `--folder` names, gone in the end."""
        base = Path(self.options.folder)
        base.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(prefix="torture-", dir=base)
