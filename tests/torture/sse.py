"""A reader of Server-Sent Events over HTTP/1.1 that can be cut at any byte."""

import asyncio
import json

from .suite import Broken

#: Nothing, not even a comment, for this long: the line is dead.
SILENCE_SECONDS = 40


class Chunks:
    """Takes the chunked transfer coding off (RFC 9112, section 7.1)."""

    def __init__(self):
        self._buffer = b""
        self._left = 0

    def feed(self, data: bytes) -> bytes:
        self._buffer += data
        content = b""
        while True:
            if self._left > 2:
                part = self._buffer[:self._left - 2]
                content += part
                self._skip(len(part))
            if 0 < self._left <= 2:
                # The two bytes behind a chunk are the end of its line.
                self._skip(min(self._left, len(self._buffer)))
            if self._left:
                return content
            line, found, rest = self._buffer.partition(b"\r\n")
            if not found:
                return content
            self._left, self._buffer = int(line.split(b";")[0], 16) + 2, rest

    def _skip(self, count: int):
        self._buffer, self._left = self._buffer[count:], self._left - count


class Listener:
    """One client of a stream, through all its connections."""

    def __init__(self, port: int, path: str, headers: dict[str, str], after: int):
        self._port, self._path, self._headers = port, path, headers
        self.last = after
        #: Events up to this id were given up: the server said to fetch everything again.
        self.known_from = after
        self.resets = 0
        self.drops = 0
        self.longest_gap = 0
        #: (id, kind, subject, version)
        self.events: list[tuple[int, str, str, int]] = []
        self._writer: asyncio.StreamWriter | None = None

    async def connect(self, by_query: bool = False):
        """Connects, and resumes behind the last whole event."""
        mark = "&" if "?" in self._path else "?"
        path = f"{self._path}{mark}after={self.last}" if by_query else self._path
        fields = {"Host": "127.0.0.1", "Accept": "text/event-stream", **self._headers}
        if not by_query:
            fields["Last-Event-ID"] = str(self.last)
        head = f"GET {path} HTTP/1.1\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n"
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(head.encode())
        async with asyncio.timeout(SILENCE_SECONDS):
            answer = await self._reader.readuntil(b"\r\n\r\n")
        text = answer.decode().lower()
        if not text.startswith("http/1.1 200 ") or "text/event-stream" not in text:
            raise Broken(f"{path} was answered with {text.splitlines()[0]}")
        if "transfer-encoding: chunked" not in text:
            raise Broken(f"{path} isn't chunked: {text}")
        self._chunks, self._text = Chunks(), b""

    async def hear(self, limit: int | None = None):
        """Hears until the line ends, or for some bytes: what is behind them never arrived."""
        while limit is None or limit > 0:
            async with asyncio.timeout(SILENCE_SECONDS):
                data = await self._reader.read(limit or 65536)
            if not data:
                return
            if limit is not None:
                limit -= len(data)
            self._text += self._chunks.feed(data)
            *blocks, self._text = self._text.split(b"\n\n")
            for block in blocks:
                self._note(block.decode())

    def cut(self):
        """Ends the connection; with a rest that wasn't read, rudely."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.transport.abort()

    def _note(self, block: str):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if "id" not in fields:
            return
        number, data = int(fields["id"]), json.loads(fields["data"])
        if fields["event"] == "reset":
            self.resets += 1
            self.longest_gap = max(self.longest_gap, number - self.last)
            self.known_from, self.events = number, []
        else:
            self.events.append((number, fields["event"], data["id"], data["version"]))
        self.last = number
