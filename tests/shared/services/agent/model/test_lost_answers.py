"""Answers that do not come to their end: cut, silent, dripping, cancelled. What was whole is used, all is counted."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, FakeModel, Reply, calls, say
from devkit.loop import LoopDriver
from devkit.scripted_model.server import ScriptedModel, start_scripted
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.adapters.system_clock import SystemClock
from shared.domain.agent.model_errors import ModelSilent, ModelTruncated
from shared.domain.agent.model_messages import (
    ModelEvent,
    ModelRequest,
    Retrying,
    ToolCallDelta,
    ToolCallStart,
    ToolOutput,
    Usage,
    UserMessage,
    Waiting,
)
from shared.domain.runs.run import Run
from shared.domain.spending.models import ModelEntry, Models
from tests.shared.services.agent.model.test_hostile_answers import check_stream

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
WIRES = ["chat", "responses"]
ROUNDS = 200
OnWire = Callable[..., LoopDriver]


def write(path: str, content: str = "export {}\n") -> Call:
    return Call(name="write_file", arguments={"path": path, "content": content})


def files_of(loop: LoopDriver, run: Run) -> set[str]:
    return set(loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree))


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedModel]:
    with start_scripted() as running:
        yield running


@pytest.fixture
def scripted(server: ScriptedModel) -> Iterator[ScriptedModel]:
    server.script.reset()
    yield server
    server.script.reset()


@pytest.fixture
def on_wire(scripted: ScriptedModel) -> Iterator[Callable[..., LoopDriver]]:
    """Loops whose model is the real client against the scripted server, in real time."""
    made: list[OpenAIModel] = []

    def driver(wire: Any = "chat", **ports: Any) -> LoopDriver:
        loop = LoopDriver([], ports_over={"clock": SystemClock(), **ports})
        made.append(OpenAIModel(ModelSettings(base_url=scripted.url, wire=wire), RetryPolicy(2, base=0.01)))
        loop.model = made[-1]  # type: ignore[assignment]  # another model
        return loop

    yield driver
    for model in made:
        model.close()


# ---- cut ---------------------------------------------------------------------------------------------------------


def cut_after(chunks: int, *made: Call) -> Reply:
    return calls(*made).model_copy(update={"cut_after": chunks})


def test_calls_that_came_through_whole_are_run_and_the_rest_is_told() -> None:
    long = write("src/c.ts", "export const c = 1\n" * 40)
    loop, run = LoopDriver.played([cut_after(3, write("src/a.ts"), write("src/b.ts"), long), calls(FINISH)])
    assert run.status == "completed" and len(loop.model.requests) == 2
    assert {"src/a.ts", "src/b.ts"} <= files_of(loop, run) and "src/c.ts" not in files_of(loop, run)
    items = loop.model.requests[1].items
    assert [type(item) for item in items[-3:]] == [ToolOutput, ToolOutput, UserMessage]
    assert "was cut" in items[-1].content  # type: ignore[union-attr]  # the type is looked at above
    assert (run.usage.lost_calls, run.usage.model_calls) == (1, 2) and run.usage.lost_tokens > 0
    check_stream(loop, run)


def test_only_what_comes_before_the_first_half_call_is_used() -> None:
    """Changes build on each other: none is made out of its turn."""

    class Interleaved(FakeModel):
        def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
            if self.requests:
                yield from super().stream(request)
                return
            self.requests.append(request)
            for name, spelled in (("a", write("src/a.ts").arguments_text), ("b", '{"path'), ("c", "{}")):
                yield ToolCallStart(call_id=name, name="write_file")
                yield ToolCallDelta(call_id=name, delta=spelled)
            raise ModelTruncated("the answer stopped in the middle")

    loop = LoopDriver([])
    loop.model = Interleaved([calls(FINISH)])
    run = loop.play()
    made = [step.tool for step in loop.world.runs.iterations(run.tenant_id, run.id)[0].steps]
    assert made == ["write_file"] and "src/a.ts" in files_of(loop, run)
    check_stream(loop, run)


def test_a_cut_behind_a_whole_finish_is_the_end_of_the_work() -> None:
    after = Call(name="read_file", arguments={"path": "x" * 900})
    run = (loop := LoopDriver([cut_after(3, write("src/a.ts"), FINISH, after)])).play()
    assert (run.status, run.outcome.summary, len(loop.model.requests)) == ("completed", "Done.", 1)


def test_a_cut_behind_a_worker_call_is_told_after_its_result() -> None:
    build, after = Call(name="build_project_worker"), Call(name="read_file", arguments={"path": "x" * 900})
    loop, run = LoopDriver.played([cut_after(3, write("src/a.ts"), build, after), calls(FINISH)])
    items = loop.model.requests[1].items
    assert run.status == "completed" and isinstance(items[-2], ToolOutput) and "succeeded" in items[-2].output
    assert isinstance(items[-1], UserMessage) and "was cut" in items[-1].content


def test_calls_of_an_answer_that_grew_too_long_are_kept_at_the_cap() -> None:
    priced = {"price": lambda model, usage: usage.output_tokens / 100_000}
    endless = calls(
        write("src/a.ts"), Call(name="write_file", arguments='{"path": "src/b.ts", "content": "' + "x" * 900_000)
    )
    loop = LoopDriver([endless], ports_over=priced)
    run = loop.play(budget={"dollars": 0.5})
    assert run.status == "completed" and "src/a.ts" in files_of(loop, run)
    assert (run.outcome.summary or "").startswith("Stopped at the cap; this works") and run.usage.counted_usd < 0.6
    check_stream(loop, run)


@pytest.mark.parametrize("wire", WIRES)
def test_on_the_wire_whole_calls_survive_a_dropped_connection(
    scripted: ScriptedModel, on_wire: OnWire, wire: str
) -> None:
    long = write("src/c.ts", "export const c = 1\n" * 40)
    cut = cut_after(2, write("src/a.ts"), long)
    scripted.script.push(cut, calls(FINISH))
    loop = on_wire(wire)
    run = loop.play()
    assert (run.status, run.usage.lost_calls) == ("completed", 1) and "src/a.ts" in files_of(loop, run)
    check_stream(loop, run)


# ---- silent ------------------------------------------------------------------------------------------------------


class Silent(FakeModel):
    """Its first attempts are read and never answered."""

    def __init__(self, replies: list[Reply], silent: int, *, for_good: bool = False) -> None:
        super().__init__(replies)
        self._silent, self._for_good = silent, for_good

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
        for attempt in range(2, 2 + self._silent):
            yield Retrying(attempt=attempt, reason="nothing came for 300 s", wait_seconds=0, lost=True)
        self._silent = 0
        if self._for_good:
            raise ModelSilent("nothing came for 300 s")
        yield from super().stream(request)


def by_input(model: str, usage: Usage) -> float:
    return usage.input_tokens / 1_000_000


def test_attempts_that_were_never_answered_are_counted() -> None:
    loop = LoopDriver([], ports_over={"price": by_input})
    loop.model = Silent([calls(write("src/a.ts"), FINISH)], 2)
    run = loop.play()
    assert (run.status, run.usage.model_calls, run.usage.lost_calls) == ("completed", 3, 2)
    assert run.usage.lost_tokens > 2_000 and run.usage.counted_usd > 0.002
    counts = loop.world.spending.runs(run.tenant_id, run.app_id, run.id, run.id, limit=1).items[0].counts
    assert counts.input_tokens == run.usage.prompt_tokens + run.usage.lost_tokens


def test_a_call_that_is_never_answered_fails_honestly_and_is_in_usage() -> None:
    loop = LoopDriver([])
    loop.model = Silent([], 1, for_good=True)
    run = loop.play()
    assert (run.status, run.outcome.failure_code) == ("failed", "MODEL_UNAVAILABLE")
    assert "did not answer" in (run.outcome.summary or "") and "reached" not in (run.outcome.summary or "")
    assert (run.usage.model_calls, run.usage.lost_calls) == (2, 2)


def test_the_first_word_is_waited_for_as_the_models_entry_says() -> None:
    listed = Models([ModelEntry(name="fake", first_token_seconds=450)])
    for models, seconds in ((listed, 450), (Models(), 300)):
        loop = LoopDriver([calls(FINISH)], ports_over={"models": models})
        loop.play()
        request = loop.model.requests[0]
        assert (request.first_token_seconds, request.silence_seconds) == (
            seconds,
            120,
        ) and request.timeout_seconds > 300


# ---- dripping ----------------------------------------------------------------------------------------------------


def test_an_answer_that_drips_for_ever_ends_with_the_runs_time_and_its_work_is_kept(
    scripted: ScriptedModel, on_wire: OnWire
) -> None:
    scripted.script.push(calls(write("src/a.ts")), say(*["drop "] * 4_000, delay=0.05))
    loop = on_wire()
    began = time.monotonic()
    run = loop.play(budget={"seconds": 12})
    assert time.monotonic() - began < 60
    assert (run.status, run.outcome.failure_code) == ("completed", None) and run.outcome.revision_id is not None
    assert (run.outcome.summary or "").startswith("Stopped at the cap; this works") and "12 seconds" in (
        run.outcome.stopped or ""
    )
    assert run.usage.lost_calls == 1 and run.outcome.stopped_by == "seconds"


def dripping(*made: Call) -> Reply:
    """Whole calls, then one whose end does not come."""
    endless = Call(name="write_file", arguments='{"path": "src/z.ts", "content": "' + "drop " * 4_000)
    return calls(*made, endless).model_copy(update={"delay": 0.05})


@pytest.mark.parametrize("wire", WIRES)
def test_calls_that_came_through_before_a_steps_time_ended_are_run_and_the_next_step_goes_on(
    scripted: ScriptedModel, on_wire: OnWire, wire: str
) -> None:
    scripted.script.push(dripping(write("src/a.ts")), calls(FINISH))
    loop = on_wire(wire, step_seconds=2)
    run = loop.play()
    assert (run.status, run.outcome.stopped, run.usage.lost_calls) == ("completed", None, 1)
    assert "src/a.ts" in files_of(loop, run)
    check_stream(loop, run)


def test_an_answer_without_a_whole_call_when_its_steps_time_ends_is_asked_for_again_in_the_next(
    scripted: ScriptedModel, on_wire: OnWire
) -> None:
    scripted.script.push(calls(write("src/a.ts")), dripping(), calls(write("src/b.ts"), FINISH))
    loop = on_wire(step_seconds=2)
    run = loop.play()
    assert (run.status, run.outcome.stopped) == ("completed", None) and {"src/a.ts", "src/b.ts"} <= files_of(loop, run)
    steps = loop.world.runs.iterations(run.tenant_id, run.id)
    assert [step.number for step in steps] == [0, 1, 2, 3]  # the last takes in the build
    assert "short calls still go together" in str(steps[1].items[-1])
    assert "took longer" in str(steps[1].items[-1]) and run.usage.lost_calls == 1
    check_stream(loop, run)


def test_a_run_whose_answers_always_outlast_their_step_is_stopped_as_at_a_cap(
    scripted: ScriptedModel, on_wire: OnWire
) -> None:
    scripted.script.push(calls(write("src/a.ts")), dripping(), dripping(), dripping(), calls(FINISH))
    loop = on_wire(step_seconds=2)
    run = loop.play()
    assert (run.status, run.outcome.failure_code) == ("completed", None) and run.outcome.revision_id is not None
    assert "3 answers of the model took longer than 2 seconds" in (run.outcome.stopped or "")
    assert run.usage.lost_calls == 3 and run.outcome.stopped_by == "answers"
    check_stream(loop, run)


# ---- cancelled ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    "silent",
    [say("late", first_delay=90), say("a", "b", stall_after=1, stall_seconds=90), Reply(status=429, retry_after="60")],
    ids=["before the first word", "in the middle", "rate limited"],
)
def test_a_cancel_is_noticed_while_the_model_says_nothing(
    scripted: ScriptedModel, on_wire: OnWire, wire: str, silent: Reply
) -> None:
    scripted.script.push(silent)
    loop = on_wire(wire)
    run = loop.start()
    ended: list[Run] = []
    thread = threading.Thread(target=lambda: ended.append(loop.follow(run)))
    thread.start()
    for _ in range(ROUNDS):
        if scripted.script.requests:
            break
        time.sleep(0.05)
    time.sleep(1)
    loop.world.runs.request_cancel(run.tenant_id, run.id)
    asked = time.monotonic()
    thread.join(60)
    assert time.monotonic() - asked < 4, "two seconds, and as much again for a machine under load"
    assert (ended[0].status, ended[0].outcome.failure_code) == ("aborted", "CANCELLED")


def test_a_cancel_and_the_stage_show_at_once_while_the_model_is_asked() -> None:
    looked: list[dict[str, Any]] = []

    class Asked(FakeModel):
        """While it is asked, somebody looks, cancels, and looks again."""

        def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
            yield Waiting()
            while (shown := api.client.get(f"/runs/{run.id}").json())["stage"] == "queued":
                time.sleep(0.01)
            looked.append(shown)
            looked.append(api.client.post(f"/admin/apps/{run.app_id}/builder/chat/{run.id}/cancel").json())
            looked.append(api.client.get(f"/runs/{run.id}").json())
            looked.extend(api.client.get(f"/projects/{run.app_id}/runs").json()["items"])
            while True:
                yield Waiting()

    loop = LoopDriver([])
    api = Api(loop.world)
    loop.model = Asked()
    run = loop.start()
    ended = loop.follow(run)
    before, _, *after = looked
    assert (before["stage"], before["cancel_requested"]) == ("plan", False)
    assert [(one["stage"], one["cancel_requested"]) for one in after] == [("plan", True)] * 2
    assert (ended.status, ended.cancel_requested) == ("aborted", True)
    shown = api.client.get(f"/runs/{run.id}").json()
    assert (shown["status"], shown["cancel_requested"], shown["stage"]) == ("cancelled", True, "done")
