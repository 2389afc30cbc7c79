"""One trial: a fresh tenant and app, the task's messages, the published page before its checks."""

import hashlib
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel

from benchmarks.quality.judge import Verdict, judge
from benchmarks.quality.person import Chunk, Infrastructure, Person, Refused
from benchmarks.quality.scope import changes, scope_of
from benchmarks.quality.task import Task
from benchmarks.quality.trees import Scene, differing, start_of
from shared.domain.base import Files
from shared.services.load_templates import load_templates

_GATES = ("data-diagnostics", "data-build")


class Player(Protocol):
    """Whoever must know that a message comes: the scripted model."""

    def begin(self, app_id: str, number: int) -> None: ...
    def left(self, app_id: str) -> int: ...
    def exchanges(self, app_id: str) -> Sequence[BaseModel]: ...


@dataclass
class Heard:
    """What a person saw of the runs, as the streams told it."""

    chunks: list[Chunk] = field(default_factory=list)
    began: float = 0.0
    first_word: float | None = None

    def take(self, chunk: Chunk) -> None:
        """One chunk, in order."""
        self.chunks.append(chunk)
        if self.first_word is None and chunk["type"] in ("text-delta", "tool-input-start", "reasoning-delta"):
            self.first_word = time.monotonic() - self.began

    def failed_gates(self) -> int:
        """How often the compiler or the worker said no."""
        found = [chunk["data"] for chunk in self.chunks if chunk["type"] in _GATES]
        refused = sum(1 for data in found if data.get("ok") is False or data.get("status") == "failed")
        return refused + sum(1 for chunk in self.chunks if chunk["type"] == "tool-output-error")


def run_trial(
    task: Task, person: Person, player: Player | None, out: Path, folder: Path | None = None
) -> dict[str, Any]:
    """Everything that happened, as one record. Infrastructure is raised; what the product does wrong is recorded."""
    out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    begun = lay_start(task, person, folder)
    before = person.draft()
    heard, runs, problem = converse(task, person, player)
    after = person.draft()
    files = person.files(after)
    scene = Scene(files, person.call("GET", f"/projects/{person.app_id}/state"), last_words(runs))
    verdict = published(task, person, scene, out, folder, changed=after != before)
    missed = [*problem, *verdict.failures(task), *typed(task, person), *scope_of(task, begun, files)["broken"]]
    exchanges = player.exchanges(person.app_id) if player else []
    keep(out, heard.chunks, runs, exchanges, scene.texts, changes(begun, files))
    guards = {check.id for check in task.checks if check.guards}
    return {
        "passed": not missed,
        "missed": missed,
        "checks": {one.id: one.outcome for one in verdict.checks},
        "guards_broken": sorted(one.id for one in verdict.checks if one.id in guards and one.outcome != "passed"),
        "console": verdict.errors,
        "outside": verdict.outside,
        "scope": scope_of(task, begun, files),
        "failed_gates": heard.failed_gates(),
        "first_pass": not missed and heard.failed_gates() == 0,
        "healed": heard.failed_gates() > 0 and all(run["status"] == "completed" for run in runs),
        "runs": [ending_of(run) for run in runs],
        **spent(runs),
        "seconds": {
            "first_word": heard.first_word,
            "runs": round(sum(run["waited"] for run in runs), 2),
            "all": round(time.monotonic() - began, 2),
        },
        "over_budget": over_budget(task, runs),
        "app": person.app_id,
        "revisions": [before, after],
        "dist": dist_of(person, after),
        "shots": verdict.shots,
    }


def keep(
    out: Path, chunks: Iterable[Chunk], runs: list[Any], asked: Sequence[BaseModel], texts: dict[str, str], diff: str
) -> None:
    """What is looked into later: the streams, the runs, what the model was asked where that is known, the files."""
    kept = {
        "events.jsonl": "".join(json.dumps(chunk) + "\n" for chunk in chunks),
        "runs.json": json.dumps(runs, indent=1),
        "exchanges.jsonl": "".join(f"{one.model_dump_json()}\n" for one in asked),
        "files.json": json.dumps(texts),
        "changes.diff": diff,
    }
    for name, text in kept.items():
        (out / name).write_text(text, "utf-8")


