"""Answers that a model should not give: none breaks the run, none is passed on as it came, none is believed."""

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.fakes.model import Call, Reply, calls, say
from devkit.loop import LoopDriver, outputs
from shared.domain.agent.model_messages import ToolCall, ToolOutput
from shared.domain.runs.broken_off import OpenParts
from shared.domain.runs.chunks import ToolInputStart
from shared.domain.runs.run import Run
from shared.services.agent.tools.run_tools import MOST_CALLS
from tests.support.depth import depth, sampled

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})

_NOWHERE = {"old": "it is nowhere", "new": "x", "replace_all": None}


def write(path: str = "src/note.ts", content: str = "export {}\n", call_id: str | None = None) -> Call:
    return Call(name="write_file", arguments={"path": path, "content": content}, call_id=call_id)


def check_stream(loop: LoopDriver, run: Run) -> None:
    """Every call once, answered; every part closed; everything can be sent."""
    events = loop.world.events.read(run.tenant_id, run.id, limit=100_000)
    started = [event.chunk.tool_call_id for event in events if isinstance(event.chunk, ToolInputStart)]
    assert len(started) == len(set(started))
    assert OpenParts(event.chunk for event in events).closings("open") == []
    for event in events:
        json.dumps(event.wire(), ensure_ascii=False, allow_nan=False).encode()


def test_an_empty_answer_after_edits_is_no_end_of_the_work() -> None:
    loop, run = LoopDriver.played([calls(write()), Reply(text=(" \n",)), calls(FINISH)])
    assert (run.status, run.outcome.summary, len(loop.model.requests)) == ("completed", "Done.", 3)


def test_words_cut_at_their_longest_are_no_answer() -> None:
    loop, run = LoopDriver.played([say("I will now", finish="length"), calls(FINISH)])
    assert (run.outcome.summary, len(loop.model.requests)) == ("Done.", 2)


def test_a_withheld_answer_fails_honestly() -> None:
    run = LoopDriver([Reply(finish="content_filter")]).play()
    assert (run.status, run.outcome.failure_code) == ("failed", "MODEL_UNAVAILABLE")
    assert "content filter" in (run.outcome.summary or "")


def test_an_answer_whose_edit_was_refused_is_not_finished() -> None:
    refused = Call(name="edit_file", arguments={"path": "src/none.ts", "edits": []})
    loop, run = LoopDriver.played([calls(write(), refused, FINISH), calls(FINISH)])
    assert run.status == "completed" and len(loop.model.requests) == 2
    assert "Not finished: edit_file" in outputs(loop)[-1]
    check_stream(loop, run)


def test_refused_edits_are_counted_over_iterations() -> None:
    refused = Call(name="edit_file", arguments={"path": "src/App.tsx", "edits": [_NOWHERE]})
    loop, run = LoopDriver.played([calls(refused), calls(write()), calls(refused), calls(FINISH)])
    assert run.status == "completed"
    assert ["use write_file" in text for text in outputs(loop)] == [False, False, True]


def test_finish_and_build_in_one_answer_is_one_build() -> None:
    loop, run = LoopDriver.played([calls(write(), Call(name="build_project_worker"), FINISH)])
    assert run.status == "completed"
    assert loop.kinds(run).count("data-build") == 2  # queued, succeeded
    check_stream(loop, run)


def test_calls_behind_finish_are_part_of_the_work_and_a_second_finish_is_refused() -> None:
    loop = LoopDriver([calls(FINISH, write(), FINISH.model_copy(update={"arguments": {"summary": "Other."}}))])
    run = loop.play()
    assert (run.status, run.outcome.summary) == ("completed", "Done.")
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
    assert "src/note.ts" in loop.world.snapshots.get(run.tenant_id, run.app_id, revision.tree)
    check_stream(loop, run)


def test_two_hundred_files_in_one_answer_are_written() -> None:
    loop, run = LoopDriver.played([calls(*(write(f"src/f{n}.ts") for n in range(200)), FINISH)])
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert run.status == "completed" and len([path for path in files if path.startswith("src/f")]) == 200


