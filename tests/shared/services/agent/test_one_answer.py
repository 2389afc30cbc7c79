"""Several calls of one answer: what was refused is not believed to be done, and what was asked for is read."""

import json
from collections.abc import Mapping

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, calls
from devkit.loop import LoopDriver
from shared.domain.agent.model_messages import ToolCall, ToolOutput
from shared.domain.runs.run import Run
from shared.services.agent.tools.run_tools import SHOW_FILES, concerning, note_write, without_them
from shared.tools.registry import CODER_TOOLS
from tests.shared.services.agent.checks.test_worker_tasks import (
    ANSWERS,
    BROWSER,
    FINISH,
    VERIFY,
    WRITE,
    PipelineDriver,
    answer_of,
)

LOST = Call(name="edit_file", arguments={"path": "src/main.tsx", "edits": [{"old": "not there", "new": "x"}]})
READ = Call(name="read_files", arguments={"paths": ["src/main.tsx"]})
COMPILE = Call(name="compile_project", arguments={})
WITHOUT = "[Without edit_file src/main.tsx of the same answer: refused"


def outputs(loop: LoopDriver, request: int = 1) -> list[str]:
    return [item.output for item in loop.model.requests[request].items if isinstance(item, ToolOutput)]


def test_results_behind_a_refused_change_say_that_they_are_without_it() -> None:
    loop = LoopDriver([calls(READ, LOST, READ, COMPILE), calls(FINISH)])
    loop.play()
    before, refused, read, compiled = outputs(loop)
    assert "Nothing was applied" in refused and WITHOUT not in before + refused
    assert WITHOUT in read and WITHOUT in compiled


def test_a_page_and_a_build_behind_a_refused_change_say_so_too() -> None:
    loop, run = PipelineDriver.played([calls(LOST, WRITE, BROWSER, VERIFY), calls(FINISH)], answers=ANSWERS)
    _, wrote, page, verified = answer_of(loop)
    assert WITHOUT in page and "Opened /" in page and WITHOUT in verified and WITHOUT not in wrote
    assert run.status == "completed" and len(run.memory.unapplied) < 300


def test_the_next_answer_is_about_the_files_as_they_are() -> None:
    loop = PipelineDriver([calls(LOST, BROWSER), calls(WRITE, BROWSER, READ), calls(FINISH)], answers=ANSWERS)
    loop.play()
    later = loop.model.requests[2].items[len(loop.model.requests[1].items) :]
    assert not any(WITHOUT in item.output for item in later if isinstance(item, ToolOutput))


def test_a_change_that_is_made_after_all_is_no_longer_missing() -> None:
    whole = Call(name="write_file", arguments={"path": "src/main.tsx", "content": "export {}\n"})
    loop = LoopDriver([calls(LOST, whole, READ), calls(FINISH)])
    loop.play()
    assert WITHOUT not in "".join(outputs(loop))


def test_many_refused_changes_are_told_shortly() -> None:
    unapplied: Mapping[str, str] = {}
    for number in range(200):
        asked = ToolCall(call_id="c", name="edit_file", arguments=json.dumps({"path": f"{number}" + "x" * 400}))
        unapplied = note_write(asked, False, unapplied)
    assert len(without_them(unapplied)) < 900 and "195 more" in without_them(unapplied)
    assert without_them({}) == "" and CODER_TOOLS.keys() > SHOW_FILES


def test_what_is_asked_for_beside_finish_is_read_before_the_work_ends() -> None:
    loop, run = LoopDriver.played([calls(WRITE, READ, FINISH), calls(FINISH)])
    assert run.status == "completed" and len(loop.model.requests) == 2
    assert "asked to see read_files" in outputs(loop)[-1] and "src/main.tsx ==" in outputs(loop)[1]


def test_what_could_not_be_shown_beside_finish_puts_it_off_too() -> None:
    nowhere = Call(name="read_files", arguments={"paths": ["src/nowhere.ts"]})
    loop = LoopDriver([calls(nowhere, FINISH), calls(FINISH)])
    assert loop.play().status == "completed" and len(loop.model.requests) == 2


def test_a_look_beside_finish_is_read_before_the_work_ends() -> None:
    """Trials: a browser run beside an accepted `finish` was shown to nobody."""
    for look, shown in ((BROWSER, "Opened /"),):
        loop, run = PipelineDriver.played([calls(WRITE, look, FINISH), calls(FINISH)], answers=ANSWERS)
        assert run.status == "completed" and len(loop.model.requests) == 2
        answers = "\n".join(answer_of(loop))
        assert f"asked to see {look.name}" in answers and shown in answers


def test_steps_are_ticked_once_the_changes_of_the_answer_are_kept() -> None:
    """Trials: the plan was ticked beside edits that were refused or did not compile."""
    plan = Call(name="update_state", arguments={"plan": ["Lay out", "Fill in"]})
    tick = Call(name="update_state", arguments={"done": [1], "requirements": [{"name": "tone", "values": ["calm"]}]})
    only = Call(name="update_state", arguments={"done": [1]})
    broken = Call(name="write_file", arguments={"path": "src/main.tsx", "content": COMPILE_ERROR})
    whole = Call(name="write_file", arguments={"path": "src/main.tsx", "content": "export {}\n"})
    loop = PipelineDriver(
        [calls(plan), calls(tick, LOST), calls(only, broken), calls(only, whole), calls(FINISH)], answers=ANSWERS
    )
    loop.play()
    refused, uncompiled, kept = (outputs(loop, number)[-1] for number in (2, 3, 4))
    assert "edit_file of the same answer was refused" in refused and "calm" in refused and "[x]" not in refused
    assert "does not compile" in uncompiled and "[x]" not in uncompiled
    assert "1. [x] Lay out" in kept


