"""A model server that plays scripts, for tests in this process and (over HTTP) in others.

    POST /_script    {"replies": [Reply...], "match": "text"?, "repeat": bool?}   appends to the queue of `match`
    POST /_release   lets the requests go on that wait for a held reply
    GET  /_requests  every request received: {"wire", "body", "at_ns"}
    DELETE /_script  forgets scripts and requests

A queue with `match` serves the requests that contain that text anywhere in a user message, the instructions or the
cache key; the queue without one serves the rest. `repeat` keeps the last reply for ever. An empty queue answers 400.
A reply that is held is given once it is released, so that whoever tests can look at a run that is surely at work.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from local.openai_server.parse import BadRequest
from local.openai_server.reply import Reply
from local.openai_server.server import Received, RunningServer, start
from shared.domain.agent.model_messages import ModelRequest, UserMessage


@dataclass
class _Queue:
    replies: list[Reply] = field(default_factory=list)
    repeat: bool = False

    def next(self) -> Reply:
        if not self.replies:
            raise BadRequest("the script has no reply left")
        return self.replies[0] if self.repeat and len(self.replies) == 1 else self.replies.pop(0)


_HELD_SECONDS = 100  # less than a client's patience with a silent server


class Script:
    """The responder: queues by match, or a function of the request."""

    name = "scripted-model"

    def __init__(self, respond: Callable[[ModelRequest], Reply] | None = None) -> None:
        self.requests: list[Received] = []
        self._respond = respond
        self._queues: dict[str, _Queue] = {}
        self._others: dict[str, Callable[[ModelRequest], Reply]] = {}
        self._held: Reply | None = None
        self._released = threading.Event()
        self._lock = threading.Lock()

    def push(self, *replies: Reply, match: str = "", repeat: bool = False) -> None:
        with self._lock:
            queue = self._queues.setdefault(match, _Queue())
            queue.replies.extend(replies)
            queue.repeat = repeat

    def answer(self, respond: Callable[[ModelRequest], Reply], *, match: str) -> None:
        """A function of the request answers those that contain that text."""
        self._others[match] = respond

    def hold(self, reply: Reply) -> Reply:
        """The same reply, which nobody gets before it is released; one at a time."""
        self._released.clear()
        self._held = reply
        return reply

    def release(self) -> None:
        self._released.set()

    def reset(self) -> None:
        self.release()
        with self._lock:
            self._held = None
            self._queues.clear()
            self._others.clear()
            self.requests.clear()

    @property
    def left(self) -> int:
        """Replies nobody has asked for yet; a test that ends with some has not done what it says."""
        return sum(len(queue.replies) for queue in self._queues.values())

    def left_of(self, match: str) -> int:
        """Of one queue alone."""
        queue = self._queues.get(match)
        return len(queue.replies) if queue else 0

    def received(self, request: Received) -> None:
        self.requests.append(request)

    def respond(self, request: ModelRequest) -> Reply:
        words = "\n".join(_searched(request))
        other = next((found for match, found in self._others.items() if match in words), self._respond)
        if other:
            return other(request)
        with self._lock:
            reply = self._queue(request).next()
        if reply is self._held and not self._released.wait(_HELD_SECONDS):
            raise BadRequest("the reply was never released")
        return reply

    def control(self, method: str, path: str, body: Any) -> Any:
        match method, path:
            case "POST", "/_script":
                return self._load(body)
            case "GET", "/_requests":
                return [asdict(each) for each in self.requests]
            case "DELETE", "/_script":
                self.reset()
                return {"status": "empty"}
            case "POST", "/_release":
                self.release()
                return {"status": "released"}
        return None

    def _queue(self, request: ModelRequest) -> _Queue:
        words = "\n".join(_searched(request))
        named = (queue for match, queue in self._queues.items() if match and match in words)
        return next(named, None) or self._queues.get("") or _Queue()

    def _load(self, body: Any) -> Any:
        try:
            replies = [Reply.model_validate(each) for each in body["replies"]]
        except (TypeError, KeyError, ValueError) as error:
            raise BadRequest(f"not a script: {error}") from error
        self.push(*replies, match=body.get("match", ""), repeat=bool(body.get("repeat", False)))
        return {"queued": len(replies)}


def _searched(request: ModelRequest) -> Iterable[str]:
    yield request.instructions
    yield request.cache_key or ""
    yield from (item.content for item in request.items if isinstance(item, UserMessage))


@dataclass(frozen=True)
class ScriptedModel:
    """A running scripted server and its script."""

    script: Script
    server: RunningServer

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def control_url(self) -> str:
        return self.server.control_url

    def stop(self) -> None:
        self.server.stop()

    def __enter__(self) -> "ScriptedModel":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start_scripted(
    *, respond: Callable[[ModelRequest], Reply] | None = None, port: int = 0, api_key: str | None = None
) -> ScriptedModel:
    """Starts the server on 127.0.0.1; use it as a context manager or call `stop`."""
    script = Script(respond)
    return ScriptedModel(script, start(script, port=port, api_key=api_key))
