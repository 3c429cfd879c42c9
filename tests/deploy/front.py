"""HAProxy and Caddy, started on the configurations that `deploy/` gives to operators.

Only what belongs to a machine is replaced: addresses, ports and where certificates come from. So
what is tried is what is handed out."""

import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from program import ROOT, Program, die_with_parent, free_port

START_SECONDS = 20


class Front:
    """A front before two addresses, on https://127.0.0.1:{port}."""

    program: str
    file: str
    #: How long an instance that failed is left alone although it passes the checks.
    grudge_seconds = 0.0
    #: Changes of one customer that fail when an instance goes, before the front has noticed.
    troubles_of_an_end = 0

    def __init__(self, folder: Path, first: str, second: str):
        self.folder = folder
        self.port = free_port()
        self.url = f"https://127.0.0.1:{self.port}"
        self._instances = {"10.0.0.11:8080": first, "10.0.0.12:8080": second}
        self._process: subprocess.Popen | None = None

    def __enter__(self) -> "Front":
        if not shutil.which(self.program):
            raise FileNotFoundError(f"{self.program} is needed: bin/setup --test")
        self.folder.mkdir()
        text = (ROOT / "deploy" / self.file).read_text()
        for given, tried in {**self._instances, **self.replacements()}.items():
            assert text.count(given) == 1, f"{self.file} has {given!r} {text.count(given)} times"
            text = text.replace(given, tried)
        config = self.folder / self.file
        config.write_text(text)
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                self.command(config), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"PATH": "/usr/sbin:/usr/bin", "HOME": str(self.folder)},
                preexec_fn=die_with_parent)
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        process, self._process = self._process, None
        process.kill()
        process.wait()

    def wait_for_a_check(self, instance: Program):
        """Returns when the front has looked at an instance that was just started, and uses it."""
        def checks() -> int:
            return instance.log.count('"path":"/healthz","status":200')

        before, deadline = checks(), time.monotonic() + START_SECONDS
        while checks() == before:
            assert time.monotonic() < deadline, f"{self.program} doesn't look after {instance.url}"
            time.sleep(0.05)
        time.sleep(self.grudge_seconds)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    @property
    def authority(self) -> ssl.SSLContext:
        """Trusts this front and nobody else."""
        return ssl.create_default_context(cafile=self.certificate)

    @property
    def certificate(self) -> Path:
        raise NotImplementedError

    def replacements(self) -> dict[str, str]:
        raise NotImplementedError

    def command(self, config: Path) -> list[str]:
        raise NotImplementedError

    def _wait(self):
        deadline = time.monotonic() + START_SECONDS
        while not self._is_ready():
            if self._process.poll() is not None:
                raise RuntimeError(f"{self.program} ended:\n{self.log}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.program} isn't ready:\n{self.log}")
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(
                    self.url + "/healthz", timeout=2, context=self.authority) as response:
                return response.status == 200
        except (OSError, urllib.error.URLError):
            return False


class HAProxy(Front):
    program = "haproxy"
    file = "haproxy.cfg"

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    def replacements(self) -> dict[str, str]:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=front", "-addext", "subjectAltName=IP:127.0.0.1",
             "-keyout", self.folder / "key", "-out", self.folder / "certificate"],
            check=True, capture_output=True)
        self.certificate.write_text(
            (self.folder / "certificate").read_text() + (self.folder / "key").read_text())
        return {
            "    log /dev/log local0": "    log stdout format raw local0",
            "/run/haproxy/admin.sock mode": f"{self.folder}/admin.sock mode",
            "    bind :80\n": "",
            "bind :443 ssl crt /etc/haproxy/certificates/":
                f"bind 127.0.0.1:{self.port} ssl crt {self.certificate}",
        }

    def command(self, config: Path) -> list[str]:
        return ["haproxy", "-db", "-f", str(config)]

    def tell(self, command: str):
        """What an operator sends to it by socat."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.folder / "admin.sock"))
            line.sendall(command.encode() + b"\n")
            answer = line.recv(4096).decode().strip()
        assert not answer, answer


class Caddy(Front):
    program = "caddy"
    file = "Caddyfile"
    grudge_seconds = 2.0
    troubles_of_an_end = 3

    @property
    def certificate(self) -> Path:
        return self.folder / "store/pki/authorities/local/root.crt"

    def replacements(self) -> dict[str, str]:
        return {
            "\tgrace_period 10s\n":
                f"\tgrace_period 10s\n\tadmin off\n\tskip_install_trust\n"
                f"\tauto_https disable_redirects\n\tstorage file_system {self.folder}/store\n",
            "order.example.com {": f"https://127.0.0.1:{self.port} {{\n\ttls internal\n",
        }

    def command(self, config: Path) -> list[str]:
        return ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]


FRONTS = (HAProxy, Caddy)