def test_a_result_is_not_marked_with_a_change_that_it_could_not_show() -> None:
    other = Call(name="read_files", arguments={"paths": ["package.json"]})
    check = {"title": "T", "steps": [{"do": "open"}], "expect": [{"text": "x"}]}
    loop = LoopDriver([calls(LOST, other, Call(name="add_check", arguments=check), READ), calls(FINISH)])
    loop.play()
    _, elsewhere, refused, same = outputs(loop)
    assert "[Without" not in elsewhere and "ACCEPTANCE_INVALID" in refused
    assert WITHOUT in same and "add_check" not in same


def edit(path: str) -> Call:
    return Call(name="edit_file", arguments={"path": path, "edits": [{"old": "not there", "new": "x"}]})


def read(path: str) -> Call:
    return Call(name="read_files", arguments={"paths": [path]})


def test_a_refused_edit_is_marked_only_where_its_file_is_shown() -> None:
    """Trials: the note stuck to results that it had nothing to do with."""
    listing, search = Call(name="list_files", arguments={}), Call(name="search_code", arguments={"query": "export"})
    spelled = read("./src/main.tsx:1-2")
    loop = LoopDriver([calls(edit("/src/main.tsx"), listing, read("src/main.tsx2"), spelled, search), calls(FINISH)])
    loop.play()
    _, names, longer, same, found = outputs(loop)
    assert "[Without" not in names + longer
    assert WITHOUT in same and WITHOUT in found


def test_a_list_of_names_is_marked_with_a_refused_change_of_names() -> None:
    rename = Call(name="rename_file", arguments={"path": "src/nowhere.ts", "new_path": "src/there.ts"})
    loop = LoopDriver([calls(rename, Call(name="list_files", arguments={})), calls(FINISH)])
    loop.play()
    assert "[Without rename_file src/nowhere.ts" in outputs(loop)[1]


def test_a_change_made_after_all_counts_however_its_place_is_spelled() -> None:
    whole = Call(name="write_file", arguments={"path": "src/main.tsx", "content": "export {}\n"})
    gone = Call(name="delete_files", arguments={"paths": ["src/other.ts"]})
    other = Call(name="write_file", arguments={"path": "src/other.ts", "content": "export {}\n"})
    asked = [other, edit("./src/main.tsx"), edit("src/other.ts"), whole, gone, COMPILE]
    loop = LoopDriver([calls(*asked), calls(FINISH)])
    loop.play()
    assert "[Without" not in outputs(loop)[-1]


def test_checks_beside_finish_end_the_work() -> None:
    loop = PipelineDriver([calls(WRITE, COMPILE, VERIFY, FINISH)], answers=ANSWERS)
    assert loop.play().status == "completed" and len(loop.model.requests) == 1


def test_what_is_said_with_finish_beside_a_check_is_kept() -> None:
    said = {"summary": "A checkout page.", "assumptions": ["One currency"]}
    finish = Call(name="finish", arguments={**said, "imitates": ["payment /checkout: Nothing is charged."]})
    tests = Call(name="run_targeted_tests", arguments={"paths": None, "name": None})
    outcome = PipelineDriver([calls(WRITE, tests, finish)], answers=ANSWERS).play().outcome
    assert (outcome.summary, outcome.assumptions) == (said["summary"], said["assumptions"])
    assert outcome.imitates is not None and outcome.imitates[0].where == "/checkout"


@pytest.mark.parametrize("arguments", ['{"path": "src/App.tsx", "content": "abc', '{"file_path": "src/App.tsx"}'])
def test_a_refused_write_whose_place_cannot_be_read_is_missing_everywhere(arguments: str) -> None:
    call = ToolCall(call_id="1", name="write_file", arguments=arguments)
    unapplied = note_write(call, False, {})
    assert list(unapplied.values()) == ["write_file"]
    read = ToolCall(call_id="2", name="read_files", arguments='{"paths": ["src/main.tsx"]}')
    names = ToolCall(call_id="3", name="list_files", arguments="{}")
    assert concerning(read, unapplied) == concerning(names, unapplied) == unapplied


def test_each_path_of_a_refused_deletion_is_missing() -> None:
    call = ToolCall(call_id="1", name="delete_files", arguments='{"paths": ["src/a.ts", "src/b.ts"]}')
    assert list(note_write(call, False, {})) == ["src/a.ts", "src/b.ts"]


def test_the_last_call_is_never_put_off() -> None:
    loop = LoopDriver([calls(WRITE, READ, FINISH)])
    run: Run = loop.play(budget={"model_calls": 1})
    assert run.outcome.summary == "Done." and len(loop.model.requests) == 1
