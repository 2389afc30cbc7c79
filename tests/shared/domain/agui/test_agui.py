"""Events as AG-UI events: every beginning has its end whatever was said, and each kind of event as AG-UI names it."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.agui.convert import Projection
from shared.domain.runs import chunks as said
from shared.domain.runs import data_chunks as ours
from shared.domain.runs.events import AnyChunk, Event
from shared.domain.runs.run_parts import RunUsage

AT = datetime(2026, 11, 22, tzinfo=UTC)
OPENED_BY = {
    "TEXT_MESSAGE_START": ("text", "messageId"),
    "REASONING_START": ("span", "messageId"),
    "REASONING_MESSAGE_START": ("thought", "messageId"),
    "TOOL_CALL_START": ("call", "toolCallId"),
    "STEP_STARTED": ("step", "stepName"),
}
WITHIN = {
    "TEXT_MESSAGE_CONTENT": ("text", "messageId"),
    "REASONING_MESSAGE_CONTENT": ("thought", "messageId"),
    "TOOL_CALL_ARGS": ("call", "toolCallId"),
}
CLOSED_BY = {
    "TEXT_MESSAGE_END": ("text", "messageId"),
    "REASONING_END": ("span", "messageId"),
    "REASONING_MESSAGE_END": ("thought", "messageId"),
    "TOOL_CALL_END": ("call", "toolCallId"),
    "STEP_FINISHED": ("step", "stepName"),
}
ENDS = {"RUN_FINISHED", "RUN_ERROR"}


def done(status: Any, **over: Any) -> ours.DataDone:
    usage = over.pop("usage", RunUsage())
    return ours.DataDone(data=ours.DoneData(status=status, run_id="run_1", turn_id="turn_1", usage=usage, **over))


def numbered(chunks: Sequence[AnyChunk], first: int = 1) -> list[Event]:
    return [
        Event(seq=seq, at=AT, request_id="req-1", stage="plan", chunk=chunk) for seq, chunk in enumerate(chunks, first)
    ]


def converted(*chunks: AnyChunk) -> list[dict[str, Any]]:
    projection = Projection("run_1", "conv_1")
    return [one for event in numbered(chunks) for one in projection.read(event)]


def kinds(*chunks: AnyChunk) -> list[str]:
    return [one["type"] for one in converted(*chunks)]


def open_parts(events: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """What is open at the end; an assertion fails where an event is out of its place."""
    opened: set[tuple[str, str]] = set()
    running = False
    for event in events:
        kind = event["type"]
        assert running != (kind == "RUN_STARTED"), f"{kind} while running={running}"
        running = kind not in ENDS
        if kind in OPENED_BY:
            part = (OPENED_BY[kind][0], event[OPENED_BY[kind][1]])
            assert part not in opened, f"{part} is open"
            opened.add(part)
        elif kind in WITHIN:
            assert (WITHIN[kind][0], event[WITHIN[kind][1]]) in opened
        elif kind in CLOSED_BY:
            opened.remove((CLOSED_BY[kind][0], event[CLOSED_BY[kind][1]]))
        assert not (kind in ENDS and opened), f"{kind} while {opened} are open"
    return opened


NAMES = st.sampled_from(["a", "b"])
WORDS = st.sampled_from(["", "x", "\u2028", "{}"])
STATUS = st.sampled_from(["completed", "cancelled", "failed", "interrupted", "awaiting_approval"])
CHUNKS: st.SearchStrategy[AnyChunk] = st.one_of(
    st.builds(said.Start, message_id=NAMES),
    st.builds(said.StartStep),
    st.builds(said.FinishStep),
    st.builds(said.TextStart, id=NAMES),
    st.builds(said.TextDelta, id=NAMES, delta=WORDS),
    st.builds(said.TextEnd, id=NAMES),
    st.builds(said.ReasoningStart, id=NAMES),
    st.builds(said.ReasoningDelta, id=NAMES, delta=WORDS),
    st.builds(said.ReasoningEnd, id=NAMES),
    st.builds(said.ToolInputStart, tool_call_id=NAMES, tool_name=NAMES),
    st.builds(said.ToolInputDelta, tool_call_id=NAMES, input_text_delta=WORDS),
    st.builds(said.ToolInputAvailable, tool_call_id=NAMES, tool_name=NAMES, input=WORDS),
    st.builds(said.ToolOutputAvailable, tool_call_id=NAMES, output=WORDS),
    st.builds(said.ToolOutputError, tool_call_id=NAMES, error_text=WORDS),
    st.builds(said.ToolApprovalRequest, tool_call_id=NAMES, approval_id=NAMES),
    st.builds(said.ErrorChunk, error_text=WORDS),
    st.builds(said.Abort),
    st.builds(said.Finish),
    st.builds(done, STATUS),
    st.builds(
        lambda state: ours.DataState(data=ours.StateData(state=state)), st.dictionaries(NAMES, st.integers(0, 2))
    ),
)


@given(st.lists(CHUNKS, max_size=40))
def test_whatever_was_said_every_beginning_has_its_end(chunks: list[AnyChunk]) -> None:
    assert open_parts(converted(*chunks, said.Finish())) == set()


@given(st.lists(CHUNKS, max_size=40), st.data())
def test_read_on_from_any_event_it_is_the_same(chunks: list[AnyChunk], data: st.DataObject) -> None:
    events = numbered(chunks)
    whole = Projection("run_1", "conv_1")
    each = [whole.read(event) for event in events]
    cut = data.draw(st.integers(0, len(events)))
    rest = Projection("run_1", "conv_1", events[:cut])
    assert [rest.read(event) for event in events[cut:]] == each[cut:]


@given(st.lists(st.dictionaries(st.sampled_from(["a", "b/c", "~d"]), st.sampled_from([0, 1, True, None, [1]]))))
def test_the_state_patched_is_the_state_said(states: list[dict[str, Any]]) -> None:
    known: dict[str, Any] = {}
    for number, state in enumerate(states):
        events = converted(*(ours.DataState(data=ours.StateData(state=one)) for one in states[: number + 1]))
        known = {}
        for event in events[1:]:
            known = patched(known, event)
        assert json.dumps(known, sort_keys=True) == json.dumps(state, sort_keys=True)


def patched(known: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
    if event["type"] == "STATE_SNAPSHOT":
        return dict(event["snapshot"])
    for change in event["delta"]:
        name = change["path"][1:].replace("~1", "/").replace("~0", "~")
        assert (change["op"] == "add") == (name not in known)
        if change["op"] == "remove":
            del known[name]
        else:
            known[name] = change["value"]
    return known


def test_words_and_thoughts_are_messages_of_this_run() -> None:
    chunks = (
        said.Start(message_id="turn_1"),
        said.ReasoningStart(id="r"),
        said.ReasoningDelta(id="r", delta="hm"),
        said.ReasoningEnd(id="r"),
        said.TextStart(id="t"),
        said.TextDelta(id="t", delta="Hi"),
        said.TextDelta(id="t", delta=""),
        said.TextEnd(id="t"),
    )
    first, *rest = converted(*chunks)
    assert (first["type"], first["threadId"], first["runId"], first["protocolVersion"]) == (
        "RUN_STARTED", "conv_1", "run_1", "1.0",
    )  # fmt: skip
    assert [(one["type"], one["messageId"], one.get("delta")) for one in rest] == [
        ("REASONING_START", "run_1:r", None),
        ("REASONING_MESSAGE_START", "run_1:r", None),
        ("REASONING_MESSAGE_CONTENT", "run_1:r", "hm"),
        ("REASONING_MESSAGE_END", "run_1:r", None),
        ("REASONING_END", "run_1:r", None),
        ("TEXT_MESSAGE_START", "run_1:t", None),
        ("TEXT_MESSAGE_CONTENT", "run_1:t", "Hi"),
        ("TEXT_MESSAGE_END", "run_1:t", None),
    ]


def test_a_calls_arguments_are_told_once_streamed_or_not() -> None:
    streamed = converted(
        said.ToolInputStart(tool_call_id="c", tool_name="grep"),
        said.ToolInputDelta(tool_call_id="c", input_text_delta='{"a":'),
        said.ToolInputDelta(tool_call_id="c", input_text_delta="1}"),
        said.ToolInputAvailable(tool_call_id="c", tool_name="grep", input={"a": 1}),
        said.ToolOutputAvailable(tool_call_id="c", output={"text": "é"}),
    )[1:]
    at_once = converted(
        said.ToolInputAvailable(tool_call_id="c", tool_name="grep", input={"a": 1}),
        said.ToolOutputError(tool_call_id="c", error_text="no"),
    )[1:]
    for events in (streamed, at_once):
        assert "".join(one["delta"] for one in events if one["type"] == "TOOL_CALL_ARGS") == '{"a":1}'
        assert {one["toolCallId"] for one in events} == {"run_1:c"}
    assert streamed[-1]["content"] == '{"text":"é"}' and "metadata" not in streamed[-1]
    assert (at_once[-1]["content"], at_once[-1]["metadata"]) == ("no", {"is_error": True})


def test_a_call_under_the_id_of_an_earlier_one_has_its_own_arguments() -> None:
    one = said.ToolInputAvailable(tool_call_id="c", tool_name="grep", input={"a": 1})
    deltas = [event["delta"] for event in converted(one, one) if event["type"] == "TOOL_CALL_ARGS"]
    assert deltas == ['{"a":1}'] * 2


def test_each_segment_begins_with_the_whole_state() -> None:
    state = ours.DataState(data=ours.StateData(state={"a": 1}))
    waits = (done("awaiting_approval"), said.Finish())
    assert [kind for kind in kinds(state, *waits, state, state) if kind.startswith("STATE")] == ["STATE_SNAPSHOT"] * 2


def test_a_segment_that_waits_ends_with_an_interrupt_for_each_call_that_does() -> None:
    ask = [said.ToolApprovalRequest(approval_id=f"run_1:{name}", tool_call_id=name) for name in "ab"]
    usage = RunUsage(prompt_tokens=5, completion_tokens=2, total_tokens=7, model="m")
    first = converted(*ask, done("awaiting_approval", usage=usage), said.Finish())
    assert first[-1]["outcome"]["type"] == "interrupt"
    assert [(one["id"], one["toolCallId"], one["metadata"]) for one in first[-1]["outcome"]["interrupts"]] == [
        ("run_1:a", "run_1:a", {"step_id": "a"}),
        ("run_1:b", "run_1:b", {"step_id": "b"}),
    ]
    answered = said.ToolOutputAvailable(tool_call_id="a", output="ok")
    more = usage.model_copy(update={"prompt_tokens": 9, "total_tokens": 11})
    again = converted(
        *ask, done("awaiting_approval", usage=usage), said.Finish(),
        answered, done("awaiting_approval", usage=more), said.Finish(),
    )  # fmt: skip
    assert [one["id"] for one in again[-1]["outcome"]["interrupts"]] == ["run_1:b"]
    assert again[-1]["usage"] == [
        {"model": "m", "inputTokens": 4, "outputTokens": 0, "totalTokens": 4, "cachedInputTokens": 0}
    ]


def test_the_end_is_told_as_what_it_was() -> None:
    good = converted(done("completed", revision_id="rev_1"), said.Finish())[-1]
    assert (good["type"], good["outcome"]) == ("RUN_FINISHED", {"type": "success"})
    assert good["result"]["revision_id"] == "rev_1"
    stopped = converted(said.Abort(), done("cancelled"), said.Finish())[-1]
    assert (stopped["outcome"], "result" in stopped) == ({"type": "cancelled"}, False)
    assert converted(said.Abort(), said.Finish())[-1]["outcome"] == {"type": "cancelled"}
    failed = converted(
        said.ErrorChunk(error_text="E: s"), done("failed", failure_code="E", summary="s"), said.Finish()
    )[-1]
    assert (failed["type"], failed["code"], failed["message"]) == ("RUN_ERROR", "E", "s")


def test_what_ag_ui_has_no_word_for_is_custom_with_its_data() -> None:
    stage = ours.DataStage(data=ours.StageData(stage="plan"))
    ask = said.ToolApprovalRequest(approval_id="run_1:c", tool_call_id="c")
    assert [(one["name"], one["value"]) for one in converted(stage, ask)[1:]] == [
        ("data-stage", {"stage": "plan", "message": ""}),
        ("tool-approval-request", {"approvalId": "run_1:c", "toolCallId": "c"}),
    ]
    assert kinds(stage, done("completed"), said.Finish()) == ["RUN_STARTED", "CUSTOM", "CUSTOM", "RUN_FINISHED"]


def test_steps_have_names_of_their_own_and_nothing_stays_open() -> None:
    events = converted(said.StartStep(), said.StartStep(), said.TextStart(id="t"), said.FinishStep(), said.Finish())
    assert [one.get("stepName", one["type"]) for one in events] == [
        "RUN_STARTED", "step 1", "step 1", "step 2", "TEXT_MESSAGE_START", "step 2", "TEXT_MESSAGE_END", "RUN_FINISHED",
    ]  # fmt: skip
