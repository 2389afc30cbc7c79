"""A run at its caps: it is told in time, has a last call, and keeps what works; nothing it did is lost."""

from itertools import pairwise
from typing import Any

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, Reply, calls, say
from devkit.fakes.tool_calls import write
from devkit.loop import BUILD_ERROR, LoopDriver
from local.openai_server.reply import Tokens
from shared.domain.agent.model_messages import ModelRequest, Usage, UserMessage
from shared.domain.builds.build_status import BuildStatus
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.run import Run
from shared.domain.runs.steps import LoopState
from shared.domain.switches import Switches
from shared.services.agent.run_iteration import run_iteration
from shared.services.builds.build_errors import WORKER_LOST

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
LOOK = Call(name="list_files", arguments={})
KEPT = "Stopped at the cap; this works"
DIMES = {"price": lambda model, usage: 0.1 if usage.output_tokens else 0.0}


def costing(reply: Reply, asked: int, said: int = 5) -> Reply:
    return reply.model_copy(update={"usage": Tokens(input_tokens=asked, output_tokens=said)})


def notes(request: ModelRequest) -> list[str]:
    said = (item.content for item in request.items if isinstance(item, UserMessage))
    return [words for words in said if words.startswith(("<left>", "This is the last call"))]


def draft_of(loop: LoopDriver, run: Run) -> str | None:
    return loop.world.apps.get(run.tenant_id, run.app_id).draft_revision_id


def looks(count: int) -> list[Reply]:
    """Calls that differ, so that they are no circle."""
    return [calls(Call(name="search_code", arguments={"query": f"word{n}", "glob": None})) for n in range(count)]


# ---- what is left ------------------------------------------------------------------------------------------------


def test_what_is_left_is_told_from_60_percent_of_any_cap_on() -> None:
    loop = LoopDriver([*looks(9), calls(FINISH)])
    loop.play(budget={"model_calls": 10, "dollars": 1})
    found = [notes(request) for request in loop.model.requests]
    assert [len(each) for each in found] == [0, 0, 0, 0, 0, 0, 1, 2, 3, 4]
    assert "4 of 10 model calls" in found[6][-1] and "$0.99 of $1.00" in found[6][-1] and "seconds" in found[6][-1]
    assert "last call" in found[9][-1]


def test_a_model_without_a_price_is_told_of_no_dollars() -> None:
    loop = LoopDriver([*looks(4), calls(FINISH)], ports_over={"price": lambda model, usage: None})
    loop.play(budget={"model_calls": 6})
    assert "$" not in notes(loop.model.requests[-1])[-1] and "tokens" in notes(loop.model.requests[-1])[-1]


def test_notes_and_the_last_call_leave_the_prefix_and_the_tools_as_they_were() -> None:
    loop = LoopDriver([*looks(4), calls(FINISH)])
    loop.play(budget={"model_calls": 5})
    requests = loop.model.requests
    assert all((one.tools, one.instructions) == (requests[0].tools, requests[0].instructions) for one in requests)
    for before, after in pairwise(requests):
        assert after.items[: len(before.items)] == before.items
    assert {request.tool_choice for request in requests} == {"auto"}


# ---- the last call -----------------------------------------------------------------------------------------------

LAST = {
    "calls": ({"model_calls": 2}, {}),
    "tokens": ({"tokens": 80_000}, {}),
    "dollars": ({"dollars": 0.35}, {"price": lambda model, usage: 0.1}),
}


@pytest.mark.parametrize("cap", LAST)
def test_before_each_cap_there_is_a_last_call_that_can_finish(cap: str) -> None:
    budget, over = LAST[cap]
    first = costing(calls(write()), 20_000, 10_000) if cap == "tokens" else calls(write())
    middle = [] if cap == "calls" else [costing(looks(1)[0], 20_000, 10_000)]
    loop = LoopDriver([first, *middle, calls(FINISH)], ports_over=over)
    run = loop.play(budget=budget)
    assert ["last call" in " ".join(notes(request)) for request in loop.model.requests][-1]
    assert (run.status, run.outcome.summary, run.outcome.stopped) == ("completed", "Done.", None)
    assert run.outcome.revision_id is not None and loop.model.requests[-1].tools == loop.model.requests[0].tools


