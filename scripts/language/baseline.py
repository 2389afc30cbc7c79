"""Places that broke a rule when it was introduced: their number in a folder may only go down."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from scripts.language.names import Finding

Counts = Mapping[str, Mapping[str, int]]
"""By rule, then by folder. Files may move within one."""


def count(findings: Iterable[Finding]) -> dict[str, dict[str, int]]:
    """The number of findings by rule and folder, sorted."""
    numbers = Counter((finding.rule, folder_of(finding.path)) for finding in findings)
    counts: dict[str, dict[str, int]] = {}
    for (rule, folder), number in sorted(numbers.items()):
        counts.setdefault(rule, {})[folder] = number
    return counts


def folder_of(path: str) -> str:
    """The first two folders of a path, or the first."""
    return "/".join(path.split("/")[:-1][:2]) or "."


def compare(baseline: Counts, counts: Counts) -> Iterator[str]:
    """Yield a line for each folder that has more places than the baseline allows, or fewer than it still lists."""
    for rule in sorted({*baseline, *counts}):
        before, now = baseline.get(rule, {}), counts.get(rule, {})
        for folder in sorted({*before, *now}):
            allowed, present = before.get(folder, 0), now.get(folder, 0)
            if present > allowed:
                yield f"{folder}: {rule}: {present} places, at most {allowed} allowed (see them with --list {rule})"
            elif present < allowed:
                yield f"{folder}: {rule}: {present} places, {allowed} in the baseline (lower it with --write)"


def shrink(baseline: Counts, counts: Counts) -> dict[str, dict[str, int]]:
    """The baseline with lower numbers where there are fewer places. Never a higher one."""
    shrunk = {
        rule: {folder: min(number, counts.get(rule, {}).get(folder, 0)) for folder, number in folders.items()}
        for rule, folders in baseline.items()
    }
    remaining = {rule: {folder: number for folder, number in of.items() if number} for rule, of in shrunk.items()}
    return {rule: folders for rule, folders in remaining.items() if folders}


def load(path: Path) -> Counts:
    counts: Counts = json.loads(path.read_text())
    return counts


def save(path: Path, counts: Counts) -> None:
    path.write_text(json.dumps(counts, indent=1, sort_keys=True) + "\n")
