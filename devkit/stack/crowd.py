"""Many people at the same time: streams heard and saves made all at once, with what each of them got."""

import json
import random
import re
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from devkit.stack.client import Chunk

_STAMP = re.compile(r"t=(\d+)")
_SECONDS = 300
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 8.0


@dataclass(frozen=True)
class Caller:
    """Where the API is and who asks."""

    url: str
    token: str

    def ask(self, method: str, path: str, body: Any = None) -> "Answer":
        """One request on a connection of its own; its lines are read while they come."""
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=_SECONDS)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        began = time.monotonic_ns()
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        lines = [(time.monotonic_ns(), line) for line in iter(answer.readline, b"")]
        connection.close()
        return Answer(answer.status, dict(answer.getheaders()), began, lines)


@dataclass(frozen=True)
class Answer:
    """A whole answer: each line with the moment (monotonic ns) at which it was read."""

    status: int
    headers: dict[str, str]
    began: int
    lines: list[tuple[int, bytes]]

    @property
    def json(self) -> Any:
        return json.loads(b"".join(line for _, line in self.lines))

    @property
    def chunks(self) -> list[Chunk]:
        """The chunks of an event stream that ended as it should."""
        assert self.status == 200, self.lines[:5]
        events = [json.loads(line[6:]) for _, line in self.lines if line.startswith(b"data: {")]
        assert self.lines[-2][1] == b"data: [DONE]\n", f"the stream was cut after {events[-1:]}"
        return events

    @property
    def delays_ms(self) -> list[float]:
        """From the model server's stamp to the arrival here, for each stamped piece of text."""
        received = ((at, line) for at, line in self.lines if b'"text-delta"' in line)
        return [(at - int(stamp)) / 1e6 for at, line in received for stamp in _STAMP.findall(line.decode())]

    def seconds_to(self, words: bytes) -> float:
        """From the request to the first line with these words."""
        return (next(at for at, line in self.lines if words in line) - self.began) / 1e9

    @property
    def seconds(self) -> float:
        """From the request to the last line."""
        return (self.lines[-1][0] - self.began) / 1e9


def all_at_once(caller: Caller, asked: Sequence[tuple[str, str, Any]]) -> list[Answer]:
    """Every (method, path, body) from a thread of its own, sent at the same moment."""
    ready = threading.Barrier(len(asked))

    def ask(one: tuple[str, str, Any]) -> Answer:
        ready.wait(timeout=60)
        return caller.ask(*one)

    with ThreadPoolExecutor(len(asked)) as pool:
        return list(pool.map(ask, asked))


def talk_to_all(caller: Caller, messages: Mapping[str, str]) -> list[Answer]:
    """To each app (by id) its message at the same moment, and each stream to its end."""
    asked = [(f"/admin/apps/{app_id}/builder/chat/stream", {"message": text}) for app_id, text in messages.items()]
    return all_at_once(caller, [("POST", path, body) for path, body in asked])


def whole(caller: Caller, app_id: str, answer: Answer) -> str:
    """The run's status, after its stream was found numbered from one without a gap and equal to its replay."""
    events, run_id = answer.chunks, answer.headers["x-run-id"]
    assert [chunk["seq"] for chunk in events] == list(range(1, len(events) + 1)), f"{run_id}: lost or told twice"
    replay = caller.ask("GET", f"/admin/apps/{app_id}/builder/chat/{run_id}/stream?after=0")
    assert replay.chunks == events, f"{run_id}: the replay tells something else"
    run = caller.ask("GET", f"/runs/{run_id}").json
    (done,) = [chunk["data"] for chunk in events if chunk["type"] == "data-done"]
    assert run["status"] == done["status"], f"{run_id}: {run['status']}, but its stream says {done['status']}"
    return str(run["status"])


@dataclass
class Savers:
    """People who each save a file of their own to one app until it is in, on the draft they last heard of."""

    caller: Caller
    app_id: str
    base: str
    milliseconds: list[float] = field(default_factory=list)
    """Of each accepted save, its last attempt."""
    refusals: int = 0
    busy: int = 0
    """Answers that said to come back in a second (503 with `retry_after`)."""
    winners: dict[str, list[str]] = field(default_factory=dict)
    """For each base the revisions that were accepted on it."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, count: int) -> None:
        """All begin on the same base at the same moment; one that is refused pauses, rebases and tries again."""
        ready = threading.Barrier(count)

        def save(number: int) -> None:
            ready.wait(timeout=60)
            self._until_kept(number)

        with ThreadPoolExecutor(count) as pool:
            list(pool.map(save, range(count)))

    def _until_kept(self, number: int) -> None:
        base, until, attempt = self.base, time.monotonic() + _SECONDS, 0
        while True:
            assert time.monotonic() < until, f"save {number} is not in after {attempt} attempts"
            answer = self.caller.ask("POST", f"/admin/apps/{self.app_id}/builder/revisions", save_of(number, base))
            if answer.status == 201:
                self._kept(base, answer)
                return
            refused, attempt = answer.json, attempt + 1
            if answer.status == 503:
                self._count(busy=1)
                time.sleep(refused["retry_after"])
                continue
            assert (answer.status, refused["code"]) == (409, "REVISION_CONFLICT"), refused
            assert refused["current_revision_id"] != base, "refused, although the base is the draft"
            base = refused["current_revision_id"]
            self._count(refusals=1)
            if attempt % 2 == 0:  # refused on news that was just heard: too many want to, so come back later
                most = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (attempt // 2))
                time.sleep(random.uniform(0, most))  # noqa: S311 - jitter

    def _count(self, refusals: int = 0, busy: int = 0) -> None:
        with self._lock:
            self.refusals += refusals
            self.busy += busy

    def _kept(self, base: str, answer: Answer) -> None:
        with self._lock:
            self.winners.setdefault(base, []).append(answer.json["id"])
            self.milliseconds.append(answer.seconds * 1000)

    def check(self, count: int) -> None:
        """One winner a base, a history in one line, every winner's file in the last tree."""
        assert {len(kept) for kept in self.winners.values()} == {1}, "two saves were accepted on one base"
        builder = f"/admin/apps/{self.app_id}/builder"
        line, current = [], self.caller.ask("GET", f"{builder}/state").json["draft"]["id"]
        draft = current
        parents = {kept: base for base, (kept,) in self.winners.items()}
        while current in parents:
            line.append(current)
            current = parents[current]
        assert (current, len(line)) == (self.base, count), "the history is not one line from the first base"
        stored = self.revisions()
        assert stored == [*line, self.base], "the stored history is another one"
        files = self.caller.ask("GET", f"{builder}/revisions/{draft}/files").json
        paths = {one["path"] for one in files["items"]}
        lost = {path_of(number) for number in range(count)} - paths
        assert not lost, f"accepted, but not there: {sorted(lost)}"

    def revisions(self) -> list[str]:
        """The ids of the app's history, newest first."""
        found: list[str] = []
        cursor = ""
        while True:
            page = self.caller.ask("GET", f"/admin/apps/{self.app_id}/builder/revisions?limit=100{cursor}").json
            found += [one["id"] for one in page["items"]]
            if not page["next_cursor"]:
                return found
            cursor = f"&cursor={page['next_cursor']}"


def path_of(number: int) -> str:
    return f"src/notes/note{number}.ts"


def save_of(number: int, base: str) -> dict[str, Any]:
    operation = {"op": "upsert_file", "path": path_of(number), "content": f"export const note = {number};\n"}
    return {"base_revision_id": base, "operations": [operation]}