@sampled
def test_thousands_of_calls_in_one_answer_are_bounded_and_all_answered() -> None:
    many = depth(1_500, 10_000)
    loop = LoopDriver([calls(*(Call(name="list_files", arguments="{}") for _ in range(many))), calls(FINISH)])
    run = loop.play(budget={"tokens": 400_000})
    steps = loop.world.runs.iterations(run.tenant_id, run.id)[0].steps
    assert [step.status for step in steps].count("completed") == MOST_CALLS and len(steps) == many
    check_stream(loop, run)


def test_an_answer_that_never_ends_is_stopped_and_counted() -> None:
    loop = LoopDriver([say(*["word " * 200] * 2_000)])
    run = loop.play(budget={"tokens": 20_000})
    assert (run.outcome.failure_code, run.usage.model_calls) == ("BUDGET_EXCEEDED", 1)
    assert 15_000 < run.usage.lost_tokens < 25_000 and (run.usage.lost_calls, run.usage.total_tokens) == (1, 0)
    check_stream(loop, run)


def test_an_answer_may_not_cost_more_than_is_left() -> None:
    dear = {"price": lambda model, usage: usage.output_tokens / 10_000}
    loop = LoopDriver([say(*["word " * 200] * 2_000)], ports_over=dear)
    run = loop.play(budget={"dollars": 1.0})
    assert run.outcome.failure_code == "BUDGET_EXCEEDED" and 0.9 < run.usage.counted_usd < 1.1


def test_cut_answers_are_paid_for_and_asked_for_again_only_within_the_caps() -> None:
    cut = Reply(text=("a" * 400, "b"), cut_after=1)
    loop = LoopDriver([cut] * 3)
    run = loop.play(budget={"model_calls": 2})
    assert (run.outcome.failure_code, len(loop.model.requests)) == ("BUDGET_EXCEEDED", 2)
    assert run.usage.model_calls == 2 == run.usage.lost_calls
    assert run.usage.lost_tokens > 368 and (run.usage.prompt_tokens, run.usage.completion_tokens) == (0, 0)
    assert loop.model.requests[-1].tools == loop.model.requests[0].tools
    check_stream(loop, run)


def test_a_server_that_counts_backwards_earns_nothing() -> None:
    usage = {"input_tokens": -1_000_000, "output_tokens": -5, "cached_tokens": 9}
    run = LoopDriver([say("Hello.", usage=usage)]).play()
    assert (run.usage.total_tokens, run.usage.cached_tokens) == (0, 0)


@pytest.mark.parametrize(
    "ids", [("same", "same"), ("", ""), ("a b", "a\nb"), ("x" * 500, "\x00"), ("\ud800", "\ud800")]
)
def test_ids_that_cannot_be_used_are_replaced_everywhere(ids: tuple[str, str]) -> None:
    loop = LoopDriver([calls(write("src/a.ts", call_id=ids[0]), write("src/b.ts", call_id=ids[1])), calls(FINISH)])
    run = loop.play()
    items = loop.model.requests[-1].items
    made = [item.call_id for item in items if isinstance(item, ToolCall)]
    answered = [item.call_id for item in items if isinstance(item, ToolOutput)]
    assert made == answered and len(set(made)) == 2 and run.status == "completed"
    assert [text for text in outputs(loop)] == ["Done: src/a.ts.", "Done: src/b.ts."]
    check_stream(loop, run)


def test_a_server_that_numbers_its_calls_anew_in_every_answer_is_understood() -> None:
    loop = LoopDriver([calls(write(call_id="call_0")), calls(write("src/b.ts", call_id="call_0")), calls(FINISH)])
    run = loop.play()
    made = [item.call_id for item in loop.model.requests[-1].items if isinstance(item, ToolCall)]
    assert made[0] == "call_0" and len(set(made)) == 2
    check_stream(loop, run)


def test_the_id_of_a_call_that_was_cut_is_not_used_again() -> None:
    cut = calls(write(call_id="c1"), write("src/b.ts", call_id="c2")).model_copy(update={"cut_after": 1})
    loop = LoopDriver([cut, calls(write("src/c.ts")), calls(write("src/d.ts", call_id="c1")), calls(FINISH)])
    run = loop.play()
    assert run.status == "completed"
    check_stream(loop, run)


