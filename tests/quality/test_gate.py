"""The gate of a release: what is spoilt stops it, what cannot be computed stops it, and what is well does not."""

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmarks.quality import gate
from benchmarks.quality.gate import FIGURES, KINDS, Gate, Level, gates, proof_gates, proof_run, word_digests
from benchmarks.quality.prove import ROOT, read_proved
from benchmarks.quality.sabotage import doubled, remove_line
from benchmarks.quality.task import load_tasks
from tests.quality.test_compare import run
from tests.quality.test_report import trial

TASKS, _ = load_tasks()
WORDS = {"shared/prompts/coder.md": "aa"}
FIRST = "todo"


def proof() -> dict[str, Any]:
    """As if everything were shown, with the figures that are committed."""
    return copy.deepcopy(read_proved())


def baseline() -> dict[str, Any]:
    return {"words": WORDS, "tasks": gate._tasks_of(proof())}


def stopped(proved: dict[str, Any], *, stale: list[str] | None = None, **changed: Any) -> str:
    found = proof_gates(proved, stale or [], changed.get("words", WORDS), changed.get("kept", baseline()))
    return "\n".join(str(one) for one in found if one.wrong)


def test_what_is_as_it_was_is_let_through() -> None:
    assert stopped(proof()) == ""


def test_a_prompts_line_removed_stops_the_release(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "shared/prompts", tmp_path / "shared/prompts")
    before = word_digests(tmp_path)
    remove_line(tmp_path)
    found = stopped(proof(), words=word_digests(tmp_path), kept=baseline() | {"words": before})
    assert "STOP  its words are the accepted ones" in found and "changed: shared/prompts/coder.md" in found


def test_the_cost_doubled_stops_the_release() -> None:
    proved = proof()
    for name in [name for name in proved if name.startswith("trials ")]:
        for kind in KINDS:
            proved[name][kind]["usd"] = doubled(proved[name][kind]["usd"])
    found = stopped(proved)
    assert (
        "cost 2.00 times as much" in found and "a success costs at most 1.25 times" in found and "2.00 times" in found
    )


def test_a_tool_broken_stops_the_release() -> None:
    """`make prove` keeps nothing of a task that fails: what it kept before is of other files."""
    found = stopped(proof(), stale=["trials text-and-colour", "sabotage"])
    assert "stale: trials text-and-colour, sabotage: run `make prove`" in found
    before, after = proof_run(baseline()["tasks"]), proof_run(baseline()["tasks"])
    broken = [one | {"passed": False, "missed": ["the button is blue"]} for one in after.trials if one["task"] == FIRST]
    spoilt = run(*[one for one in after.trials if one["task"] != FIRST], *broken)
    assert {one.name for one in gates(before, spoilt, Level(set(), "good")) if one.wrong} >= {
        "no task is worse than it was",
        "what must always pass does",
    }


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_that_is_missing_stops_the_release(name: str) -> None:
    proved = proof()
    del proved[f"trials {FIRST}"]["good"][name]
    assert f"{FIRST} good: no {name} in the results" in stopped(proved)


def test_a_task_that_is_missing_stops_the_release_on_either_side() -> None:
    proved, kept = proof(), baseline()
    del proved[f"trials {FIRST}"]
    assert f"{FIRST} bad: 0 trials in the results, 1 are needed" in stopped(proved)
    del kept["tasks"][FIRST]
    assert f"{FIRST} good: 0 trials in the baseline" in stopped(proof(), kept=kept)


def test_nothing_at_all_stops_the_release() -> None:
    found = proof_gates({}, [], {}, {})
    assert [one.name for one in found if not one.wrong] == [
        "the results are about this commit",
        "what must always pass does",
        "its words are the accepted ones",
    ]


def test_what_succeeds_for_nothing_has_no_price() -> None:
    proved = proof()
    proved[f"trials {FIRST}"]["good"]["usd"] = 0.0
    assert "it has no price" in stopped(proved)


def test_a_stick_that_finds_nothing_stops_the_release() -> None:
    assert "it found nothing" in stopped(proof() | {"sabotage": {}})


def of_model(**changes: Any) -> list[dict[str, Any]]:
    return [trial(name, kind="model", number=number, calls=1, tokens_in=1, tokens_out=1, **changes)
            for name in "abcdefghij" for number in (1, 2, 3)]  # fmt: skip


def stops_of(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> set[str]:
    level = Level({(one["task"], "model") for one in before}, "model", times=3, timed=True)
    return {one.name for one in gates(run(*before), run(*after), level) if one.wrong}


def test_a_model_that_does_as_well_is_let_through() -> None:
    assert stops_of(of_model(), of_model()) == set()


@pytest.mark.parametrize(
    ("changes", "stops"),
    [
        ({"first_pass": False}, "first pass: 70% and more"),
        ({"guards_broken": ["kept"]}, "what must always pass does"),
        ({"usd": 0.7}, "a success costs at most 1.25 times as much"),
        ({"seconds": {"first_word": 0.2, "runs": 4.0, "all": 9.0}}, "nobody waits longer"),
        ({"seconds": None}, "nobody waits longer"),
        ({"usd": None}, "every task has its figures, before and now"),
    ],
)
def test_each_threshold_of_a_model_stops_it(changes: dict[str, Any], stops: str) -> None:
    assert stops in stops_of(of_model(), [{**one, **changes} for one in of_model()])


def test_capabilities_may_fail_within_six_points() -> None:
    before = [one | {"suite": "capability"} for one in of_model()]
    lost = [one | {"passed": False, "missed": ["late"]} for one in before[:1]] + before[1:]
    assert stops_of(before, lost) == set()
    assert "as many succeed" in stops_of(before, [one | {"passed": False} for one in before[:2]] + before[2:])


def test_two_trials_a_task_are_too_few() -> None:
    assert stops_of(of_model(), of_model()[:-1]) >= {"every task has its figures, before and now"}


def test_words_are_accepted_when_all_else_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BASELINE", tmp_path / "baseline.json")
    monkeypatch.setattr(gate, "ROOT", tmp_path)
    dearer = baseline()
    proved = proof()
    proved[f"trials {FIRST}"]["good"]["usd"] *= 1.01
    assert gate.accept("words", [Gate("x", ["no"]), Gate("words", ["changed"])], proved, dearer) == 1
    assert not (tmp_path / "baseline.json").exists()
    assert gate.accept("words", proof_gates(proved, [], {"other": "bb"}, dearer), proved, dearer) == 0
    written = json.loads((tmp_path / "baseline.json").read_text())
    assert written["words"] == word_digests() and written["tasks"] == dearer["tasks"]
    assert gate.accept("figures", proof_gates(proved, [], WORDS, dearer), proved, dearer) == 0
    assert json.loads((tmp_path / "baseline.json").read_text())["tasks"] == gate._tasks_of(proved)


def test_the_committed_baseline_has_every_task() -> None:
    assert gate.read_baseline()["tasks"].keys() == {task.id for task in TASKS}
