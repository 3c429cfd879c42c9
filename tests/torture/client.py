"""A client that keeps its connection, and tells a refusal from an answer that never came."""

import http.client
import json
from dataclasses import dataclass, field


class Unanswered(Exception):
    """The connection ended, or never was: whether the request was done isn't known."""


class Hang(Unanswered):
    """No answer within the time that anybody would wait."""


@dataclass
class Answer:
    status: int
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.status} {str(self.body)[:400]}"

    @property
    def is_unavailable(self) -> bool:
        """A 503 as it is documented: a problem document that says when to come again."""
        return (self.status == 503 and isinstance(self.body, dict)
                and self.body.get("type") == "/problems/unavailable"
                and self.headers.get("content-type", "").startswith("application/problem+json")
                and "retry-after" in self.headers)


class Client:
    def __init__(self, port: int, timeout: float = 15):
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._connection.close()

    def connect(self):
        """Connects before there is a request."""
        try:
            self._connection.connect()
        except OSError as error:
            raise Unanswered(str(error)) from None

    def submit(self, path: str, form: bytes) -> Answer:
        """Sends a page's form."""
        return self.request("POST", path, form, json_answer=False,
                            Content_Type="application/x-www-form-urlencoded")

    def request(self, method: str, path: str, body=None, json_answer=True, **headers) -> Answer:
        """One request. `body` is sent as it is where it is bytes, as JSON otherwise."""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        fields = {name.replace("_", "-"): value for name, value in headers.items() if value}
        if data is not None:
            fields.setdefault("Content-Type", "application/json")
        try:
            self._connection.request(method, path, data, fields)
            response = self._connection.getresponse()
            content = response.read()
        except TimeoutError as error:
            self.close()
            raise Hang(f"{method} {path}") from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unanswered(f"{method} {path}: {error!r}") from None
        answer = Answer(response.status, headers={
            name.lower(): value for name, value in response.getheaders()})
        answer.body = json.loads(content) if json_answer and content else content
        return answer