@pytest.mark.parametrize("name", ["", "rm -rf /", "a\x00b\n", "x" * 100_000, "\ud800", "write_file "])
def test_names_that_no_provider_takes_back_are_made_plain(name: str) -> None:
    loop, run = LoopDriver.played([calls(Call(name=name, arguments="{}", call_id="c1")), calls(FINISH)])
    sent = next(item for item in loop.model.requests[-1].items if isinstance(item, ToolCall))
    assert run.status == "completed" and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", sent.name)
    assert "There is no tool" in outputs(loop)[0] and len(outputs(loop)[0]) < 600
    check_stream(loop, run)


@pytest.mark.parametrize(
    "arguments",
    ["[" * 100_000, '{"path":' * 900 + "1" + "}" * 900, '{"path": "\\ud800"}', "NaN", '{"path": NaN}', "1" * 5_000,
     '{"path": "a", "path": "b"}', json.dumps({"path": "x" * 300_000}), "\ud800"],
    ids=["deep", "nested", "surrogate", "nan", "nan inside", "huge number", "twice", "long", "raw surrogate"],
)  # fmt: skip
def test_arguments_from_hell_come_back_to_the_model(arguments: str) -> None:
    loop, run = LoopDriver.played([calls(Call(name="read_file", arguments=arguments, call_id="c1")), calls(FINISH)])
    assert run.status == "completed" and len(outputs(loop)[0]) < 12_000
    check_stream(loop, run)


def test_a_megabyte_of_arguments_is_stopped_or_refused() -> None:
    loop, run = LoopDriver.played([calls(write(content="x" * 1_000_000), FINISH), calls(FINISH)])
    assert run.candidate_tree == run.base_tree
    check_stream(loop, run)


def test_halves_of_a_character_arrive_whole() -> None:
    loop, run = LoopDriver.played([say("Hi \ud83d", "\ude00 there", " \ud83d", "!", "\ude00")])
    text = "".join(chunk["delta"] for chunk in loop.chunks(run) if chunk["type"] == "text-delta")
    assert text == run.outcome.summary == "Hi \U0001f600 there \ufffd!\ufffd"


def test_a_summary_without_measure_is_shortened() -> None:
    loud = {"summary": "s" * 90_000, "rationale": "r" * 90_000, "assumptions": ["a" * 5_000] * 50}
    loop, run = LoopDriver.played([calls(write(), Call(name="finish", arguments=loud))])
    assert run.status == "completed" and len(run.model_dump_json()) < 30_000
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
    assert len(revision.message) <= 1_000


def test_a_compiler_that_is_down_is_not_the_models_fault() -> None:
    loop = LoopDriver([calls(write(), Call(name="compile_project")), calls(FINISH)] + [calls(FINISH)] * 5)
    loop.world.compiler.down = True
    run = loop.play()
    assert (run.status, run.outcome.failure_code) == ("failed", "STUCK")
    assert "no fault of the project" in outputs(loop)[1]
    check_stream(loop, run)


ANY = st.text(st.characters(codec=None), max_size=12)
NAMES = st.sampled_from(["write_file", "edit_file", "read_file", "finish", "build_project_worker", "compile_project"])
VALUES = st.none() | st.booleans() | st.integers() | ANY | st.lists(ANY, max_size=2)
CALLS = st.builds(
    Call,
    name=NAMES | ANY,
    arguments=st.dictionaries(st.sampled_from(["path", "content", "edits", "summary", "query"]) | ANY, VALUES).map(
        json.dumps
    )
    | ANY,
    call_id=st.none() | ANY | st.sampled_from(["c1", "c2"]),
)
REPLIES = st.builds(
    Reply,
    reasoning=st.lists(ANY, max_size=2).map(tuple),
    text=st.lists(ANY, max_size=3).map(tuple),
    calls=st.lists(CALLS, max_size=4).map(tuple),
    finish=st.none() | st.sampled_from(["stop", "tool_calls", "length", "content_filter"]),
    cut_after=st.none() | st.integers(0, 6),
    status=st.sampled_from([200] * 9 + [500, 429, 400]),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(REPLIES, max_size=6))
def test_whatever_a_model_answers_the_run_ends_and_its_stream_is_whole(replies: list[Any]) -> None:
    loop = LoopDriver([*replies, *[calls(FINISH)] * 30])
    run = loop.play(budget={"model_calls": 12})
    assert run.ended and run.events_archived
    assert loop.world.apps.get(run.tenant_id, run.app_id).active_run_id is None
    check_stream(loop, run)