def test_time_announces_the_last_call_too() -> None:
    loop = LoopDriver([calls(write()), calls(FINISH)])
    loop.before_iteration = lambda number, run: loop.world.clock.advance(number * 400)
    run = loop.play(budget={"seconds": 900})
    assert "last call" in notes(loop.model.requests[1])[-1] and run.outcome.summary == "Done."


def test_the_last_call_may_edit_and_finish_and_all_else_is_refused_in_words() -> None:
    loop = LoopDriver([calls(write(), LOOK), calls(LOOK, write("export const b = 2\n", "src/b.ts"), FINISH)])
    run = loop.play(budget={"model_calls": 2})
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    steps = loop.world.runs.iterations(run.tenant_id, run.id)[1].steps
    assert (run.status, run.outcome.summary) == ("completed", "Done.") and "src/b.ts" in files
    assert steps[0].status == "skipped" and "last call" in steps[0].output


def test_an_edit_of_the_last_call_never_goes_round_a_person() -> None:
    loop = LoopDriver([*looks(1), calls(write(), FINISH)])
    run = loop.play(autonomy="suggest", budget={"model_calls": 2})
    assert run.candidate_tree == run.base_tree and run.outcome.revision_id is None and run.waiting.held == []


# ---- at the cap --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("built", [False, True])
def test_work_that_passes_the_gates_is_kept_at_the_cap(built: bool) -> None:
    build = Call(name="build_project_worker")
    loop = LoopDriver([calls(write(), *([build] if built else [])), calls(LOOK)], ports_over=DIMES)
    run = loop.play(budget={"dollars": 0.25})
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
    assert (run.status, run.outcome.failure_code, draft_of(loop, run)) == ("completed", None, revision.id)
    assert revision.message.startswith(KEPT) and revision.build_status == "succeeded"
    assert (run.outcome.summary or "").startswith(KEPT) and run.outcome.diff_id is None
    for words in ("$0.20 counted", "the next call may cost up to $0.10", "the cap is $0.25"):
        assert words in (run.outcome.summary or "") and words in (run.outcome.stopped or "")
    turn = loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    (done,) = [chunk["data"] for chunk in loop.chunks(run) if chunk["type"] == "data-done"]
    assert run.outcome.stopped_by == turn.stopped_by == done["stopped_by"] == "dollars"
    assert len(loop.model.requests) == 2


@pytest.mark.parametrize("content", [COMPILE_ERROR, BUILD_ERROR])
def test_work_that_does_not_pass_is_kept_as_a_diff(content: str) -> None:
    loop = LoopDriver([calls(write(content)), calls(LOOK)])
    run = loop.play(budget={"model_calls": 2})
    assert (run.status, run.outcome.failure_code) == ("failed", "BUDGET_EXCEEDED")
    assert draft_of(loop, run) == run.base_revision_id
    assert "2 of 2 model calls were made" in (run.outcome.summary or "") and "kept as a diff" in (
        run.outcome.summary or ""
    )
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert (
        diff.tree == run.candidate_tree and run.outcome.stopped is not None and run.outcome.stopped_by == "model_calls"
    )


def test_what_has_just_failed_its_build_is_not_built_again() -> None:
    loop = LoopDriver([calls(write(BUILD_ERROR)), calls(FINISH)])
    run = loop.play(budget={"model_calls": 2})
    assert run.outcome.failure_code == "BUDGET_EXCEEDED"
    assert loop.kinds(run).count("data-build") == 2, "queued and failed, once"


def test_a_cap_with_nothing_done_says_so() -> None:
    loop = LoopDriver([calls(LOOK), calls(LOOK)])
    run = loop.play(budget={"model_calls": 2})
    assert (run.status, run.outcome.failure_code, run.outcome.diff_id) == ("failed", "BUDGET_EXCEEDED", None)
    assert "Nothing was changed." in (run.outcome.summary or "")


