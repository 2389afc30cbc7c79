"""A fault at every single call of a run, one at a time: what is stored and told ends as if nothing had happened."""

from typing import Any

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, Reply, calls
from devkit.fakes.tool_calls import write
from devkit.fakes.world import World
from devkit.loop import BUILD_ERROR, USER, LoopDriver
from shared.domain.agent.model_messages import ModelRequest, ToolCall
from shared.domain.revisions.revision import Revision
from shared.domain.runs.broken_off import OpenParts
from shared.domain.runs.chunks import ToolInputStart
from shared.domain.runs.run import Run
from shared.domain.spending.spending import day_of
from shared.services.assets.load_prompt import load_prompt
from tests.support.chaos.machine import Fault, Fuse, Machine, essence
from tests.support.chaos.scenarios import verdict
from tests.support.depth import depth, sampled

COST = 1_000
"""Micro-dollars of every call of a `LoopDriver`."""
FAULTS: list[Fault] = ["before", "after", "death"]
_MOST_CALLS = 400
_STRIDE = depth(4, 1)
"""Usually each fault strikes at every fourth call, each beginning at another one."""


FINISH = Call(name="finish", arguments={"summary": "Done as asked.", "rationale": None, "assumptions": None})
BUILD = Call(name="build_project_worker", arguments={})
TESTS = Call(name="run_targeted_tests", arguments={"paths": None, "name": None})
COMMAND = Call(name="run_command", arguments={"command": "npm run lint"})
STORIES: dict[str, tuple[tuple[Reply, ...], dict[str, Any]]] = {
    "committed": ((calls(write(BUILD_ERROR), FINISH), calls(write("export {}\n"), BUILD), calls(FINISH)), {}),
    "proposed": ((calls(write("export {}\n"), FINISH),), {"review": "before"}),
    "approved": ((calls(write("export {}\n"), FINISH),), {"autonomy": "semi_auto"}),
    "checked": ((calls(write("export {}\n"), TESTS), calls(COMMAND), calls(FINISH)), {}),
    "judged": (
        (calls(write("export const a = 1\n"), FINISH), calls(write("export const b = 1\n"), FINISH)),
        {"evaluator": "model"},
    ),
    "failed": (tuple(calls(write(COMPILE_ERROR + "\n" * number), FINISH) for number in range(4)), {}),
}
CAPPED = "capped"
"""A story whose end depends on faults: the calls of attempts that died count for its cap."""


VERDICTS = (verdict("reject"), verdict("approve"))


def played(story: str, fuse: Fuse) -> tuple[LoopDriver, Machine, Run]:
    capped = ((calls(write("export {}\n")), calls(TESTS)), {"budget": {"model_calls": 2}})
    replies, asked = STORIES.get(story, capped)

    def respond(request: ModelRequest) -> Reply:
        said = {item.call_id.rpartition("_")[0] for item in request.items if isinstance(item, ToolCall)}
        return VERDICTS[len(said)] if request.instructions.startswith(load_prompt("evaluator")) else replies[len(said)]

    driver = LoopDriver([], respond=respond)
    machine = Machine(driver, fuse)
    own = {name: asked[name] for name in ("evaluator",) if name in asked}
    app, _ = driver.world.make_app(tenant_id=USER.tenant_id, **own)
    rest = {name: value for name, value in asked.items() if name not in own}
    return driver, machine, machine.play(driver.start(app_id=app.id, **rest))


@sampled
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("story", STORIES)
def test_a_fault_at_any_call_changes_nothing_in_the_end(story: str, fault: Fault) -> None:
    driver, machine, run = played(story, Fuse(0, fault))
    expected, result = outcome(driver.world, run), essence(machine.emitted)
    for at in range(1 + FAULTS.index(fault) % _STRIDE, _MOST_CALLS, _STRIDE):
        fuse = Fuse(at, fault)
        driver, machine, run = played(story, fuse)
        where = f"{fault} call {at}: {fuse.blown}"
        assert outcome(driver.world, run) == expected, where
        assert essence(machine.emitted) == result, where
        check_promises(driver, run)
        check_money(driver, run, where)
        if not fuse.blown:
            break
    else:
        raise AssertionError("the run never came to its end without a fault")


