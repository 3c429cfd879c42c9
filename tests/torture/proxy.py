"""A TCP proxy before PostgreSQL that does to connections what networks do, on command.

It lives in a thread of its own. Its attributes may be set and its methods called at any time:

    with Proxy(server.port, random) as proxy:
        proxy.delay_seconds = 0.2          # each way
        proxy.lose_answers = 0.1           # of this share of the COMMITs
        proxy.cut_all()
"""

import asyncio
import threading
from dataclasses import dataclass

from .wire import Backend, Conversation, Frontend


@dataclass
class Counts:
    connections: int = 0
    #: Connections that were ended here, for whatever reason.
    cuts: int = 0
    commits: int = 0
    #: COMMITs that the server did, and whose client never heard of it.
    lost_answers: int = 0
    #: COMMITs that the server never got.
    lost_commits: int = 0


class Proxy:
    def __init__(self, target_port: int, random):
        self._target = target_port
        self._random = random
        self._links: set[_Link] = set()
        self._serving: set[asyncio.Task] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()
        self._listener: asyncio.Server | None = None
        self.port = 0
        self.counts = Counts()
        self.delay_seconds = 0.0
        #: Shares of the COMMITs to do this to.
        self.lose_answers = 0.0
        self.lose_commits = 0.0
        #: Mean bytes, both ways together, after which a connection is cut at any of them.
        self.cut_after_bytes: int | None = None

    def __enter__(self) -> "Proxy":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_):
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def heal(self):
        """Nothing goes wrong from now on."""
        self.delay_seconds = self.lose_answers = self.lose_commits = 0.0
        self.cut_after_bytes = None
        self.accept()

    def cut_all(self) -> int:
        """Ends all connections at once; how many there were."""
        return self._call(self._cut_all())

    def refuse(self):
        """New connections are refused; those that are there stay."""
        self._call(self._stop_listening())

    def accept(self):
        if self._listener is None:
            self._call(self._listen())

    def draws(self, share: float) -> bool:
        return share > 0 and self._random.random() < share

    def bytes_to_live(self) -> int | None:
        mean = self.cut_after_bytes
        return None if mean is None else int(self._random.expovariate(1 / mean))

    def _run(self):
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen())
        self._ready.set()
        self._loop.run_forever()

    def _call(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self):
        self._listener = await asyncio.start_server(
            self._serve, "127.0.0.1", self.port, reuse_address=True)
        self.port = self._listener.sockets[0].getsockname()[1]

    async def _stop_listening(self):
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    async def _end(self):
        await self._stop_listening()
        await self._cut_all()
        if self._serving:
            await asyncio.wait(self._serving, timeout=5)

    async def _cut_all(self) -> int:
        count = len(self._links)
        for link in list(self._links):
            link.cut()
        return count

    async def _serve(self, reader, writer):
        try:
            server = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            # There is no server now: its client sees what it would see without the proxy.
            writer.transport.abort()
            return
        self.counts.connections += 1
        link, task = _Link(self, (reader, writer), server), asyncio.current_task()
        self._links.add(link)
        self._serving.add(task)
        try:
            await link.run()
        finally:
            self._links.discard(link)
            self._serving.discard(task)


class _Link:
    """One client's connection to the server."""

    def __init__(self, proxy: Proxy, client, server):
        self._proxy = proxy
        self._client, self._server = client, server
        conversation = Conversation()
        self._frontend, self._backend = Frontend(conversation), Backend(conversation)
        self._left: int | None = None
        self._is_cut = False

    async def run(self):
        ways = [
            asyncio.create_task(self._carry(self._client[0], self._server[1], self._questions)),
            asyncio.create_task(self._carry(self._server[0], self._client[1], self._answers))]
        # When one side has gone, the other is to hear of it.
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self._close()
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)

    def cut(self):
        """Ends both connections without a word."""
        if not self._is_cut:
            self._is_cut = True
            self._proxy.counts.cuts += 1
            for _, writer in (self._client, self._server):
                writer.transport.abort()

    def _close(self):
        for _, writer in (self._client, self._server):
            writer.close()

    async def _carry(self, reader, writer, look):
        """One way: what is read goes on after the delay, as far as `look` lets it."""
        due: asyncio.Queue[tuple[float, bytes | None]] = asyncio.Queue()
        sender = asyncio.create_task(self._send(due, writer))
        try:
            while data := await reader.read(65536):
                # Nothing, where the rest of a message is still to come.
                if part := self._within_life(look(data)):
                    due.put_nowait((self._now() + self._proxy.delay_seconds, part))
            due.put_nowait((self._now() + self._proxy.delay_seconds, None))
            await sender
        except OSError:
            pass  # one of them has gone: so goes the other
        finally:
            sender.cancel()

    async def _send(self, due, writer):
        while True:
            instant, data = await due.get()
            if (wait := instant - self._now()) > 0:
                await asyncio.sleep(wait)
            if data is None:
                return
            if not self._is_cut:
                writer.write(data)
                await writer.drain()

    def _questions(self, data: bytes) -> bytes:
        passed = b""
        for message, is_commit in self._frontend.feed(data):
            if is_commit:
                self._proxy.counts.commits += 1
                if self._proxy.draws(self._proxy.lose_commits):
                    self._proxy.counts.lost_commits += 1
                    self._cut_soon()
                    return passed
            passed += message
        return passed

    def _answers(self, data: bytes) -> bytes:
        passed = b""
        for message, is_committed in self._backend.feed(data):
            if is_committed and self._proxy.draws(self._proxy.lose_answers):
                # It is done and on the disk, and nobody will hear of it.
                self._proxy.counts.lost_answers += 1
                self._cut_soon()
                return passed
            passed += message
        return passed

    def _within_life(self, data: bytes) -> bytes:
        """All of it, or what still goes through before the connection is cut."""
        if self._proxy.cut_after_bytes is None:
            self._left = None
            return data
        if self._left is None:
            self._left = self._proxy.bytes_to_live()
        if len(data) < self._left:
            self._left -= len(data)
            return data
        self._cut_soon()
        return data[:self._left]

    def _cut_soon(self):
        """Once what goes through has gone."""
        asyncio.get_running_loop().call_later(self._proxy.delay_seconds + 0.001, self.cut)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
