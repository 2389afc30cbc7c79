"""The gate of a release: what the measuring stick found, beside the committed baseline, paired by task.

Without `--results` it is about the committed proof (`make prove`): the scripted level, which takes seconds and runs in
`make check`. With `--results` it is about the trials of a model. What cannot be computed fails.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.quality.compare import DEARER, Run, compare
from benchmarks.quality.moved_code import without_modules
from benchmarks.quality.prove import PROVED, ROOT, Proof, read_proved, stale
from benchmarks.quality.records import Setting, header, words_of
from benchmarks.quality.report import summary
from benchmarks.quality.task import load_tasks

BASELINE = PROVED.with_name("baseline.json")
KINDS = ("good", "bad")
FIGURES = ("calls", "tokens_in", "tokens_out", "usd", "failed_gates")
SPOILT = 3
FEWER = 0.06
FIRST_PASS = 0.7
SLOWER = 1.3
TRIALS = 3


@dataclass(frozen=True)
class Gate:
    """One question, and what stops the release; nothing does when `wrong` is empty."""

    name: str
    wrong: list[str]

    def __str__(self) -> str:
        return (
            f"{'STOP' if self.wrong else 'ok  '}  {self.name}{''.join(f'{chr(10)}      {one}' for one in self.wrong)}"
        )


@dataclass(frozen=True)
class Level:
    """What is asked of results: `wanted` are the (task, way of answering) that there must be, each so many times.

    `stale`: why they are not about this commit. A level that is `timed` compares seconds, which only one machine can.
    """

    wanted: set[tuple[str, str]]
    first_pass_of: str
    stale: list[str] = field(default_factory=list)
    times: int = 1
    timed: bool = False


def gates(before: Run, after: Run, level: Level) -> list[Gate]:
    """Every gate of this level. A trial that lacks a figure is told once, and then compared with nothing."""
    old, new = _counted(before), _counted(after)
    asked: list[tuple[str, Callable[[], Iterator[str]]]] = [
        ("the results are about this commit", lambda: iter(level.stale)),
        ("every task has its figures, before and now", lambda: _missing(before, after, level)),
        ("no task is worse than it was", lambda: (one.text for one in compare(old, new) if one.worse)),
        ("as many succeed", lambda: _fewer(old, new)),
        ("what must always pass does", lambda: _failed(after)),
        (f"first pass: {FIRST_PASS:.0%} and more", lambda: _first_pass(new, level)),
        (f"a success costs at most {DEARER} times as much", lambda: _over(old, new, "usd_per_success", DEARER)),
        *([("nobody waits longer", lambda: _over(old, new, "p95_edit_s", SLOWER))] if level.timed else []),
    ]
    return [Gate(name, list(found())) for name, found in asked]


def _missing(before: Run, after: Run, level: Level) -> Iterator[str]:
    """Results that are not there, or that lack what is compared."""
    for said, run in (("baseline", before), ("results", after)):
        made = run.by_task()
        for task, kind in sorted(level.wanted):
            trials = made.get((task, kind), [])
            if len(trials) < level.times:
                yield f"{task} {kind}: {len(trials)} trials in the {said}, {level.times} are needed"
            lacking = sorted({name for one in trials for name in FIGURES if not _number(one.get(name))})
            if lacking:
                yield f"{task} {kind}: no {', '.join(lacking)} in the {said}"
            elif any(one["passed"] and one["usd"] <= 0 for one in trials):
                yield f"{task} {kind}: it succeeded and cost nothing in the {said}: it has no price"


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fewer(before: Run, after: Run) -> Iterator[str]:
    was, now = (summary(run.trials)["pass_at_1"] for run in (before, after))
    if was is None or now is None:
        yield "it cannot be computed: there are no trials"
    elif now < was - FEWER:
        yield f"{now:.0%} succeed, {was:.0%} did"


def _failed(after: Run) -> Iterator[str]:
    """The regression suite and what keeps people safe pass each time; nobody breaks what worked."""
    for one in after.trials:
        if one.get("suite") != "capability" and not one["passed"]:
            yield f"{one['task']} {one['kind']} {one['trial']}: {'; '.join(one['missed'])[:200]}"
        if one.get("guards_broken"):
            yield f"{one['task']} {one['kind']} {one['trial']}: breaks {', '.join(one['guards_broken'])}"


def _first_pass(after: Run, level: Level) -> Iterator[str]:
    share = summary([one for one in after.trials if one["kind"] == level.first_pass_of])["first_pass"]
    if share is None:
        yield "it cannot be computed: there are no trials"
    elif share < FIRST_PASS:
        yield f"{share:.0%}"


def _over(before: Run, after: Run, name: str, most: float) -> Iterator[str]:
    was, now = (summary(run.trials)[name] for run in (before, after))
    if was is None or now is None or was <= 0:
        yield f"it cannot be computed: {was} before, {now} now"
    elif now > most * was:
        yield f"{now} now, {was} before: {now / was:.2f} times"


def _counted(run: Run) -> Run:
    return replace(run, trials=[one for one in run.trials if all(_number(one.get(name)) for name in FIGURES)])


def proof_gates(proved: Mapping[str, Proof], stale_parts: list[str], words: dict[str, str], kept: Any) -> list[Gate]:
    """The scripted level: the committed proof beside the committed baseline (`kept`).

    A scripted model reads no words: words that differ stop the release until somebody accepts them.
    """
    tasks, wrong = load_tasks()
    level = Level(
        {(task.id, kind) for task in tasks for kind in KINDS},
        "good",
        [*wrong, *([f"stale: {', '.join(stale_parts)}: run `make prove`"] if stale_parts else [])],
    )
    found = gates(proof_run(kept.get("tasks", {})), proof_run(_tasks_of(proved)), level)
    spoilt = proved.get("sabotage", {}).get("found", [])
    return [
        *found,
        Gate("the stick finds what is spoilt", [] if len(spoilt) >= SPOILT else [f"it found {spoilt or 'nothing'}"]),
        Gate("its words are the accepted ones", list(_words(kept.get("words", {}), words))),
    ]


def _words(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    changed = sorted(file for file in old.keys() | new.keys() if old.get(file) != new.get(file))
    if changed:
        yield f"changed: {', '.join(changed)}: measure a model, then `make gate ARGS='--accept words'`"


def proof_run(tasks: Mapping[str, Any]) -> Run:
    """A proof as trials: `make prove` keeps what passed alone, without a repair where no gate has said no."""
    trials = [
        {"task": task, "kind": kind, "trial": 1, "passed": True, "infrastructure": False, "retried": [], "missed": [],
         "first_pass": figures.get("failed_gates") == 0, **figures}
        for task, made in tasks.items() for kind, figures in made.items()
    ]  # fmt: skip
    return Run({"model": "scripted"}, trials)


def _tasks_of(proved: Mapping[str, Proof]) -> dict[str, Any]:
    parts = {name.split()[1]: part for name, part in proved.items() if name.startswith("trials ")}
    return {task: {kind: part[kind] for kind in KINDS if kind in part} for task, part in parts.items()}


def word_digests(root: Path = ROOT) -> dict[str, str]:
    """A digest of each file that a model is given words of; a module may move."""
    told = words_of(root)
    plain = {name: without_modules(text) if name.endswith(".py") else text for name, text in told.items()}
    return {name: hashlib.sha256(text.encode()).hexdigest()[:12] for name, text in plain.items()}


def read_baseline() -> dict[str, Any]:
    """What is committed; nothing where nothing is."""
    return dict(json.loads(BASELINE.read_text("utf-8"))) if BASELINE.exists() else {}


def accept(what: str, found: list[Gate], proved: Mapping[str, Proof], kept: dict[str, Any]) -> int:
    """Take the words, or the figures too, for the baseline. 1 while another gate than theirs stops."""
    others = found[:-1] if what == "words" else [found[0], found[-2]]
    stopped = [gate for gate in others if gate.wrong]
    if stopped:
        print(*stopped, "Nothing was accepted.", sep="\n")
        return 1
    tasks = _tasks_of(proved) if what == "figures" else _tasks_of(proved) | kept.get("tasks", {})
    lines = [f"  {json.dumps(name)}: {json.dumps(tasks[name])}" for name in sorted(tasks)]
    words = [f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in sorted(word_digests().items())]
    BASELINE.write_text(f'{{\n"words": {{\n{_list(words)}\n}},\n"tasks": {{\n{_list(lines)}\n}}\n}}\n', "utf-8")
    print(f"Accepted; commit {BASELINE.relative_to(ROOT)}.")
    return 0


def _list(lines: list[str]) -> str:
    return ",\n".join(lines)


def model_gates(results: Path, baseline: Path) -> list[Gate]:
    """The trials of a model beside those of the last release."""
    tasks, wrong = load_tasks()
    before, after = Run.read(baseline), Run.read(results)
    level = Level(
        {(task.id, "model") for task in tasks}, "model", [*wrong, *_of_another_commit(after)], TRIALS, timed=True
    )
    return gates(before, after, level)


def _of_another_commit(run: Run) -> Iterator[str]:
    commit = header(Setting("", "", ""))["commit"]
    if run.head.get("commit") != commit:
        yield f"they are of commit {run.head.get('commit')}, this is {commit}"


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when nothing stops the release."""
    asked = _parser().parse_args(arguments)
    if asked.results:
        return _told(model_gates(asked.results, asked.baseline))
    proved, kept = read_proved(), read_baseline()
    found = proof_gates(proved, stale(proved), word_digests(), kept)
    return accept(asked.accept, found, proved, kept) if asked.accept else _told(found)


def _told(found: list[Gate]) -> int:
    stopped = sum(bool(gate.wrong) for gate in found)
    print(*found, f"{len(found)} gates, {stopped} stop the release", sep="\n")
    return min(stopped, 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality.gate", description=__doc__)
    parser.add_argument("--results", type=Path, help="the trials.jsonl of a model, at least three trials a task")
    parser.add_argument("--baseline", type=Path, default=Path(), help="that of the last release, with --results")
    parser.add_argument("--accept", choices=("words", "figures"), help="take what is now for the baseline")
    return parser


if __name__ == "__main__":
    sys.exit(main())
