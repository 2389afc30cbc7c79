"""One trial: a fresh tenant and app, the task's messages, the published page before its checks."""

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel

from benchmarks.quality.judge import Verdict, judge
from benchmarks.quality.person import Chunk, Infrastructure, NoEnd, Person, Refused
from benchmarks.quality.scope import changes, scope_of
from benchmarks.quality.task import Task
from benchmarks.quality.trees import Scene, differing, start_of
from shared.domain.base import Files
from shared.services.assets.load_templates import load_templates

_GATES = ("data-diagnostics", "data-build")


class Player(Protocol):
    """Whoever must know that a message comes: the scripted model."""

    def begin(self, app_id: str, number: int) -> None: ...
    def left(self, app_id: str) -> int: ...
    def exchanges(self, app_id: str) -> Sequence[BaseModel]: ...


@dataclass
class Talk:
    """What a person saw of the runs, as the streams told it, and the runs themselves; kept however a trial ends."""

    chunks: list[Chunk] = field(default_factory=list)
    runs: list[dict[str, Any]] = field(default_factory=list)
    began: float = 0.0
    first_word: float | None = None

    def take(self, chunk: Chunk) -> None:
        """One chunk, in order."""
        self.chunks.append(chunk)
        if self.first_word is None and chunk["type"] in ("text-delta", "tool-input-start", "reasoning-delta"):
            self.first_word = time.monotonic() - self.began

    def failed_gates(self) -> int:
        """How often the compiler, the tests or the worker said no."""
        found = [chunk["data"] for chunk in self.chunks if chunk["type"] in _GATES]
        return sum(1 for data in found if data.get("ok") is False or data.get("status") == "failed")

    def refused_calls(self) -> int:
        """How many calls of tools were refused, by a gate or for another reason."""
        return sum(1 for chunk in self.chunks if chunk["type"] == "tool-output-error")


def run_trial(
    task: Task, person: Person, player: Player | None, out: Path, talk: Talk, folder: Path | None = None
) -> dict[str, Any]:
    """Everything that happened, as one record. Infrastructure is raised; what the product does wrong is recorded."""
    out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    begun = lay_start(task, person, folder)
    before = person.draft()
    try:
        problem = converse(task, person, player, talk)
    finally:
        keep(out, talk, player.exchanges(person.app_id) if player else [])
    after = person.draft()
    files = person.files(after)
    scene = Scene(files, person.call("GET", f"/projects/{person.app_id}/state"), last_words(talk.runs))
    keep_files(out, scene, changes(begun, files))
    verdict = published(task, person, scene, out, folder, changed=after != before)
    missed = [*problem, *verdict.failures(task), *typed(task, person), *scope_of(task, begun, files)["broken"]]
    return {
        "passed": not missed,
        "missed": missed,
        **seen_of(task, verdict),
        "scope": scope_of(task, begun, files),
        "first_pass": not missed and talk.failed_gates() == 0,
        "healed": not missed and talk.failed_gates() > 0,
        "seconds": {
            "first_word": talk.first_word,
            "runs": round(sum(run["waited"] for run in talk.runs), 2),
            "all": round(time.monotonic() - began, 2),
        },
        "over_budget": over_budget(task, talk.runs),
        "app": person.app_id,
        "revisions": [before, after],
        "dist": dist_of(person, after),
    }


def seen_of(task: Task, verdict: Verdict) -> dict[str, Any]:
    """What the checks and the browser saw."""
    guards = {check.id for check in task.checks if check.guards}
    return {
        "checks": {one.id: one.outcome for one in verdict.checks},
        "guards_broken": sorted(one.id for one in verdict.checks if one.id in guards and one.outcome != "passed"),
        "console": verdict.errors,
        "outside": verdict.outside,
        "shots": verdict.shots,
    }


def said_of(talk: Talk) -> dict[str, Any]:
    """What the runs were and cost, as far as they came."""
    return {
        "failed_gates": talk.failed_gates(),
        "refused_calls": talk.refused_calls(),
        "runs": [ending_of(run) for run in talk.runs],
        **spent(talk.runs),
    }


def keep(out: Path, talk: Talk, exchanges: Sequence[BaseModel]) -> None:
    """What is looked into later: the streams, the runs, and what the model was asked where that is known."""
    (out / "events.jsonl").write_text("".join(f"{json.dumps(chunk)}\n" for chunk in talk.chunks))
    (out / "runs.json").write_text(json.dumps(talk.runs, indent=1))
    (out / "exchanges.jsonl").write_text("".join(f"{one.model_dump_json()}\n" for one in exchanges), "utf-8")


def keep_files(out: Path, scene: Scene, diff: str) -> None:
    """The files as they are at the end, and what became of them."""
    (out / "files.json").write_text(json.dumps(scene.texts))
    (out / "changes.diff").write_text(diff, "utf-8")


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


def converse(task: Task, person: Person, player: Player | None, talk: Talk) -> list[str]:
    """Send the messages one after the other; what kept a run from ending well, which ends the conversation."""
    for number, turn in enumerate(task.turns):
        if player is not None:
            player.begin(person.app_id, number)
        began = time.monotonic()
        talk.began = talk.began or began
        try:
            run = person.say(turn.message, talk.take)
        except Refused as error:
            return [f"message {number + 1} was refused: {error}"]
        except NoEnd as error:
            talk.runs += [{**error.run, "waited": time.monotonic() - began}] if error.run else []
            return [f"message {number + 1}: {error}"]
        talk.runs.append({**run, "waited": time.monotonic() - began})
        if player is None and run["failure_code"] == "MODEL_UNAVAILABLE":
            raise Infrastructure(f"the model did not answer: {run['summary']}")
        if run["status"] != "completed":
            return [f"message {number + 1} ended {run['status']} ({run['failure_code']}): {run['summary']}"]
        if player is not None and (left := player.left(person.app_id)):
            return [f"message {number + 1}: {left} answers of the transcript were never asked for"]
    return []


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
