"""The API as a program uses it: JSON calls and event streams over HTTP, with the standard library only."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

TIMEOUT = 30


class ApiError(RuntimeError):
    """An answer that is an error; `code` is the problem's."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code', '')}: {problem.get('detail', problem)}")
        self.status, self.code, self.problem = status, str(problem.get("code", "")), problem


@dataclass(frozen=True)
class Api:
    url: str
    token: str

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON answer; None when it has no body. ApiError for 4xx and 5xx."""
        with self._open(method, path, body) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def stream(self, method: str, path: str, body: Any = None) -> Iterator[dict[str, Any]]:
        """The chunks of an event stream until it says `[DONE]` or ends."""
        with self._open(method, path, body, timeout=900) as answer:
            for raw in answer:
                line = raw.decode().strip()
                if line == "data: [DONE]":
                    return
                if line.startswith("data: "):
                    yield json.loads(line[6:])

    def _open(self, method: str, path: str, body: Any, timeout: float = TIMEOUT) -> Any:
        request = urllib.request.Request(self.url + path, method=method)  # noqa: S310 - our own http address
        request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            return urllib.request.urlopen(request, timeout=timeout)  # noqa: S310 - our own http address
        except urllib.error.HTTPError as error:
            raise ApiError(error.code, problem_of(error.read())) from error


def problem_of(text: bytes) -> dict[str, Any]:
    """The problem document of an error, or what it said instead."""
    try:
        found = json.loads(text)
    except ValueError:
        return {"detail": text[:200].decode("utf-8", "replace")}
    return found if isinstance(found, dict) else {"detail": str(found)}