def lay_start(task: Task, person: Person, folder: Path | None) -> Files:
    """The app as the task begins; its files. A start that a save refuses, since it does not compile, is imported."""
    start = start_of(task, folder).files
    changed, removed = differing(load_templates()[task.template].files, start)
    person.create(task.title, task.template)
    if not changed and not removed:
        return start
    try:
        person.save(changed, removed)
    except Refused as error:
        if error.status != 422:
            raise
        person.bring(start)
    return start


def converse(task: Task, person: Person, player: Player | None) -> tuple[Heard, list[dict[str, Any]], list[str]]:
    """Send the messages one after the other; a run that did not end well ends the conversation."""
    heard, runs = Heard(), []
    for number, turn in enumerate(task.turns):
        if player is not None:
            player.begin(person.app_id, number)
        began = time.monotonic()
        heard.began = heard.began or began
        try:
            run = person.say(turn.message, heard.take)
        except Refused as error:
            return heard, runs, [f"message {number + 1} was refused: {error}"]
        runs.append({**run, "waited": time.monotonic() - began})
        if player is None and run["failure_code"] == "MODEL_UNAVAILABLE":
            raise Infrastructure(f"the model did not answer: {run['summary']}")
        if run["status"] != "completed":
            return (
                heard,
                runs,
                [f"message {number + 1} ended {run['status']} ({run['failure_code']}): {run['summary']}"],
            )
        if player is not None and (left := player.left(person.app_id)):
            return heard, runs, [f"message {number + 1}: {left} answers of the transcript were never asked for"]
    return heard, runs, []


def published(task: Task, person: Person, scene: Scene, out: Path, folder: Path | None, *, changed: bool) -> Verdict:
    """What the checks say of the published page, or of everything else when none is wanted."""
    if not task.must.published:
        return judge(task, scene, "", out, folder=folder)
    if not changed:
        return Verdict(problem="nothing was changed")
    try:
        address = person.publish()
    except Refused as error:
        return Verdict(problem=f"it could not be published: {error}")
    return judge(task, scene, address, out, folder=folder)


def typed(task: Task, person: Person) -> list[str]:
    """What the project's own type check says, when it must pass."""
    if not task.must.types or not task.must.published:
        return []
    told = person.run_command("npm run typecheck")
    return [] if told["success"] else [f"types: {(told['stdout'] + told['stderr'])[-300:]}"]


def last_words(runs: list[dict[str, Any]]) -> str:
    """What the last run said at its end."""
    return str(runs[-1]["summary"] or "") if runs else ""


def ending_of(run: dict[str, Any]) -> dict[str, Any]:
    """How a run ended."""
    names = ("id", "status", "failure_code", "summary", "iteration")
    return {name: run[name] for name in names} | {"seconds": round(run["waited"], 2)}


def spent(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Calls, tokens and dollars of all runs."""
    names = {
        "calls": "model_calls",
        "tokens_in": "prompt_tokens",
        "tokens_out": "completion_tokens",
        "cached": "cached_tokens",
    }
    total: dict[str, Any] = {name: sum(run["usage"][field] for run in runs) for name, field in names.items()}
    return total | {"usd": round(sum(run["usage"]["counted_usd"] for run in runs), 6)}


def over_budget(task: Task, runs: list[dict[str, Any]]) -> list[str]:
    """What took more than a good run needs; reported, and no failure."""
    used = spent(runs) | {"seconds": sum(run["waited"] for run in runs)}
    return [name for name, most in task.budget.model_dump().items() if used[name] > most]


def dist_of(person: Person, revision: str) -> str:
    """A digest of what was built."""
    manifest = person.call("GET", f"/admin/apps/{person.app_id}/builder/revisions/{revision}")["dist_manifest"]
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()[:16]
