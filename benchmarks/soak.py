"""500 turns on four apps, two at a time: talk, reading, edits past the fast gate. Nothing may grow but the history.

Sampled every 25 turns: memory of each process, items and bytes of a run and of a turn in DynamoDB, what the model was
sent, how long a turn took. Each figure's slope over 100 turns must keep its bound, or this fails. Builds are off (a
real one would measure Vite); rates and budgets are raised. `SOAK_TURNS`: fewer, for development.
"""

import os
import re
import statistics
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.load_streams import ENV, RAISED, load, make_app
from benchmarks.memory import resident
from benchmarks.report import report
from benchmarks.stage import Stage, stage
from benchmarks.trend import Trend
from devkit.stack.crowd import Caller, Savers, whole
from local.openai_server.reply import Call, Reply, calls, say
from shared.domain.agent.model_messages import ModelRequest, ToolOutput, UserMessage

TURNS = int(os.environ.get("SOAK_TURNS", "500"))
EVERY = 25
_APPS, _AT_ONCE = 4, 2
_TENANT = "bench"
_SOAK = ENV | {"APPS_BUILDER_WORKER_BUILD_GATE_ENABLED": "0"}
_MARK = re.compile(r"Turn (\d+):")
_MOST_MB = 3.0
_MORE_MB = {"emulator": 45.0, "compile": 10.0, "node": 20.0}
"""The emulator holds the history (tables, executions of an hour), the compiler fills caches of 32 MB each, and V8 lets
its heap grow to about 240 MB in the first 400 compilations before it collects; 4,000 end at 265."""
_FINISH = Call(name="finish", arguments={"summary": "Changed.", "rationale": None, "assumptions": None})


def respond(request: ModelRequest) -> Reply:
    """Every third turn changes a file, every third reads one, every third only talks."""
    number, tools = where(request)
    if tools:
        return say("It says ", "what ", f"it should in turn {number}.")
    if number % 3 == 0:
        content = "".join(f"export const line{line} = {number};\n" for line in range(20))
        write = Call(name="write_file", arguments={"path": f"src/notes/note{number % 10}.ts", "content": content})
        return calls(write, _FINISH, text=("I will ", "change ", "that."))
    if number % 3 == 1:
        return calls(Call(name="read_file", arguments={"path": "src/content.ts", "start_line": 1, "end_line": None}))
    return say(*(f"word{word} " for word in range(40)))


def where(request: ModelRequest) -> tuple[int, int]:
    """The turn that is asked for, and how many tools have answered in it."""
    tools = 0
    for item in reversed(request.items):
        tools += isinstance(item, ToolOutput)
        if isinstance(item, UserMessage) and (marks := _MARK.findall(item.content)):
            return int(marks[-1]), tools
    raise AssertionError("no turn is named")


