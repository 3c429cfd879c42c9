"""Starts the built program with a data folder of its own, and stops it."""

import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PASSWORD = "demo-demo-demo"
START_SECONDS = 60
STOP_SECONDS = 20

_libc = ctypes.CDLL(None)


def die_with_parent():
    """Also a test run that is killed leaves no program behind."""
    PR_SET_PDEATHSIG = 1
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _binary() -> str:
    return os.environ.get("CREMA_BIN", str(ROOT / ".build/debug/crema"))


class Program:
    """A running server. `url` is where it listens, `log` all that it has printed."""

    def __init__(self, folder: Path, *arguments: str):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = arguments
        self._process = None

    @classmethod
    def demo(cls, *arguments: str) -> "Program":
        """A demo shop, kept in memory where the machine allows; without rate limits, since all
        tests come from one address."""
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        folder = Path(tempfile.mkdtemp(prefix="crema-test-", dir=memory))
        return cls(folder, "demo", "--no-limits", *arguments)

    def __enter__(self) -> "Program":
        try:
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_):
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def start(self):
        """Returns when the program answers that it is ready."""
        binary = _binary()
        command = [binary, *self._arguments,
                   "--data", str(self.folder / "data"), "--port", str(self.port)]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=die_with_parent)
        deadline = time.monotonic() + START_SECONDS
        while not self._is_ready():
            if self._process.poll() is not None:
                raise RuntimeError(f"{command} ended with {self._process.returncode}:\n{self.log}")
            if time.monotonic() > deadline:
                self.kill()
                raise TimeoutError(f"{command} wasn't ready in {START_SECONDS} s:\n{self.log}")
            time.sleep(0.02)

    def stop(self):
        """Ends the program as a service manager would, and insists on a clean end."""
        process, self._process = self._process, None
        if process is None:
            return
        crashed = process.poll() is not None
        process.terminate()
        try:
            status = process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"still running {STOP_SECONDS} s after SIGTERM:\n{self.log}")
        assert not crashed, f"ended by itself with {status}:\n{self.log}"
        assert status == 0, f"ended with {status} after SIGTERM:\n{self.log}"

    def kill(self):
        """Ends the program without warning, as a power cut would; `start` may follow."""
        process, self._process = self._process, None
        process.kill()
        process.wait()

    def run(self, *arguments: str) -> str:
        """A command of the program on the same data, beside the running server; its output."""
        binary = _binary()
        command = [binary, *arguments, "--data", str(self.folder / "data")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=START_SECONDS)
        assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stderr}"
        return done.stdout

    def request(self, method: str, path: str, body=None, **headers: str):
        """One JSON request; gives the status and the decoded body."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, json.loads(response.read() or "null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or "null")

    def access_token(self, role: str) -> str:
        """Signs in one of the demo's people: owner, manager, barista or customer."""
        person = {"email": f"{role}@demo.crema", "password": PASSWORD}
        status, answer = self.request("POST", "/api/v1/sessions", person)
        assert status == 201, answer
        return answer["accessToken"]

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "/readyz", timeout=2) as response:
                return response.status == 200
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