@sampled
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_any_call_keeps_the_cap_of_calls_and_the_work(fault: Fault) -> None:
    for at in range(1 + FAULTS.index(fault) % _STRIDE, _MOST_CALLS, _STRIDE):
        fuse = Fuse(at, fault)
        driver, _, run = played(CAPPED, fuse)
        where = f"{fault} call {at}: {fuse.blown}"
        assert len(driver.model.requests) == run.usage.model_calls == 2, where
        has_work = run.usage.lost_calls < run.usage.model_calls
        assert run.status == ("completed" if has_work else "failed"), where
        assert run.outcome.stopped_by == "model_calls", where
        check_promises(driver, run)
        check_money(driver, run, where)
        if not fuse.blown:
            break
    else:
        raise AssertionError("the run never came to its end without a fault")


def outcome(world: World, run: Run) -> dict[str, object]:
    """What must not depend on any fault."""
    app = world.apps.get(run.tenant_id, run.app_id)
    revisions = world.revisions.list(run.tenant_id, run.app_id, limit=100).items
    draft = world.revisions.get(run.tenant_id, run.app_id, app.draft_revision_id or "")
    turn = world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    diffs = world.diffs.list(run.tenant_id, run.app_id, limit=100).items
    return {
        "run": (
            run.status,
            run.outcome.failure_code,
            run.outcome.summary,
            run.candidate_tree,
            run.green_tree,
            run.memory.diagnostics,
        ),
        "money": (run.usage.model_calls - run.usage.lost_calls, run.usage.total_tokens),
        "revisions": [(each.tree, each.build_status, each.message) for each in revisions],
        "draft": (draft.tree, run.outcome.revision_id == draft.id, _last_green(world, run) == draft.tree),
        "turn": (turn.status, turn.summary, turn.operations, turn.tool_trace, turn.failure_code, turn.diagnostics),
        "diffs": [(each.tree, each.base_tree, each.status) for each in diffs],
        "iterations": [(each.number, each.next) for each in world.runs.iterations(run.tenant_id, run.id)],
    }


def _last_green(world: World, run: Run) -> str:
    app = world.apps.get(run.tenant_id, run.app_id)
    green: Revision = world.revisions.get(run.tenant_id, run.app_id, app.last_green_revision_id or "")
    return green.tree


def check_money(driver: LoopDriver, run: Run, where: str) -> None:
    """Whatever happened: every call that was made is paid for once, by tenant and run, and nothing stays reserved."""
    made, ledger = len(driver.model.requests), driver.world.spending
    day, month = ledger.balances(run.tenant_id, day_of(driver.world.clock.now()))
    assert (day.used, day.held) == (month.used, month.held) == (made * COST, 0), where
    (spent,) = ledger.runs(run.tenant_id, run.app_id, run.id, run.id, limit=1).items
    assert (spent.counts.calls, spent.counts.counted) == (made, made * COST), where
    used = run.usage
    assert used.model_calls == made, where
    assert used.cost_usd == used.counted_usd == pytest.approx(made * COST / 1_000_000), where


def check_promises(driver: LoopDriver, run: Run) -> None:
    """Whatever happened: the app is free, the log is whole and ends once, nothing waits."""
    world = driver.world
    assert world.apps.get(run.tenant_id, run.app_id).active_run_id is None
    events = world.events.read(run.tenant_id, run.id, limit=10_000)
    assert [event.seq for event in events] == list(range(1, world.events.last_seq(run.tenant_id, run.id) + 1))
    kinds = [event.chunk.type for event in events]
    segments = 2 if run.request.autonomy == "semi_auto" else 1
    assert kinds.count("data-done") == kinds.count("finish") == segments and kinds[-1] == "finish"
    assert run.events_archived and run.last_seq == len(events)
    assert list(world.runs.unfinished()) == []
    assert kinds.count("data-revision") == (run.outcome.revision_id is not None)
    started = [event.chunk.tool_call_id for event in events if isinstance(event.chunk, ToolInputStart)]
    assert len(started) == len(set(started))
    assert OpenParts(event.chunk for event in events).closings("open") == []
