"""Task files: those of the repository are whole; one that is wrong is one clear line, and the others go on."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.quality.scripted import load_transcript
from benchmarks.quality.task import TASKS, TaskInvalid, load_task, load_tasks, mutants_of
from benchmarks.quality.trees import mutant_of, overlay_of, reference_of, start_of

GOOD: dict[str, Any] = json.loads((TASKS / "text-and-colour" / "task.json").read_text("utf-8"))
NAMES = sorted(path.name for path in TASKS.iterdir() if (path / "task.json").exists())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A task that is whole."""
    home = tmp_path / "text-and-colour"
    for name in ("reference", "mutants/a", "mutants/b", "mutants/c"):
        (home / name).mkdir(parents=True)
    (home / "check.py").write_text("")
    (home / "task.json").write_text(json.dumps(GOOD))
    return home


def rewrite(folder: Path, **changes: Any) -> None:
    (folder / "task.json").write_text(json.dumps({**GOOD, **changes}))


@pytest.mark.parametrize("name", NAMES)
def test_each_task_is_whole(name: str) -> None:
    task = load_task(TASKS / name)
    start, reference = start_of(task), reference_of(task)
    assert reference != start, "the reference changes something"
    wrong = [mutant_of(task, mutant) for mutant in mutants_of(task.folder)]
    assert all(scene != reference for scene in wrong) and len({str(scene) for scene in wrong}) == len(wrong)
    assert [len(load_transcript(task, kind)) for kind in ("good", "bad")] == [len(task.turns)] * 2


def test_a_whole_task_loads(folder: Path) -> None:
    assert load_task(folder).id == "text-and-colour"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"level": "impossible"}, "text-and-colour/task.json: level:"),
        ({"budget": {**GOOD["budget"], "calls": 0}}, "text-and-colour/task.json: budget.calls:"),
        ({"checks": [{"id": "one", "title": "One"}, {"id": "one", "title": "Two"}]}, "two checks have one id"),
        ({"checks": [{"id": "one", "title": "One", "guards": True}]}, "every check guards"),
        ({"kind": "fix"}, "a fix names the fault that is planted"),
        ({"surprise": 1}, "text-and-colour/task.json: surprise:"),
        ({"id": "other"}, "the id is other, its folder is text-and-colour"),
        ({"turns": []}, "text-and-colour/task.json: turns:"),
    ],
)
def test_a_wrong_field_is_one_line_that_names_it(folder: Path, changes: dict[str, Any], said: str) -> None:
    rewrite(folder, **changes)
    with pytest.raises(TaskInvalid) as found:
        load_task(folder)
    assert said in str(found.value) and "\n" not in str(found.value)


def test_what_is_missing_is_named_and_the_other_tasks_load(folder: Path) -> None:
    for name in ("no-json", "no-check", "two-mutants"):
        home = folder.parent / name
        (home / "reference").mkdir(parents=True)
        if name != "no-json":
            (home / "task.json").write_text(json.dumps({**GOOD, "id": name}))
        if name == "two-mutants":
            (home / "check.py").write_text("")
    tasks, wrong = load_tasks(root=folder.parent)
    assert [task.id for task in tasks] == ["text-and-colour"]
    assert wrong[0].split("/")[-1] == "no-check: check.py is missing"
    assert [line.split(": ", 1)[1][:16] for line in wrong[1:]] == ["cannot be read (", "0 mutants, 3 are"]


def test_json_that_is_none_is_named(folder: Path) -> None:
    (folder / "task.json").write_text("{")
    with pytest.raises(TaskInvalid, match=r"text-and-colour/task\.json"):
        load_task(folder)


def test_a_transcript_with_the_wrong_number_of_turns_is_named(folder: Path) -> None:
    (folder / "good.json").write_text(json.dumps({"turns": [[], []]}))
    with pytest.raises(TaskInvalid, match="2 turns, the task has 1"):
        load_transcript(load_task(folder), "good", folder)


def test_an_overlay_lays_files_removes_others_and_brings_state_and_words(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "new.ts").write_text("new")
    (tmp_path / "_removed.txt").write_text("old.ts\n")
    (tmp_path / "_state.json").write_text('{"plan": []}')
    (tmp_path / "_answer.txt").write_text("Done.")
    scene = overlay_of(tmp_path).over(start_of(load_task(TASKS / "text-and-colour")))
    assert scene.files["src/new.ts"] == b"new" and not any(path.startswith("_") for path in scene.files)
    assert (scene.state, scene.answer) == ({"plan": []}, "Done.")
