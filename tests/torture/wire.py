"""As much of PostgreSQL's protocol as it takes to see a COMMIT go by, and its answer come back.

https://www.postgresql.org/docs/15/protocol-message-formats.html
"""

import re
import struct

_SSL_REQUEST, _GSS_REQUEST, _CANCEL_REQUEST = 80877103, 80877104, 80877102
#: The last statement of a text; `END` says the same.
_COMMIT = re.compile(rb"(?:^|;)\s*(?:COMMIT|END)(?:\s+(?:WORK|TRANSACTION))?\s*;?\s*$", re.I)


def is_commit(sql: bytes) -> bool:
    return _COMMIT.search(sql) is not None


class Conversation:
    """What one client and the server have said so far: shared by the readers of both ways."""

    def __init__(self):
        #: Questions whose answer is one byte and no message.
        self.negotiations = 0
        #: Encrypted from here on: nothing can be read.
        self.is_opaque = False


class Frontend:
    """Cuts what a client sends into messages, and tells which of them commits."""

    def __init__(self, conversation: Conversation):
        self._conversation = conversation
        self._buffer = b""
        self._has_started = False
        self._statements = {b"commit"}
        self._portals: set[bytes] = set()

    def feed(self, data: bytes) -> list[tuple[bytes, bool]]:
        """Whole messages, each with whether it makes the server commit. The rest is kept."""
        self._buffer += data
        if self._conversation.is_opaque:
            whole, self._buffer = self._buffer, b""
            return [(whole, False)]
        messages = []
        while (message := self._next()) is not None:
            messages.append((message, self._has_started and self._commits(message)))
            if not self._has_started:
                self._start(message)
        return messages

    def _next(self) -> bytes | None:
        # Before the start-up is over a message has no type.
        type_bytes = 1 if self._has_started else 0
        if len(self._buffer) < type_bytes + 4:
            return None
        end = type_bytes + struct.unpack_from("!I", self._buffer, type_bytes)[0]
        if len(self._buffer) < end:
            return None
        message, self._buffer = self._buffer[:end], self._buffer[end:]
        return message

    def _start(self, message: bytes):
        code = struct.unpack_from("!I", message, 4)[0]
        if code in (_SSL_REQUEST, _GSS_REQUEST):
            self._conversation.negotiations += 1
        elif code != _CANCEL_REQUEST:
            self._has_started = True

    def _commits(self, message: bytes) -> bool:
        kind, body = message[:1], message[5:]
        if kind == b"Q":
            return is_commit(body.rstrip(b"\0"))
        if kind == b"P":
            name, sql = body.split(b"\0")[:2]
            (self._statements.add if is_commit(sql) else self._statements.discard)(name)
        elif kind == b"B":
            portal, statement = body.split(b"\0")[:2]
            is_known = statement in self._statements
            (self._portals.add if is_known else self._portals.discard)(portal)
        elif kind == b"E":
            return body.split(b"\0")[0] in self._portals
        return False


class Backend:
    """Cuts what the server sends into messages, and tells which of them says: committed."""

    def __init__(self, conversation: Conversation):
        self._conversation = conversation
        self._buffer = b""

    def feed(self, data: bytes) -> list[tuple[bytes, bool]]:
        self._buffer += data
        messages = []
        while self._buffer:
            if self._conversation.is_opaque:
                size = len(self._buffer)
            elif self._conversation.negotiations:
                self._conversation.negotiations -= 1
                self._conversation.is_opaque = self._buffer[:1] in (b"S", b"G")
                size = 1
            elif len(self._buffer) < 5:
                break
            else:
                size = 1 + struct.unpack_from("!I", self._buffer, 1)[0]
                if len(self._buffer) < size:
                    break
            message, self._buffer = self._buffer[:size], self._buffer[size:]
            messages.append((message, message[:1] == b"C" and message[5:] == b"COMMIT\0"))
        return messages