def test_review_before_makes_it_a_proposal() -> None:
    loop = LoopDriver([calls(write()), calls(LOOK)])
    run = loop.play(review="before", budget={"model_calls": 2})
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert (run.status, run.outcome.revision_id, diff.status, diff.build_status) == (
        "completed", None, "pending_review", "succeeded",
    )  # fmt: skip
    assert diff.commit_message.startswith(KEPT) and draft_of(loop, run) == run.base_revision_id


def test_what_the_model_evaluator_has_not_judged_becomes_a_proposal() -> None:
    loop = LoopDriver([calls(write(), FINISH)])
    app, _ = loop.world.make_app(tenant_id="acme")
    loop.world.apps.update(app.model_copy(update={"evaluator": "model"}))
    run = loop.follow(loop.start(app_id=app.id, budget={"model_calls": 1}))
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert (run.status, run.outcome.revision_id, diff.evaluator_verdict) == ("completed", None, "none")
    assert (run.outcome.summary or "").startswith(KEPT) and "Done." in (run.outcome.summary or "")


@pytest.mark.parametrize("built", [False, True])
def test_work_of_the_coder_at_its_cap_that_nobody_can_judge_becomes_a_proposal(built: bool) -> None:
    build = Call(name="build_project_worker")
    loop = LoopDriver([calls(write(), *([build] if built else [])), calls(LOOK)])
    app, _ = loop.world.make_app(tenant_id="acme")
    loop.world.apps.update(app.model_copy(update={"evaluator": "model"}))
    run = loop.follow(loop.start(app_id=app.id, budget={"model_calls": 2}))
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert (run.status, run.outcome.failure_code, run.outcome.revision_id) == ("completed", None, None)
    assert (diff.status, diff.build_status, diff.problems) == ("pending_review", "succeeded", [])
    assert (run.outcome.summary or "").startswith(KEPT) and len(loop.model.requests) == 2


def test_work_that_the_build_service_lost_is_not_said_to_fail_its_checks() -> None:
    lost = {"status": BuildStatus.FAILED, "error": WORKER_LOST}
    loop = LoopDriver([calls(write()), calls(LOOK)], build=lambda world, build: build.model_copy(update=lost))
    run = loop.play(budget={"model_calls": 2})
    assert (run.status, run.outcome.failure_code) == ("failed", "BUDGET_EXCEEDED") and run.outcome.diff_id is not None
    assert "does not pass" not in (run.outcome.summary or "") and "has not passed the checks" in (
        run.outcome.summary or ""
    )


def test_what_no_worker_built_is_not_said_to_work() -> None:
    loop = LoopDriver([calls(write()), calls(LOOK)], ports_over={"switches": Switches(worker_build_gate=False)})
    run = loop.play(budget={"model_calls": 2})
    assert run.status == "completed" and run.outcome.revision_id is not None
    assert (run.outcome.summary or "").startswith("Stopped at the cap; this compiles")
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
    assert revision.message.startswith("Stopped at the cap; this compiles")


def test_an_attempt_that_died_at_the_cap_is_done_again_with_the_same_build() -> None:
    loop = LoopDriver([calls(write()), calls(LOOK)])
    run = loop.start(budget={"model_calls": 1})
    state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id)
    state = run_iteration(state, ports=loop.ports, model=loop.model)
    save = loop.world.runs.save_iteration

    def die(*args: Any) -> Any:
        loop.world.runs.save_iteration = save  # type: ignore[method-assign]  # only the first write is lost
        raise RuntimeError("killed")

    loop.world.runs.save_iteration = die  # type: ignore[method-assign]  # a process that dies before its last write
    with pytest.raises(RuntimeError):
        run_iteration(state, ports=loop.ports, model=loop.model)
    loop.world.clock.advance(30)
    again = run_iteration(state, ports=loop.ports, model=loop.model)
    assert again.next == "worker" and len(loop.model.requests) == 1
    loop.work(again)
    ended = loop.follow(run, state=again)
    assert ended.status == "completed" and (ended.outcome.summary or "").startswith(KEPT)
    assert len(loop.world.revisions.list(run.tenant_id, run.app_id, limit=9).items) == 2


