"""Edits a second and the share of right outcomes over the corpus of edits, beside diff-match-patch and `str.replace`.

An outcome is right when the text is as the corpus says, or when an edit that must be refused is. `wrong` counts the
cases in which a text was written that nobody asked for: those are the ones that break a project in silence.
"""

import statistics
import time
from collections import Counter
from collections.abc import Callable

from diff_match_patch import diff_match_patch

from benchmarks.report import report
from devkit.edit_corpus import Case, load_corpus
from shared.domain.edits.edits import EditRefused, apply_edits

_ROUNDS = 5
_FAR = 10_000_000
_Apply = Callable[[Case], str | None]


def main() -> None:
    """One line for each way of applying an edit; rounds alternate between them."""
    corpus = load_corpus()
    ways: dict[str, _Apply] = {"edit_apply": ours, "diff-match-patch": by_patch, "str.replace": by_replace}
    edits = sum(len(case.edits) for case in corpus)
    speeds: dict[str, list[float]] = {name: [] for name in ways}
    found: dict[str, Counter[str]] = {}
    for _ in range(_ROUNDS):
        for name, way in ways.items():
            started = time.perf_counter()
            answers = [way(case) for case in corpus]
            speeds[name].append(edits / (time.perf_counter() - started))
            found[name] = Counter(map(outcome, corpus, answers))
    patched = statistics.median(speeds["diff-match-patch"])
    for name, counted in found.items():
        baseline = {"baseline": patched, "baseline_name": "diff-match-patch"} if name == "edit_apply" else {}
        metric = name if name == "edit_apply" else f"edit_apply.baseline.{name}"
        rate = round(counted["right"] / len(corpus), 3)
        detail = {"apply_rate": rate, "cases": len(corpus), "edits": edits, **counted}
        report(metric, speeds[name], "edits/s", detail=detail, **baseline)


def outcome(case: Case, answer: str | None) -> str:
    """`right`, `refused` (it should have been made), or `wrong` (something else was written)."""
    if answer == case.result:
        return "right"
    return "refused" if answer is None else "wrong"


def ours(case: Case) -> str | None:
    """The product's matcher."""
    try:
        return apply_edits("src/App.tsx", case.text, case.edits)
    except EditRefused:
        return None


def by_patch(case: Case) -> str | None:
    """A fuzzy patch for each edit, found anywhere in the file; refused when a hunk finds no place."""
    text = case.text
    for edit in case.edits:
        matcher = diff_match_patch()
        matcher.Match_Distance = _FAR
        patches = matcher.patch_make(edit.old, edit.new)
        text, applied = matcher.patch_apply(patches, text)
        if not edit.old or not applied or not all(applied):
            return None
    return text if case.edits else None


def by_replace(case: Case) -> str | None:
    """The first place (or all) of the very characters; refused when there is none."""
    text = case.text
    for edit in case.edits:
        if not edit.old or edit.old not in text:
            return None
        text = text.replace(edit.old, edit.new, -1 if edit.replace_all else 1)
    return text if case.edits else None


if __name__ == "__main__":
    main()
