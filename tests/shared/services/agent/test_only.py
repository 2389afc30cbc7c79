"""A message that asks for an answer or a plan: the run looks, says something, and changes no file."""

import pytest

from devkit.fakes.model import Call, calls, say
from devkit.loop import USER, LoopDriver
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.switches import Switches
from shared.services.runs.queue.start_next import start_next
from shared.services.runs.regenerate_turn import regenerate_turn
from shared.services.runs.start.find_work import find_work
from shared.services.runs.start.run_request import RunRequest
from shared.services.runs.start.run_start import RunBasis
from tests.shared.services.agent.test_planner import PLAN, WRITE, finish

LOOKS = {"list_files", "read_file", "read_files", "search_code", "search_docs", "search_messages", "db_query"}


def offered(loop: LoopDriver, number: int = 0) -> set[str]:
    return {tool.name for tool in loop.model.requests[number].tools}


def test_a_question_is_answered_with_tools_that_look() -> None:
    loop = LoopDriver([calls(Call(name="list_files", arguments={"pattern": None})), calls(finish("In App.tsx."))])
    run = loop.play("Where is the title?", only="answer")
    assert (run.status, run.outcome.summary, run.outcome.revision_id) == ("completed", "In App.tsx.", None)
    assert run.outcome.diff_id is None
    assert offered(loop) <= {*LOOKS, "read_build_result", "finish"} and "update_state" not in offered(loop)
    first = loop.model.requests[0]
    assert "wants an answer and no change" in str(first.items[-1]) and "nothing can be changed" in first.instructions


def test_a_question_does_not_pay_for_the_rules_of_edits_and_the_list_of_packages() -> None:
    asked, built = LoopDriver([calls(finish("In App.tsx."))]), LoopDriver([calls(WRITE, finish("A note."))])
    asked.play("Where is the title?", only="answer")
    built.play("Make a note")
    words = asked.model.requests[0].instructions
    assert len(words) < 2_000 < len(built.model.requests[0].instructions)
    assert "edit_file" not in words and "Packages there are" not in words


def test_words_alone_are_an_answer() -> None:
    assert LoopDriver([say("In App.tsx.")]).play("Where?", only="answer").outcome.summary == "In App.tsx."


@pytest.mark.parametrize("only", ["answer", "plan"])
@pytest.mark.parametrize("review", ["before", "after"])
def test_a_write_all_the_same_changes_nothing(only: str, review: str) -> None:
    loop = LoopDriver([calls(WRITE), calls(finish("Done.")), calls(finish("Done."))])
    run = loop.play("Write a note", only=only, review=review)
    assert (run.status, run.candidate_tree, run.outcome.diff_id) == ("completed", run.base_tree, None)
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    assert app.draft_revision_id == run.base_revision_id


def test_a_plan_is_kept_and_not_carried_out() -> None:
    loop = LoopDriver([calls(PLAN, finish("First a note."))])
    run = loop.play("Make notes", only="plan")
    assert (run.status, run.outcome.summary, run.outcome.revision_id) == ("completed", "First a note.", None)
    assert loop.world.states.get(USER.tenant_id, run.app_id).plan == ["Add a note"]
    assert len(loop.model.requests) == 1 and "write_file" not in offered(loop)


def test_where_a_run_is_one_answer_it_has_no_tools() -> None:
    loop = LoopDriver([say("In App.tsx.")], ports_over={"switches": Switches(agentic_loop=False)})
    run = loop.play("Where?", only="answer")
    assert (run.outcome.summary, offered(loop)) == ("In App.tsx.", set())


def test_unfinished_work_is_neither_taken_up_nor_left_aside() -> None:
    loop = LoopDriver([calls(WRITE, finish("A note.")), calls(finish("In App.tsx.")), calls(finish("In App.tsx."))])
    proposed = loop.play("Make notes", review="before")
    asked = loop.play("Where is the title?", app_id=proposed.app_id, only="answer")
    assert (asked.request.continues, asked.candidate_tree, asked.outcome.diff_id) == (None, asked.base_tree, None)
    left = find_work(asked.change(id="run_next"), loop.ports)
    assert left is not None and (left.diff.id, left.passed_over) == (proposed.outcome.diff_id, False)
    first = loop.start("One", app_id=proposed.app_id, only="answer")
    waits = loop.start("Two", app_id=proposed.app_id, only="answer", queue=True)
    loop.follow(first)
    started = start_next(waits.tenant_id, waits.app_id, ports=loop.ports, workflows=loop.world.workflows)
    assert started is not None and (started.id, started.request.continues, started.request.only) == (
        waits.id,
        None,
        "answer",
    )


def test_one_that_failed_is_gone_on_with_in_the_same_way() -> None:
    loop = LoopDriver([calls(finish("x"))])
    run = loop.start("Where?", only="answer")
    failed = loop.world.runs.update(run.change(status=RunStatus.FAILED))
    loop.world.apps.update(loop.world.apps.get(run.tenant_id, run.app_id).model_copy(update={"active_run_id": None}))
    again = loop.resume(failed)
    assert again.request.only == "answer"


def test_an_answer_done_again_is_what_the_message_was_sent_for() -> None:
    loop = LoopDriver([calls(WRITE, finish("A note."))])
    run = loop.play("Make notes")
    asked: list[RunRequest] = []

    def start(wanted: RunRequest, basis: RunBasis) -> Run:
        asked.append(wanted)
        return run

    request = RunRequest(message="Make notes", only="answer")
    regenerate_turn(USER, run.app_id, request, turn_id=run.turn_id, ports=loop.world.ports(), start=start)
    assert asked[0].only is None, "else the work of the old answer would be taken back by a question"


def test_an_answer_has_no_plan_of_its_own() -> None:
    with pytest.raises(ValueError, match="only: plan"):
        RunRequest(message="x", only="answer", plan=True)
    assert RunRequest(message="x", only="plan", plan=True).only == "plan"