def test_a_cancel_at_the_cap_is_a_cancel() -> None:
    loop = LoopDriver([calls(write())])

    def cancel(number: int, run: Run) -> None:
        if number == 2:
            loop.world.runs.request_cancel(run.tenant_id, run.id)

    loop.before_iteration = cancel
    run = loop.play(budget={"model_calls": 1})
    assert (run.status, run.outcome.failure_code, draft_of(loop, run)) == ("aborted", "CANCELLED", run.base_revision_id)


def test_the_tenants_budget_is_a_cap_like_the_others() -> None:
    limits = DEFAULT_LIMITS.model_copy(update={"budget_day": 0.15})
    run = LoopDriver([calls(write()), calls(FINISH)], ports_over={**DIMES, "limits": limits}).play()
    assert (
        run.status == "completed"
        and "$0.15 a day" in (run.outcome.stopped or "")
        and run.outcome.revision_id is not None
    )
    assert run.outcome.stopped_by == "budget"


# ---- models that take no notice ----------------------------------------------------------------------------------


def test_a_model_that_ignores_every_note_ends_at_the_cap_with_its_work() -> None:
    loop = LoopDriver([], respond=lambda request: calls(write(f"export const a = {len(loop.model.requests)}\n")))
    run = loop.play(budget={"model_calls": 8})
    assert run.status == "completed" and len(loop.model.requests) == 8 == run.usage.model_calls
    assert run.outcome.stopped_by == "model_calls"
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert files["src/note.ts"] == b"export const a = 8\n" and (run.outcome.summary or "").startswith(KEPT)


def test_words_without_end_in_the_last_call_are_stopped_with_the_work_kept() -> None:
    priced = {"price": lambda model, usage: usage.output_tokens / 100_000}
    loop = LoopDriver([calls(write()), say(*["word " * 200] * 3_000)], ports_over=priced)
    run = loop.play(budget={"dollars": 0.5})
    assert run.status == "completed" and (run.outcome.summary or "").startswith(KEPT)
    assert run.usage.counted_usd < 0.6 and run.outcome.stopped_by == "dollars"


def test_fifty_worker_calls_in_the_last_call_are_refused_and_the_work_is_kept() -> None:
    build = Call(name="build_project_worker")
    loop = LoopDriver([calls(write()), calls(*[build] * 50)])
    run = loop.play(budget={"model_calls": 2})
    assert run.status == "completed" and loop.kinds(run).count("data-build") == 2
    steps = loop.world.runs.iterations(run.tenant_id, run.id)[1].steps
    assert len(steps) == 50 and {step.status for step in steps} == {"skipped"}


def test_a_price_that_is_not_known_caps_no_dollars() -> None:
    loop = LoopDriver([*looks(3), calls(FINISH)], ports_over={"price": lambda model, usage: None})
    run = loop.play(budget={"dollars": 0.000001})
    assert run.status == "completed" and run.usage.counted_usd == 0


def test_usage_is_asked_for_with_what_was_read_from_the_cache() -> None:
    """The last call is not announced early for a context that costs next to nothing."""

    def cached(model: str, usage: Usage) -> float:
        return ((usage.input_tokens - usage.cached_tokens) + usage.output_tokens) / 100_000

    reply = looks(6)
    cheap = [each.model_copy(update={"usage": Tokens(input_tokens=9_000, cached_tokens=8_990)}) for each in reply]
    loop = LoopDriver([*cheap, calls(FINISH)], ports_over={"price": cached})
    run = loop.play(budget={"dollars": 1.0})
    assert run.status == "completed" and len(loop.model.requests) == 7
    assert not [note for request in loop.model.requests for note in notes(request) if "last call" in note]
