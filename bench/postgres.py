"""A PostgreSQL server of the bench's own: default settings, fsync on, gone afterwards."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from machine import die_with_parent, free_port, proportional_megabytes

BINARIES = Path(os.environ.get("POSTGRES_BIN", "/usr/lib/postgresql/15/bin"))
OWNER = "crema"


def need_postgres():
    for name in ("initdb", "postgres", "psql", "pgbench"):
        if not _tool(name).exists():
            sys.exit(f"{BINARIES / name} is needed: apt-get install postgresql-15, "
                     "or POSTGRES_BIN=the folder of its programs")


def _tool(name):
    """Debian keeps pgbench with the server, others beside psql."""
    found = BINARIES / name
    return found if found.exists() else Path(shutil.which(name) or found)


def pgbench_program():
    return str(_tool("pgbench"))


class Postgres:
    """Started and stopped around each use, so that it doesn't run while others are measured."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.port = free_port()
        self.process = None
        self.folder.mkdir(mode=0o700)
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self._need_way_in()
        self._run("initdb", "--pgdata", str(self.folder), "--username", OWNER, "--auth", "trust",
                  "--encoding", "UTF8", "--locale", "C.UTF-8")

    def url(self, database, scheme="postgres"):
        return f"{scheme}://{OWNER}@127.0.0.1:{self.port}/{database}"

    def __enter__(self):
        with open(self.folder.parent / "postgres.log", "a") as log:
            # What dies with the bench must be its child: runuser would wait in between.
            self.process = subprocess.Popen(
                [str(_tool("postgres")), "-D", str(self.folder), "-p", str(self.port),
                 "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
                stdout=log, stderr=log, preexec_fn=die_with_parent, **_as_postgres())
        deadline = time.monotonic() + 60
        while subprocess.run([_tool("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
                             ).returncode:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL didn't start: {log.name}")
            time.sleep(.05)
        return self

    def __exit__(self, *_):
        # SIGINT is its fast shutdown: a checkpoint, whoever is connected.
        self.process.send_signal(2)
        self.process.wait(60)
        self.process = None

    def version(self):
        return self.sql("SHOW server_version", "postgres").split()[0]

    def memory(self):
        return proportional_megabytes(self.process.pid)

    def recreate(self, database, template="template0"):
        self.sql(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)', "postgres")
        self.sql(f'CREATE DATABASE "{database}" TEMPLATE "{template}" '
                 "STRATEGY FILE_COPY", "postgres")

    def rename(self, database, name):
        self.sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', "postgres")
        self.sql(f'ALTER DATABASE "{database}" RENAME TO "{name}"', "postgres")

    def sql(self, text, database):
        """Runs statements as one script; what the last one gives, unadorned."""
        return self._run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-f", "-",
                         self.url(database), text=text)

    def _run(self, tool, *arguments, text=None):
        command = [str(_tool(tool)), *arguments]
        done = subprocess.run(command, input=text, capture_output=True, text=True,
                              **_as_postgres())
        if done.returncode:
            sys.exit(f"{tool} failed:\n{done.stderr}")
        return done.stdout.strip()

    def _need_way_in(self):
        """PostgreSQL refuses to run as root, and its own user must reach the folder: through a
        temporary one above it too, which is made for its owner alone."""
        os.chmod(self.folder.parent, 0o711)
        for above in self.folder.parents:
            if not os.stat(above).st_mode & 0o001:
                sys.exit(f"the user postgres can't enter {above}: give another --folder")


def _as_postgres():
    return {"user": "postgres", "group": "postgres", "extra_groups": [], "cwd": "/"} \
        if os.getuid() == 0 else {}
