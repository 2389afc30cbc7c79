"""Every state of `plan_reading`: a document becomes a plan, its nodes get tasks, or a change of it is proposed."""

from collections.abc import Callable
from functools import cache
from typing import Any, assert_never

from shared.domain.errors import PlanFailed, PlanTooLarge, Unavailable
from shared.domain.planning.blueprint import JobWork
from shared.domain.planning.plan_state import PLAN_STATE_VERSION, Part, PlanState, PlanWork
from shared.ports.model import ModelPort
from shared.runtime.loop import own_loop_ports as _ports
from shared.runtime.model import open_model
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.services.planning.ingest.draft_plan import draft_plan
from shared.services.planning.ingest.end_job import end_job
from shared.services.planning.ingest.finish_reading import finish_reading
from shared.services.planning.ingest.merge_list import merge_lists
from shared.services.planning.ingest.prepare_reading import prepare_reading
from shared.services.planning.ingest.read_leaf import read_leaves
from shared.services.planning.ingest.write_tasks import finish_tasks, prepare_tasks, write_tasks
from shared.services.planning.propose.write_change import finish_change, prepare_change, write_change


@cache
def _model() -> ModelPort:
    return open_model(Settings.from_env())


@observed("plan_step")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`{work, state, part?}` in, a `PlanState` out; `ended` when there is nothing left to do."""
    if event.get("version", 0) > PLAN_STATE_VERSION:
        raise Unavailable("This job was started by a newer release.")
    state = PlanState.model_validate(event["state"])
    try:
        return _ACTS[state.job](event["work"], state, event.get("part")).model_dump(mode="json")
    except (PlanFailed, PlanTooLarge) as error:
        end_job(state, error.code, error.message, ports=_ports())
        return state.model_copy(update={"parts": (), "ended": True}).model_dump(mode="json")


def _plan(work: PlanWork, state: PlanState, part: Any) -> PlanState:
    match work:
        case "prepare":
            return prepare_reading(state, ports=_ports())
        case "read":
            read_leaves(state, Part.model_validate(part), model=_model(), ports=_ports())
        case "draft":
            return draft_plan(state, ports=_ports())
        case "merge":
            merge_lists(state, Part.model_validate(part), model=_model(), ports=_ports())
        case "finish":
            finish_reading(state, ports=_ports())
        case "crashed":
            _crashed(state)
        case _:
            assert_never(work)
    return state


def _tasks(work: PlanWork, state: PlanState, part: Any) -> PlanState:
    match work:
        case "prepare":
            return prepare_tasks(state, ports=_ports())
        case "read":
            write_tasks(state, Part.model_validate(part), model=_model(), ports=_ports())
        case "draft" | "merge":  # each node's tasks are whole by themselves
            return state.model_copy(update={"parts": ()})
        case "finish":
            finish_tasks(state, ports=_ports())
        case "crashed":
            _crashed(state)
        case _:
            assert_never(work)
    return state


def _change(work: PlanWork, state: PlanState, part: Any) -> PlanState:
    match work:
        case "prepare":
            return prepare_change(state, ports=_ports())
        case "read":
            write_change(state, model=_model(), ports=_ports())
        case "draft" | "merge":  # a proposal is one answer
            return state.model_copy(update={"parts": ()})
        case "finish":
            finish_change(state, ports=_ports())
        case "crashed":
            _crashed(state)
        case _:
            assert_never(work)
    return state


def _crashed(state: PlanState) -> None:
    end_job(state, "JOB_FAILED", "The job failed; it can be started again.", ports=_ports())


_ACTS: dict[JobWork, Callable[[PlanWork, PlanState, Any], PlanState]] = {
    "plan": _plan, "tasks": _tasks, "change": _change,
}  # fmt: skip
