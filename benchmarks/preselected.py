"""The share of follow-ups whose request shows the file that draws the named thing (`follow_ups/README.md`)."""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import report
from devkit.fakes.samples import a_run, an_app
from shared.domain.base import Files
from shared.services.agent.context.choose_files import choose_files
from shared.services.assets.load_templates import load_templates

_FOLDER = Path(__file__).with_name("follow_ups")
_IMPORTS = Path(__file__).parents[1] / "tests" / "imports" / "projects"
_ROOM = 80_000
_GOAL = 0.8


class FollowUp(NamedTuple):
    """A request about a tree, and the files of which one must be shown."""

    tree: str
    kind: str
    message: str
    draws: list[str]


def load_follow_ups(name: str = "cases") -> list[FollowUp]:
    """The cases of a file in `follow_ups`."""
    return [FollowUp(**case) for case in json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))]


def tree_of(name: str) -> Files:
    """A starter (`template:`), an imported project (`import:`), or a tree of `follow_ups`."""
    kind, _, short = name.rpartition(":")
    if kind == "template":
        return load_templates()[short].files
    text = ((_IMPORTS if kind else _FOLDER) / f"{short}.txt").read_text("utf-8")
    parts = [part.partition("\n") for part in f"\n{text}".split("\n=== ")[1:]]
    return {path: content.encode() for path, _, content in parts if ": " not in path}


def shown_files(case: FollowUp) -> list[str]:
    """The files that a run with this request would begin with."""
    run = a_run(an_app(), message=case.message)
    return [path for path, _ in choose_files(run, tree_of(case.tree), [], _ROOM).files]


def main() -> None:
    """The thirty cases and, beside them, those that were held out."""
    detail = dict[str, object]()
    shares = dict[str, float]()
    for name in (path.stem for path in sorted(_FOLDER.glob("*.json"))):
        cases = load_follow_ups(name)
        shown = [shown_files(case) for case in cases]
        hits = [not set(case.draws).isdisjoint(files) for case, files in zip(cases, shown, strict=True)]
        shares[name] = sum(hits) / len(cases)
        missed = [case for case, hit in zip(cases, hits, strict=True) if not hit]
        detail[name] = {
            "hits": sum(hits),
            "cases": len(cases),
            "files_shown": round(sum(map(len, shown)) / len(cases), 1),
            "missed": Counter(case.kind for case in missed),
            "missed_files": [f"{case.tree} {case.draws[0]}" for case in missed],
        }
    report("preselected", [shares["cases"]], "share", baseline=_GOAL, baseline_name="goal", detail=detail)


if __name__ == "__main__":
    main()
