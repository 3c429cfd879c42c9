"""Where a shop is kept: what the parts need to know of SQLite and PostgreSQL."""

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from .postgres import PostgreSQL


@dataclass
class SQLiteShop:
    folder: Path

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def arguments(self) -> list[str]:
        return ["--data", str(self.data)]

    def rows(self, sql: str) -> list[tuple]:
        """Reads beside the running server. Not to be called while there is none: the first to
        open the database after a crash mends it, and that has to be the server."""
        with contextlib.closing(sqlite3.connect(
                f"file:{self.data / 'crema.db'}?mode=ro", uri=True, timeout=10)) as connection:
            return connection.execute(sql).fetchall()


class SQLite:
    name = "sqlite"

    def __enter__(self) -> "SQLite":
        return self

    def __exit__(self, *_):
        pass

    @contextlib.contextmanager
    def shop(self, folder: Path):
        """A shop to be: the server makes it at its first start."""
        yield SQLiteShop(folder)


@dataclass
class PostgreSQLShop:
    folder: Path
    server: PostgreSQL
    database: str
    #: Where the program connects to: the server, or a proxy before it.
    port: int

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def arguments(self) -> list[str]:
        url = f"postgres://{self.server.user}@127.0.0.1:{self.port}/{self.database}"
        return ["--database", url, "--data", str(self.data)]

    def rows(self, sql: str) -> list[tuple]:
        return self.server.rows(sql, self.database)


class PostgreSQLEngine:
    name = "postgres"

    def __init__(self):
        self.server = PostgreSQL()
        self._count = 0

    def __enter__(self) -> "PostgreSQLEngine":
        self.server.__enter__()
        return self

    def __exit__(self, *error):
        self.server.__exit__(*error)

    @contextlib.contextmanager
    def shop(self, folder: Path):
        """A database of its own, dropped in the end."""
        self._count += 1
        database = f"torture_{self._count}"
        self.server.execute(f"CREATE DATABASE {database}")
        try:
            yield PostgreSQLShop(folder, self.server, database, self.server.port)
        finally:
            self.server.execute(f"DROP DATABASE {database} WITH (FORCE)")


ENGINES = {engine.name: engine for engine in (SQLite, PostgreSQLEngine)}
