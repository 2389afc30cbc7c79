"""Replays recorded answers of models through the agent loop and counts what the requests cost as they are packed now.

The 50 transcripts of `benchmarks/quality/tasks` and what a capable model said in a blind trial (`recorded/`); the fast
gate is the real one, the worker answers as it was recorded. Tokens are counted as a server that caches prefixes does.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.quality.scripted import A_TOKEN, count_tokens, load_transcript, words_of
from benchmarks.quality.task import load_tasks
from benchmarks.quality.trees import start_of
from benchmarks.report import report
from devkit.fakes.model import FakeModel
from devkit.fakes.samples import an_app
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from devkit.node.real_compile import real_compile
from local.openai_server.reply import Call, Reply
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.base import Files
from shared.domain.builds.build_status import BuildStatus
from shared.domain.revisions.revision import Build, BuildError
from shared.services.assets.load_models import load_prices
from shared.services.assets.load_templates import load_templates
from shared.services.site.dist_objects import log_key

_RECORDED = Path(__file__).with_name("recorded")
_MODEL = "gpt-5"
_THEN = "this command at e24f826"
_BEFORE = {"usd": 0.860692, "tokens": 2_403_651}
"""282 requests, as they were packed then."""


@dataclass(frozen=True)
class Talk:
    """A conversation: its files at the start, each message with its answers, what the worker said in turn."""

    name: str
    framework: str
    files: Files
    turns: tuple[tuple[str, list[Reply]], ...]
    worker: tuple[str, ...] = ()


@dataclass
class Bill:
    """What requests hold; dollars of what goes in only."""

    requests: int = 0
    tokens: int = 0
    cached: int = 0
    broken: int = 0

    def add(self, other: "Bill") -> None:
        """Sum up."""
        self.requests += other.requests
        self.tokens += other.tokens
        self.cached += other.cached
        self.broken += other.broken

    @property
    def usd(self) -> float:
        """Input dollars, cached tokens at their price."""
        price = load_prices().models[_MODEL]
        return ((self.tokens - self.cached) * price.input + self.cached * price.cached) / 1e6

    def told(self) -> dict[str, Any]:
        """As data; `leaps` are the requests that do not begin with the whole of the one before."""
        return {
            "requests": self.requests, "tokens": self.tokens, "cached": self.cached, "usd": round(self.usd, 6),
            "leaps": self.broken,
        }  # fmt: skip


def talks() -> Iterator[Talk]:
    """Everything that is recorded."""
    for task in load_tasks()[0]:
        for kind in ("good", "bad"):
            replies = load_transcript(task, kind)
            turns = tuple(zip((turn.message for turn in task.turns), replies, strict=True))
            yield Talk(f"{task.id} {kind}", task.template, start_of(task).files, turns)
    for file in sorted(_RECORDED.glob("*.json")):
        told = json.loads(file.read_text("utf-8"))
        files = load_templates()[told["template"]].files
        answers = [_reply(answer) for answer in told["answers"]]
        yield Talk(file.stem, told["template"], files, ((told["message"], answers),), tuple(told["worker"]))


def _reply(answer: dict[str, Any]) -> Reply:
    calls = tuple(Call(name=call["name"], arguments=call["arguments"]) for call in answer["calls"])
    return Reply(text=(answer["text"],) if answer["text"] else (), calls=calls)


def replay(talk: Talk) -> Bill:
    """What this conversation's requests hold when they are packed as they are packed now."""
    requests = list(_requests(talk))
    bill, before = Bill(), ""
    for request in requests:
        words = words_of(request)
        counted = count_tokens(words, before, Reply())
        bill.requests += 1
        bill.tokens += len(words) // A_TOKEN
        bill.cached += counted.cached_tokens
        bill.broken += bool(before) and not words.startswith(before)
        before = words
    return bill


def _requests(talk: Talk) -> Iterator[ModelRequest]:
    world, said = World(), iter(talk.worker)
    world.compiler.respond = real_compile
    app = an_app(tenant_id="acme", framework=talk.framework)
    app, _ = world.make_app(talk.files, tenant_id="acme", framework=talk.framework)
    left = list[Reply]()
    loop = LoopDriver([], world, build=lambda world, build: _worked(world, build, len(left), said))
    loop.model = FakeModel(respond=lambda request: left.pop(0))
    first = None
    for message, replies in talk.turns:
        left += replies
        continued = {"conversation_id": first.conversation_id} if first else {}
        run = loop.follow(loop.start(message, app_id=app.id, **continued))
        first = first or run
        if run.status != "completed":
            raise RuntimeError(f"{talk.name}: {run.status} {run.outcome.failure_code} {run.outcome.summary}")
    yield from loop.model.requests


def _worked(world: World, build: Build, left: int, said: Iterator[str]) -> Build:
    """Green, with what was recorded as its log; a build fails as long as there are answers to give about it."""
    times = {"started_at": world.clock.now(), "finished_at": world.clock.now()}
    if build.work.task == "build" and left:
        error = BuildError(code="exit", message="The build script failed.", log_tail=f"{left} answers left")
        return build.model_copy(update={"status": BuildStatus.FAILED, "error": error, **times})
    if build.work.task != "build":
        world.blobs.put(log_key(build), next(said, "").encode())
    return build.model_copy(update={"status": BuildStatus.SUCCEEDED, **times})


def main() -> None:
    """All conversations, as they are packed now and as they were before."""
    total = Bill()
    each = {talk.name: replay(talk) for talk in talks()}
    for bill in each.values():
        total.add(bill)
    detail = {
        **total.told(),
        "usd_saved": round(1 - total.usd / _BEFORE["usd"], 3),
        "tokens_saved": round(1 - total.tokens / _BEFORE["tokens"], 3),
        "writing_page": each["writing-page"].told(),
    }
    report("context_replay", [total.usd], "USD of input", baseline=_BEFORE["usd"], baseline_name=_THEN, detail=detail)


if __name__ == "__main__":
    main()
