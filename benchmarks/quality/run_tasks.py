"""Runs tasks through a throwaway stack: each trial in a tenant of its own, two at a time, resumed where it stopped."""

import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.quality.person import Infrastructure, Person, ProductFailed
from benchmarks.quality.records import Records
from benchmarks.quality.scripted import CountingScript, Kind, Played, load_transcript
from benchmarks.quality.task import Task, TaskInvalid
from benchmarks.quality.trial import Talk, run_trial, said_of, spent
from devkit.node.toolchain import toolchain
from devkit.scripted_model.server import ScriptedModel
from local.openai_server.server import start
from local.stack import LocalStack

AT_ONCE = 2
_RETRIES = 2
_LAST_WORDS = 400
_SCRIPTED = {"CHATBUILDER_MODEL": "gpt-5", "MODEL_WIRE": "responses"}
"""A name with a price. On that wire each request names its app, by which the script knows whose answers it wants."""


@dataclass(frozen=True)
class Wanted:
    """One trial: `kind` is a transcript's, or `model`."""

    task: Task
    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.task.id} {self.kind} {self.number}"


@dataclass(frozen=True)
class Bench:
    """A running stack, and the script when the model is the scripted one."""

    stack: LocalStack
    script: CountingScript | None
    out: Path


@contextmanager
def scripted_bench(out: Path) -> Iterator[Bench]:
    """A stack whose model plays transcripts."""
    script = CountingScript()
    with ScriptedModel(script, start(script)) as model, _stack(model.url, _SCRIPTED) as stack:
        yield Bench(stack, script, out)


@contextmanager
def model_bench(out: Path, url: str, model: str, key: str, wire: str = "auto") -> Iterator[Bench]:
    """A stack whose model is a server that speaks OpenAI's protocols."""
    environment = {"CHATBUILDER_MODEL": model, "OPENAI_API_KEY": key or "none", "MODEL_WIRE": wire}
    with _stack(url, environment) as stack:
        yield Bench(stack, None, out)


@contextmanager
def _stack(url: str, env: dict[str, str]) -> Iterator[LocalStack]:
    with tempfile.TemporaryDirectory() as data:
        Path(data, "toolchains").symlink_to(toolchain().node_modules.parents[1])
        with LocalStack(Path(data), model_url=url, env=env) as stack:
            yield stack


def run_all(bench: Bench, wanted: list[Wanted], records: Records, most_usd: float | None = None) -> Iterator[str]:
    """Make every trial that is not in the records; a line for each. None begins that could pass `most_usd`."""
    left = [one for one in wanted if not records.done(one.task.id, one.task.version, one.kind, one.number)]
    purse = _Purse(records, most_usd)

    def make(one: Wanted) -> str:
        if not purse.take(one):
            return f"left {one}: it could pass ${most_usd:.2f}"
        try:
            trial = attempt(bench, one)
            records.add(trial)
        finally:
            purse.give_back(one)
        return told(trial)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(make, left)


class _Purse:
    """Dollars that are spent, and those that trials under way may still spend: their budgets."""

    def __init__(self, records: Records, most: float | None) -> None:
        self._records, self._most = records, most
        self._held, self._lock = 0.0, threading.Lock()

    def take(self, one: Wanted) -> bool:
        """Whether the trial may begin; what it may cost is held back for it then."""
        with self._lock:
            wanted = self._held + one.task.budget.usd
            if self._most is not None and self._records.spent() + wanted > self._most:
                return False
            self._held = wanted
            return True

    def give_back(self, one: Wanted) -> None:
        """It has ended, and stands in the records."""
        with self._lock:
            self._held -= one.task.budget.usd


def attempt(bench: Bench, wanted: Wanted) -> dict[str, Any]:
    """The trial's record; tried again when something else than the model or the product's own work failed."""
    failures: list[Infrastructure] = []
    talks: list[Talk] = []
    while len(failures) <= _RETRIES:
        talks.append(Talk())
        try:
            found = _once(bench, wanted, len(failures), talks[-1])
        except Infrastructure as error:
            failures.append(error)
            continue
        except TaskInvalid as error:
            found = {"passed": False, "missed": [str(error)], "broken": True}
        except Exception as error:  # whatever goes wrong with one trial, the others go on
            found = {"passed": False, "missed": [f"{type(error).__name__}: {error}"[:_LAST_WORDS]], "broken": True}
        return _record(wanted, found, failures, talks, infrastructure=False)
    lost = any(not isinstance(error, ProductFailed) for error in failures)
    found = {"passed": False, "missed": [str(failures[-1])[:_LAST_WORDS]]}
    return _record(wanted, found, failures, talks, infrastructure=lost)


def _once(bench: Bench, wanted: Wanted, number: int, talk: Talk) -> dict[str, Any]:
    task = wanted.task
    tenant = f"q-{task.id}-{wanted.kind}-{wanted.number}-{number}-{time.time_ns() % 1_000_000}"[:63]
    player = _player(bench, wanted)
    person = Person(bench.stack.api_url, bench.stack.token(tenant), patience=max(600.0, 3.0 * task.budget.seconds))
    try:
        return run_trial(task, person, player, bench.out / f"{task.id}-{wanted.kind}-{wanted.number}", talk)
    finally:
        person.close()


def _player(bench: Bench, wanted: Wanted) -> Played | None:
    if bench.script is None:
        return None
    kind: Kind = "good" if wanted.kind == "good" else "bad"
    return Played(bench.script, load_transcript(wanted.task, kind))


def _record(
    wanted: Wanted, found: dict[str, Any], failures: list[Infrastructure], talks: list[Talk], *, infrastructure: bool
) -> dict[str, Any]:
    """`infrastructure`: nothing was measured. `retried`: what went wrong before. `paid_usd`: all attempts together."""
    task = wanted.task
    return {
        "task": task.id, "version": task.version, "suite": task.suite, "kind": wanted.kind, "trial": wanted.number,
        "infrastructure": infrastructure, "retried": [str(error)[:_LAST_WORDS] for error in failures],
        **said_of(talks[-1]), "paid_usd": round(sum(spent(talk.runs)["usd"] for talk in talks), 6), **found,
    }  # fmt: skip


def told(trial: dict[str, Any]) -> str:
    """One line of a trial for whoever waits."""
    word = "lost" if trial["infrastructure"] else "ok  " if trial["passed"] else "BAD "
    seconds = trial.get("seconds", {}).get("all", 0)
    cost = f"{trial.get('calls', 0):3} calls ${trial.get('usd', 0):.4f} {seconds:5.1f} s"
    missed = " ".join("; ".join(trial["missed"]).split())[:300]
    return f"{word} {trial['task']:24} {trial['kind']:6} {trial['trial']}  {cost}  {missed}"
