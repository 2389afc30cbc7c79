"""A run that goes in circles: told once to take another way, ended at the next sign of it, and honest about why."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, FakeModel, Reply, calls, say
from devkit.fakes.tool_calls import write
from devkit.loop import BUILD_ERROR, LoopDriver
from shared.domain.agent.model_errors import ModelContextExceeded
from shared.domain.agent.model_messages import ModelRequest, ToolOutput, UserMessage
from shared.domain.runs.iteration import Step
from shared.domain.runs.run import Run
from shared.domain.runs.step_status import StepStatus
from shared.services.agent.notice_stuck import circle
from shared.services.assets.load_prompt import load_prompt

READ = Call(name="read_file", arguments={"path": "package.json", "start_line": None, "end_line": None})
LIST = Call(name="list_files", arguments={})
FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def edit_of_nothing() -> Call:
    edits = [{"old": "it is nowhere in this file", "new": "x", "replace_all": None}]
    return Call(name="edit_file", arguments={"path": "src/App.tsx", "edits": edits})


def notices(loop: LoopDriver) -> list[str]:
    """What the loop itself said in the last request, besides the project and the request."""
    said = [item.content for item in loop.model.requests[-1].items if isinstance(item, UserMessage)]
    first = load_prompt("first_plan")
    return [text for text in said if "<tree>" not in text and "<request>" not in text and text != first]


def ends_stuck(loop: LoopDriver, calls_made: int) -> Run:
    """Plays it; the run must have been told once, and have stopped after so many model calls."""
    run = loop.play()
    assert (run.status, run.outcome.failure_code, run.memory.strategy_changed) == ("failed", "STUCK", True)
    assert len(loop.model.requests) == run.usage.model_calls == calls_made
    answered = {item.call_id for item in loop.model.requests[-1].items if isinstance(item, ToolOutput)}
    asked = {item.call_id for item in loop.model.requests[-1].items if item.type == "tool_call"}
    assert answered == asked
    done = loop.chunks(run)[-2]["data"]
    assert (done["status"], done["failure_code"], done["summary"]) == ("failed", "STUCK", run.outcome.summary)
    return run


# ---- the same call, the same result ------------------------------------------------------------------------------


def test_the_same_call_with_the_same_result_is_remarked_on_once_and_then_ends_the_run() -> None:
    loop = LoopDriver([calls(READ)] * 10)
    run = ends_stuck(loop, 4)
    assert (
        notices(loop)
        == [text for text in notices(loop) if "`read_file`" in text and "three times in a row" in text]
        != []
    )
    assert "same call (`read_file`)" in (run.outcome.summary or "") and "another way" in (run.outcome.summary or "")


def test_a_run_that_takes_another_way_when_told_is_not_ended() -> None:
    run = LoopDriver([*[calls(READ)] * 3, calls(write()), calls(FINISH)]).play()
    assert (run.status, run.outcome.summary) == ("completed", "Done.")


def test_arguments_spelled_otherwise_are_the_same_call() -> None:
    spelled = [json.dumps(READ.arguments, indent=indent, sort_keys=bool(indent)) for indent in (None, 1, 2, 3)]
    ends_stuck(LoopDriver([calls(Call(name="read_file", arguments=each)) for each in spelled]), 4)


def test_a_green_tree_built_again_and_again_ends_the_run() -> None:
    build = Call(name="build_project_worker", arguments={})
    ends_stuck(LoopDriver([calls(write()), *[calls(build)] * 10]), 6)


def test_the_same_call_many_times_in_one_answer_is_one_sign() -> None:
    run = LoopDriver([calls(*[READ] * 50), calls(FINISH)]).play()
    assert (run.status, run.memory.strategy_changed) == ("completed", True)


def test_the_same_call_after_something_else_is_no_circle() -> None:
    check = Call(name="compile_project", arguments={})
    rounds = [reply for number in range(5) for reply in (calls(write(f"export const a = {number}\n")), calls(check))]
    run = LoopDriver([*rounds, calls(FINISH)]).play()
    assert (run.status, run.memory.strategy_changed) == ("completed", False)


# ---- the same call, an error -------------------------------------------------------------------------------------


def test_the_same_failing_call_ends_the_run() -> None:
    run = ends_stuck(LoopDriver([calls(edit_of_nothing())] * 10), 4)
    assert "each time it failed" in (run.outcome.summary or "") and run.outcome.diff_id is None


@pytest.mark.parametrize("name", ["no_such_tool", "read file\x00", "x" * 5_000])
def test_a_tool_that_does_not_exist_is_not_asked_for_for_ever(name: str) -> None:
    run = ends_stuck(LoopDriver([calls(Call(name=name, arguments="{not json"))] * 10), 4)
    assert len(run.outcome.summary or "") < 300


def test_finishing_over_a_refused_change_again_and_again_ends_the_run() -> None:
    run = ends_stuck(LoopDriver([calls(edit_of_nothing(), FINISH)] * 10), 3)
    assert "`edit_file`, `finish`" in (run.outcome.summary or "")


# ---- words without tools -----------------------------------------------------------------------------------------


def test_words_about_a_project_that_does_not_compile_are_no_end_and_not_heard_for_ever() -> None:
    loop = LoopDriver([calls(write(COMPILE_ERROR)), *[say("All is well now.")] * 10])
    run = ends_stuck(loop, 4)
    assert "change of strategy" in (run.outcome.summary or "") and run.outcome.diff_id is not None
    assert any("does not compile" in text for text in notices(loop))


def test_words_about_a_build_that_fails_are_no_end() -> None:
    loop = LoopDriver([calls(write(BUILD_ERROR)), *[say(f"It must work, {number}.") for number in range(10)]])
    run = ends_stuck(loop, 4)
    assert run.outcome.diff_id is not None


@pytest.mark.parametrize("words", [[""], ["I will now", ""], ["I will now"]])
def test_answers_that_are_empty_or_never_end_are_given_up(words: list[str]) -> None:
    replies = [say(word, finish="length") if word else Reply() for word in words * 10]
    run = LoopDriver(replies).play()
    assert (run.status, run.outcome.failure_code, run.memory.strategy_changed) == ("failed", "STUCK", True)
    assert run.usage.model_calls <= 4


# ---- two calls by turns ------------------------------------------------------------------------------------------


def test_two_calls_by_turns_end_the_run() -> None:
    run = ends_stuck(LoopDriver([calls(READ), calls(LIST)] * 10), 5)
    assert "`list_files`, `read_file`" in (run.outcome.summary or "")


def test_a_file_written_one_way_and_the_other_by_turns_ends_the_run() -> None:
    one, other = write("export const a = 1\n"), write("export const a = 2\n")
    run = ends_stuck(LoopDriver([calls(one), calls(other)] * 10), 5)
    assert run.outcome.diff_id is not None


def test_both_calls_in_each_answer_end_the_run_too() -> None:
    ends_stuck(LoopDriver([calls(READ, LIST)] * 10), 3)


# ---- a window that is too small ----------------------------------------------------------------------------------


class ClosedWindow(FakeModel):
    """Reads so many requests and no more, however short they are."""

    reads = 0

    def stream(self, request: ModelRequest) -> Any:
        if len(self.requests) >= self.reads:
            self.requests.append(request)
            raise ModelContextExceeded("the conversation is too long for the model")
        return super().stream(request)


@pytest.mark.parametrize("reads", [0, 1, 3])
def test_a_window_that_stays_too_small_is_tried_ever_shorter_and_then_the_run_ends(reads: int) -> None:
    loop = LoopDriver([])
    loop.model = ClosedWindow([calls(write(f"export const a = {number}\n")) for number in range(10)])
    loop.model.reads = reads
    run = loop.play()
    assert (run.status, run.outcome.failure_code, run.memory.packing) == ("failed", "MODEL_UNAVAILABLE", "smallest")
    assert reads + 2 < len(loop.model.requests) < reads + 8 and run.usage.model_calls == reads
    assert loop.kinds(run).count("data-retry") == len(loop.model.requests) - reads
    assert "too long for the model" in (run.outcome.summary or "") and (run.outcome.diff_id is not None) == (reads > 0)


# ---- what is a circle --------------------------------------------------------------------------------------------


def step(name: str) -> Step:
    """A call whose name says all: upper case failed."""
    status = "failed" if name.isupper() else "completed"
    return Step(call_id="c", tool=name.lower(), status=status, arguments="{}", output="same")


@pytest.mark.parametrize(
    ("made", "found"),
    [
        ("aaa", "a"), ("aa", None), ("baaa", "a"), ("aaab", None), ("AAA", "a"), ("aAa", None), ("abab", "ab"),
        ("cabab", "ab"), ("ababc", None), ("aab", None), ("abba", None), ("abcabc", None), ("abcabcabc", "abc"),
        ("abcdabcd", None), ("aBaB", "ab"), ("", None),
    ],
)  # fmt: skip
def test_a_circle_is_the_end_of_the_calls_going_round(made: str, found: str | None) -> None:
    round_ = circle([step(name) for name in made])
    assert (None if round_ is None else "".join(each.tool for each in round_)) == found


def test_a_call_that_fails_in_new_words_is_the_same() -> None:
    steps = [step("A").model_copy(update={"output": f"at {number}"}) for number in range(3)]
    assert circle(steps) is not None
    assert circle([each.model_copy(update={"status": StepStatus.COMPLETED}) for each in steps]) is None


def test_what_waits_for_a_person_is_not_counted() -> None:
    waiting = step("a").model_copy(update={"status": StepStatus.NEEDS_APPROVAL})
    assert circle([step("a"), waiting, step("a"), waiting]) is None


@given(st.lists(st.sampled_from("abC"), max_size=30), st.lists(st.sampled_from("defG"), min_size=1, max_size=3))
def test_new_calls_are_never_a_circle_and_three_rounds_always_are(before: list[str], round_: list[str]) -> None:
    assert circle([step(name) for name in [*before, "z"]]) is None
    assert circle([step(name) for name in [*before, *round_ * 3]]) is not None
