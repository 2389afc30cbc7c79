"""Runs tasks through a throwaway stack: each trial in a tenant of its own, two at a time, resumed where it stopped."""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.quality.person import Infrastructure, Person
from benchmarks.quality.records import Records
from benchmarks.quality.scripted import CountingScript, Kind, Played, load_transcript
from benchmarks.quality.task import Task, TaskInvalid
from benchmarks.quality.trial import run_trial
from local.openai_server.server import start
from local.stack import LocalStack
from tests.support.scripted_model.server import ScriptedModel
from tests.support.toolchain import toolchain

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
    """Make every trial that is not in the records; a line for each. Stops at `most_usd` and says what is left."""
    left = [one for one in wanted if not records.done(one.task.id, one.task.version, one.kind, one.number)]

    def make(one: Wanted) -> str:
        if most_usd is not None and records.spent() >= most_usd:
            return f"left {one}: ${most_usd:.2f} are spent"
        trial = attempt(bench, one)
        records.add(trial)
        return told(trial)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(make, left)


def attempt(bench: Bench, wanted: Wanted) -> dict[str, Any]:
    """The trial's record; tried again when something else than the model or the product failed."""
    failures: list[str] = []
    for number in range(1 + _RETRIES):
        try:
            found = _once(bench, wanted, number)
        except Infrastructure as error:
            failures.append(str(error)[:_LAST_WORDS])
            continue
        except TaskInvalid as error:
            found = {"passed": False, "missed": [str(error)], "broken": True}
        except Exception as error:  # whatever goes wrong with one trial, the others go on
            found = {"passed": False, "missed": [f"{type(error).__name__}: {error}"[:_LAST_WORDS]], "broken": True}
        return _record(wanted, found, failures, infrastructure=False)
    return _record(wanted, {"passed": False, "missed": failures[-1:]}, failures, infrastructure=True)


def _once(bench: Bench, wanted: Wanted, number: int) -> dict[str, Any]:
    task = wanted.task
    tenant = f"q-{task.id}-{wanted.kind}-{wanted.number}-{number}-{time.time_ns() % 1_000_000}"[:63]
    player = _player(bench, wanted)
    person = Person(bench.stack.api_url, bench.stack.token(tenant), patience=max(600.0, 3.0 * task.budget.seconds))
    try:
        return run_trial(task, person, player, bench.out / f"{task.id}-{wanted.kind}-{wanted.number}")
    finally:
        person.close()


def _player(bench: Bench, wanted: Wanted) -> Played | None:
    if bench.script is None:
        return None
    kind: Kind = "good" if wanted.kind == "good" else "bad"
    return Played(bench.script, load_transcript(wanted.task, kind))


def _record(wanted: Wanted, found: dict[str, Any], failures: list[str], *, infrastructure: bool) -> dict[str, Any]:
    """`infrastructure`: nothing was measured. `retried`: what went wrong before it was."""
    task = wanted.task
    return {
        "task": task.id, "version": task.version, "suite": task.suite, "kind": wanted.kind, "trial": wanted.number,
        "infrastructure": infrastructure, "retried": failures, **found,
    }  # fmt: skip


def told(trial: dict[str, Any]) -> str:
    """One line of a trial for whoever waits."""
    word = "lost" if trial["infrastructure"] else "ok  " if trial["passed"] else "BAD "
    seconds = trial.get("seconds", {}).get("all", 0)
    cost = f"{trial.get('calls', 0):3} calls ${trial.get('usd', 0):.4f} {seconds:5.1f} s"
    return f"{word} {trial['task']:24} {trial['kind']:6} {trial['trial']}  {cost}  {'; '.join(trial['missed'])[:300]}"
