"""A PostgreSQL server of one's own, for as long as a `with` block lasts.

    with PostgreSQL() as server:
        print(server.url("postgres"))

    python3 tests/torture/postgres.py COMMAND…

runs a command while there is one, whose address is in the environment as CREMA_TEST_POSTGRES.
"""

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

START_SECONDS = 60
STOP_SECONDS = 60


def _binaries() -> Path:
    """Debian keeps each version's programs in a folder of its own; the newest one counts."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"),
                     key=lambda path: int(path.parts[-3]))
    if folders:
        return folders[-1].parent
    found = shutil.which("postgres")
    if not found:
        raise FileNotFoundError("PostgreSQL is needed: apt-get install postgresql")
    return Path(found).parent


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class PostgreSQL:
    """Listens on 127.0.0.1 and in a socket folder; everybody on the machine may be `user`.

    PostgreSQL refuses to run as root, so that root runs it as `postgres`, the user that Debian's
    package makes. Commits wait for the disk, as in production, unless `durable` is false."""

    user = "crema"

    def __init__(self, folder: Path | None = None, durable: bool = True, **settings: str):
        self._base = folder
        self._settings = {"fsync": "on" if durable else "off", **settings}
        self._binaries = _binaries()
        self._process: subprocess.Popen | None = None
        self.port = 0

    def __enter__(self) -> "PostgreSQL":
        self.folder = Path(tempfile.mkdtemp(prefix="crema-postgres-", dir=self._base))
        try:
            self._own(self.folder)
            self._run("initdb", "--pgdata", self.folder / "data", "--username", self.user,
                      "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync")
            self.port = _free_port()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self._process is not None:
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def url(self, database: str) -> str:
        return f"postgres://{self.user}@127.0.0.1:{self.port}/{database}"

    def start(self):
        """Starts the server on its data, and returns when it answers. To be called from the main
        thread: the kernel ends the server with the thread that started it."""
        settings = [part for name, value in self._settings.items()
                    for part in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [*self._as_user("--pdeathsig", "QUIT"), self._binaries / "postgres",
                 "-D", self.folder / "data", "-p", str(self.port), "-k", self.folder,
                 "-c", "listen_addresses=127.0.0.1", *settings],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        deadline = time.monotonic() + START_SECONDS
        while not self.is_ready():
            if self._process.poll() is not None:
                raise RuntimeError(f"PostgreSQL ended: {self.log[-2000:]}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"PostgreSQL isn't ready: {self.log[-2000:]}")
            time.sleep(0.05)

    def is_ready(self) -> bool:
        done = subprocess.run(
            [self._binaries / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)])
        return done.returncode == 0

    def stop(self, mode: str = "fast"):
        """`smart` waits for all sessions, `fast` ends them, `immediate` is a crash."""
        process, self._process = self._process, None
        numbers = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}
        process.send_signal(numbers[mode])
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def execute(self, sql: str, database: str = "postgres") -> str:
        """Runs one statement outside a transaction; gives psql's plain output."""
        done = subprocess.run(
            [self._binaries / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
             "-h", self.folder, "-p", str(self.port), "-U", self.user, "-d", database, "-c", sql],
            capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{sql}: {done.stderr}")
        return done.stdout

    def rows(self, sql: str, database: str) -> list[tuple]:
        """A query's rows. Its columns need names that differ."""
        output = self.execute(f"SELECT row_to_json(t) FROM ({sql}) t", database)
        return [tuple(json.loads(line).values()) for line in output.splitlines()]

    def terminate_backends(self, database: str) -> int:
        """Ends all connections to a database; how many there were."""
        return int(self.execute(
            "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
            f" WHERE datname = '{database}' AND pid <> pg_backend_pid()"))

    def _run(self, program: str, *arguments):
        subprocess.run([*self._as_user(), self._binaries / program, *arguments], check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd="/")

    def _as_user(self, *options: str) -> list[str]:
        """The words before a command that make it run as somebody whom PostgreSQL accepts."""
        if os.geteuid() != 0:
            return ["setpriv", *options] if options else []
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *options]

    def _own(self, folder: Path):
        if os.geteuid() == 0:
            entry = pwd.getpwnam("postgres")
            os.chown(folder, entry.pw_uid, entry.pw_gid)
            # Everybody may reach the socket below; the data stays for its owner.
            folder.chmod(0o711)


def main(command: list[str]) -> int:
    with PostgreSQL(durable=False) as server:
        environment = {**os.environ, "CREMA_TEST_POSTGRES": server.url("postgres")}
        return subprocess.run(command, env=environment).returncode


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
