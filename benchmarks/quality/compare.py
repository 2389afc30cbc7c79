"""What changed between two runs of the benchmark: trials that pass no longer, what costs more, which words changed."""

import difflib
import json
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.quality.records import read_header, read_trials, words_beside
from benchmarks.quality.report import Trial, latest

DEARER = 1.25
"""A success may cost this many times what it did (the gate of a release)."""
SURE = 0.1
"""Below this chance that it is chance, fewer successes count as worse."""

Key = tuple[str, str]


@dataclass(frozen=True)
class Finding:
    """One thing a person should look at. `worse`: it ends the comparison with 1."""

    worse: bool
    text: str

    def __str__(self) -> str:
        return f"{'WORSE' if self.worse else 'note '}  {self.text}"


@dataclass(frozen=True)
class Run:
    """The records of a run: its header, and the trials that infrastructure did not end."""

    head: dict[str, Any]
    trials: list[Trial]
    words: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> "Run":
        """A file of records."""
        words = words_beside(file)
        return cls(
            read_header(file),
            [one for one in latest(read_trials(file)) if not one["infrastructure"]],
            json.loads(words.read_text("utf-8")) if words.exists() else {},
        )

    def by_task(self) -> dict[Key, list[Trial]]:
        """The trials of each task and way of answering."""
        found: dict[Key, list[Trial]] = defaultdict(list)
        for one in self.trials:
            found[one["task"], one["kind"]].append(one)
        return found


def compare(before: Run, after: Run) -> list[Finding]:
    """What is worse, then what else changed. A task that was lost to infrastructure, or left out, is worse."""
    old, new = before.by_task(), after.by_task()
    both = sorted(old.keys() & new.keys())
    if not both:
        return [Finding(True, "the two runs have no task in common: nothing can be compared")]
    found = [
        *_settings(before.head, after.head),
        *_words(before.words, after.words),
        *_lost(old, new, both),
        *_dearer(old, new, both),
    ]
    found += [Finding(True, f"{_named(key)}: was made before, not now") for key in sorted(old.keys() - new.keys())]
    found += [Finding(False, f"{_named(key)}: is new") for key in sorted(new.keys() - old.keys())]
    return sorted(found, key=lambda one: not one.worse)


def _settings(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Finding]:
    for name in ("model", "wire", "base_url", "catalog", "prices", "machine"):
        if before.get(name) != after.get(name):
            yield Finding(False, f"{name}: {before.get(name)} before, {after.get(name)} now")


def _words(old: dict[str, str], new: dict[str, str]) -> Iterator[Finding]:
    for file in sorted(file for file in old.keys() | new.keys() if old.get(file) != new.get(file)):
        yield Finding(False, f"the words of {file} changed{_lines_of(old.get(file, ''), new.get(file, ''))}")


def _lines_of(before: str, after: str) -> str:
    """The lines that changed, the first dozen."""
    told = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    lines = [line for line in told if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    return "".join(f"\n       {line[:160]}" for line in lines[:12])


def _lost(old: dict[Key, list[Trial]], new: dict[Key, list[Trial]], both: list[Key]) -> Iterator[Finding]:
    """Tasks that always passed and do not now; else whether fewer pass than chance explains, paired by task."""
    better = worse = 0
    for key in both:
        was, is_ = _share(old[key]), _share(new[key])
        better, worse = better + (is_ > was), worse + (is_ < was)
        must = was == 1.0 and (key[1] != "model" or new[key][0].get("suite") != "capability")
        if is_ < was:
            why = next(one["missed"] for one in new[key] if not one["passed"])
            yield Finding(must, f"{_named(key)}: passed {was:.0%}, now {is_:.0%}: {'; '.join(why)[:300]}")
        broken = sum(len(one.get("guards_broken", [])) for one in new[key])
        if broken > sum(len(one.get("guards_broken", [])) for one in old[key]):
            yield Finding(True, f"{_named(key)}: breaks what worked before ({broken} guards)")
    if worse > better and (chance := sign_test(worse, better)) < SURE:
        yield Finding(True, f"{worse} tasks pass less often and {better} more often (p = {chance:.3f}, sign test)")


def _dearer(old: dict[Key, list[Trial]], new: dict[Key, list[Trial]], both: list[Key]) -> Iterator[Finding]:
    """Dollars of the tasks that succeeded in both, then calls and tokens as what may explain them."""
    ratios = {name: _ratio(old, new, both, name) for name in ("usd", "calls", "tokens_in", "tokens_out")}
    if (ratio := ratios["usd"]) is not None and ratio > DEARER:
        rest = ", ".join(
            f"{name} {value:.2f}x" for name, value in ratios.items() if name != "usd" and value is not None
        )
        yield Finding(True, f"the same tasks cost {ratio:.2f} times as much ({rest})")


def _ratio(old: dict[Key, list[Trial]], new: dict[Key, list[Trial]], both: list[Key], name: str) -> float | None:
    """The geometric mean over tasks, so that no dear task hides the others; None where nothing was counted."""
    logs = []
    for key in both:
        was, is_ = _mean(_successes(old[key]), name), _mean(_successes(new[key]), name)
        if was > 0 and is_ > 0:
            logs.append(math.log(is_ / was))
    return math.exp(sum(logs) / len(logs)) if logs else None


def sign_test(worse: int, better: int) -> float:
    """The chance of so many or more of `worse` among both, were either as likely."""
    both = worse + better
    return sum(math.comb(both, count) for count in range(worse, both + 1)) / float(2**both)


def _share(trials: list[Trial]) -> float:
    return sum(bool(one["passed"]) for one in trials) / len(trials)


def _successes(trials: list[Trial]) -> list[Trial]:
    return [one for one in trials if one["passed"]]


def _mean(trials: list[Trial], name: str) -> float:
    return sum(float(one.get(name, 0)) for one in trials) / max(len(trials), 1)


def _named(key: Key) -> str:
    return " ".join(key)
