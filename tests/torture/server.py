"""One Crema server: started, measured, killed, looked at."""

import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from .client import Client, Unanswered
from .suite import Broken, Suite

START_SECONDS = 30
STOP_SECONDS = 20
PASSWORD = "demo-demo-demo"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A demo shop's server on `shop`, which survives the server's ends.

    To be started from the main thread: the kernel ends the program with the thread that started
    it, so that also a run that is killed leaves nothing behind."""

    def __init__(self, suite: Suite, shop, environment: dict[str, str] | None = None):
        self._suite = suite
        self.shop = shop
        self.port = free_port()
        self._environment = {**os.environ, **(environment or {})}
        self._process: subprocess.Popen | None = None
        self.log_file: Path = shop.folder / "log"
        #: A command to run the program by.
        self.prefix: list[str] = []

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *error):
        if self._process is None:
            return
        if error[0] is None:
            self.stop()
        else:
            self.kill()

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def log(self) -> str:
        return self.log_file.read_text(errors="replace") if self.log_file.exists() else ""

    def failures(self) -> list[str]:
        """The log's lines about answers of 500: there is to be none."""
        lines = (line for line in self.log.splitlines() if '"status":500' in line)
        return [f"{line['method']} {line['path']}: {line.get('error')}"
                for line in map(json.loads, lines)]

    def spawn(self):
        """Starts the program and waits for nothing."""
        command = ["setpriv", "--pdeathsig", "KILL", *self.prefix, self._suite.binary, "demo",
                   "--no-limits", *self.shop.arguments, "--port", str(self.port)]
        with open(self.log_file, "ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self._environment)

    def start(self) -> float:
        """Returns when the program says that it is ready: after how many seconds."""
        started = time.monotonic()
        self.spawn()
        while not self.is_ready():
            status = self._process.poll()
            if status is not None:
                self._process = None
                raise Broken(f"the server ended with {status}: {self.log[-2000:]}")
            if time.monotonic() - started > START_SECONDS:
                self.kill()
                raise Broken(f"not ready in {START_SECONDS} s: {self.log[-2000:]}")
            time.sleep(0.002)
        return time.monotonic() - started

    def is_ready(self) -> bool:
        try:
            with Client(self.port, timeout=5) as client:
                return client.request("GET", "/readyz", json_answer=False).status == 200
        except Unanswered:
            return False

    def kill(self):
        """Ends the program without warning, as a power cut would."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def stop(self):
        """Ends the program as a service manager would, and insists on a clean end."""
        process, self._process = self._process, None
        ended = process.poll()
        if ended is not None:
            raise Broken(f"the server ended by itself with {ended}: {self.log[-2000:]}")
        process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self._suite.fail(f"still running {STOP_SECONDS} s after SIGTERM")
            return
        self._suite.expect(status == 0, f"ended with {status} after SIGTERM")

    def access_token(self, role: str) -> str:
        """Signs in one of the demo's people."""
        person = {"email": f"{role}@demo.crema", "password": PASSWORD}
        with Client(self.port) as client:
            answer = client.request("POST", "/api/v1/sessions", person)
        if answer.status != 201:
            raise Broken(f"{role} can't sign in: {answer}")
        return answer.body["accessToken"]


def run_command(suite: Suite, *arguments: str) -> subprocess.CompletedProcess:
    """A command of the program, to its end."""
    return subprocess.run(
        ["setpriv", "--pdeathsig", "KILL", suite.binary, *arguments], capture_output=True,
        text=True, stdin=subprocess.DEVNULL, timeout=600)


def audit(suite: Suite, shop):
    """The program's own look through its books."""
    done = run_command(suite, "audit", *shop.arguments)
    suite.expect(done.returncode == 0, f"crema audit: {done.stdout[-2000:]}{done.stderr[-2000:]}")