class Soak:
    """The turns, and every figure that is watched."""

    def __init__(self, here: Stage) -> None:
        self.here = here
        self.caller = Caller(here.stack.api_url, here.stack.token(_TENANT))
        self.apps = [make_app(here, number) for number in range(_APPS)]
        self.table = here.stack.boto("dynamodb")
        self.table_name = next(name for name in self.table.list_tables()["TableNames"])
        self.trends: dict[str, Trend] = {}
        self.seconds: dict[int, float] = {}
        self.conversations: dict[str, str] = {}
        self.runs: dict[int, str] = {}
        self._lock = threading.Lock()

    def play(self, first: int, count: int) -> None:
        """The next turns: each app's in order, two apps at once."""
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            list(pool.map(lambda app: self._play_app(app, first, count), range(_APPS)))

    def _play_app(self, app: int, first: int, count: int) -> None:
        for number in range(first, first + count):
            if number % _APPS == app:
                self._turn(self.apps[app], number)

    def _turn(self, app_id: str, number: int) -> None:
        """One more message of the app's one conversation."""
        body = {"message": f"Turn {number}: please do what you do."}
        if app_id in self.conversations:
            body["conversation_id"] = self.conversations[app_id]
        answer = self.caller.ask("POST", f"/admin/apps/{app_id}/builder/chat/stream", body)
        assert answer.status == 200, answer.lines
        status = whole(self.caller, app_id, answer)
        assert status == "completed", f"turn {number}: {status} {answer.chunks[-3:]}"
        with self._lock:
            self.conversations[app_id] = answer.headers["x-conversation-id"]
            self.seconds[number], self.runs[number] = answer.seconds, answer.headers["x-run-id"]

    def sample(self, first: int, count: int) -> None:
        """All figures, over the turns just played."""
        turns, numbers = first + count, range(first, first + count)
        self._note("turn_ms", turns, 1000 * statistics.median(self.seconds[one] for one in numbers), "ms", share=0.1)
        for name, sizes in resident(self.here.stack.info["pid"]).items():
            self._note(f"{name}_mb", turns, max(sizes), "MB", bound=_MORE_MB.get(name, _MOST_MB))
        runs = [self._stored(f"T#{_TENANT}#RUN#{self.runs[one]}") for one in numbers if one % 3 == 0]
        self._note("run_items", turns, statistics.median(items for items, _ in runs), "items", bound=1.0)
        self._note("run_bytes", turns, statistics.median(size for _, size in runs), "bytes", share=0.05)
        self._history(turns, count)
        self._sent(turns)

    def _history(self, turns: int, count: int) -> None:
        """What a turn adds to its app and conversation."""
        stored = [self._stored(f"T#{_TENANT}#APP#{app}") for app in self.apps]
        now = sum(items for items, _ in stored), sum(size for _, size in stored)
        before, self._before = getattr(self, "_before", now), now
        if before != now:
            self._note("app_items_a_turn", turns, (now[0] - before[0]) / count, "items", bound=0.5)
            self._note("app_bytes_a_turn", turns, (now[1] - before[1]) / count, "bytes", share=0.05)

    def _sent(self, turns: int) -> None:
        """What the model was sent: an app's whole conversation grows, what is told of it must not."""
        asked = self.here.model.script.requests
        self._note("largest_prompt_kb", turns, max(len(str(one.body)) for one in asked) / 1000, "kB", share=0.05)
        asked.clear()

    def _stored(self, partition: str) -> tuple[int, int]:
        """Items and bytes of a partition."""
        pages = self.table.get_paginator("query").paginate(
            TableName=self.table_name,
            KeyConditionExpression="PK = :pk",
            ExpressionAttributeValues={":pk": {"S": partition}},
            ConsistentRead=True,
        )
        items = [item for page in pages for item in page["Items"]]
        return len(items), sum(len(str(item)) for item in items)

    def _note(self, name: str, turns: int, value: float, unit: str, **bound: float) -> None:
        self.trends.setdefault(name, Trend(unit, **bound)).add(turns, value)


def kept_edits(soak: Soak) -> int:
    """Revisions that runs made; an error unless every third turn made one."""
    line = [Savers(soak.caller, app, "").revisions() for app in soak.apps]
    made = sum(len(revisions) - 1 for revisions in line)
    assert made == len(range(0, TURNS, 3)), f"{made} edits were kept"
    return made


def main() -> None:
    """One line; exit code 1 when something grows."""
    began = time.monotonic()
    with stage(_SOAK, respond) as here:
        soak = Soak(here)
        for first, count in windows():
            soak.play(first, count)
            soak.sample(first, count)
            print(f"# {first + count} turns, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        edits = kept_edits(soak)
        kept = files_of_the_emulator(here.stack.data_dir)
    grown = [name for name, trend in soak.trends.items() if trend.grows()]
    detail = {
        "turns": TURNS, "edits_kept": edits, "apps": _APPS, "seconds": round(time.monotonic() - began),
        "load_average": load(), "grows": grown, "emulator_files_mb": kept, "raised": RAISED,
        "trends": {name: trend.told() for name, trend in soak.trends.items()},
    }  # fmt: skip
    report("soak", [1000 * one for one in soak.seconds.values()], "ms", detail=detail)
    if grown:
        raise SystemExit(f"it grows: {', '.join(grown)}")


def windows() -> Iterator[tuple[int, int]]:
    """(first turn, how many) of each stretch between two samples."""
    for first in range(0, TURNS, EVERY):
        yield first, min(EVERY, TURNS - first)


def files_of_the_emulator(data: Path) -> dict[str, float]:
    """Megabytes of each service's state, which it also holds in memory."""
    sizes: dict[str, float] = defaultdict(float)
    for path in (data / "aws").glob("*.json"):
        sizes[path.stem] = round(path.stat().st_size / 1e6, 2)
    return {name: size for name, size in sorted(sizes.items()) if size >= 0.1}


if __name__ == "__main__":
    main()
