"""Runs: what was done step by step, what waits for a person, and taking it back."""

from typing import Annotated

from fastapi import APIRouter, Query

from functions.api.access.callers import Deps, Reader, Start, Talker, Writer
from functions.api.apps.views import Revision, Undo
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GATED, STARTED, operation
from functions.api.http.view import Answer, Cursor, Limit
from functions.api.runs.bodies import SessionHeader, with_session
from functions.api.runs.views import Run, RunDetail, RunPage, StartedRun, run_page, run_view, run_with_steps, started
from functions.api.sessions.views import MessagePage
from shared.domain.errors import (
    Conflict,
    MergeConflict,
    NotAwaitingApproval,
    NotReady,
    PersonRequired,
    RepairsUsedUp,
    RunActive,
)
from shared.domain.ids import require_id
from shared.domain.runs.run_parts import Actor, RunType
from shared.domain.runs.run_status import RunFilter
from shared.services.feedback.offer_repair import resume_and_count
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.diff_run import RunDiff, diff_run
from shared.services.runs.list_runs import list_runs
from shared.services.runs.plan_rollback import plan_rollback, rollback_run
from shared.services.runs.read_run import read_run
from shared.services.runs.start.order_run import RunOrder, order_run
from shared.services.sessions.list_messages import list_run_messages

router = APIRouter(tags=["runs"], route_class=IdempotentRoute)


@router.get("/projects/{project_id}/runs")
@operation("listRuns", RunPage)
def of_project(
    project_id: str,
    who: Reader,
    deps: Deps,
    limit: Limit = 50,
    cursor: Cursor = None,
    status: RunFilter = RunFilter.ALL,
    run_type: RunType | None = None,
    actor: Actor | None = None,
) -> Answer:
    """The runs of a project, newest first; `status=open` are those that have not ended."""
    page = list_runs(
        principal=who,
        app_id=project_id,
        ports=deps.ports,
        limit=limit,
        cursor=cursor,
        status=status,
        run_type=run_type,
        actor=actor,
    )
    return run_page(page)


@router.post("/projects/{project_id}/runs", status_code=202)
@operation("startRun", StartedRun, *STARTED)
def start_one(project_id: str, body: RunOrder, who: Talker, start: Start, session: SessionHeader = None) -> Answer:
    """Start a run for a message without following it. 409 RUN_ACTIVE, or with `queue` it is `planned` until its turn.

    With `planned` nothing is done before `POST /runs/{id}/advance` approves it; with `steps`, and where there is no
    `message` but a `run_type` or a `task_id`, its steps are written meanwhile.

    A task of the project named by `task_id` is claimed by the run and settled by its revision; an id of another form,
    like `meta`, is the caller's own and comes back with the run.
    """
    return started(order_run(who, require_id("app", project_id), with_session(body, session), start))


@router.get("/runs/{run_id}")
@operation("readRun", RunDetail)
def read(run_id: str, who: Reader, deps: Deps) -> Answer:
    """The run with every step and the files it touched; `result` once it is over."""
    return run_with_steps(read_run(principal=who, run_id=run_id, ports=deps.ports), deps.ports.limits)


@router.get("/runs/{run_id}/messages")
@operation("listRunMessages", MessagePage)
def messages(run_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """What was said in the run, newest first: each call of a model with its words, its tokens and what it changed."""
    return list_run_messages(principal=who, run_id=run_id, ports=deps.ports, limit=limit, cursor=cursor)


@router.post("/runs/{run_id}/advance")
@operation("advanceRun", Run, NotAwaitingApproval, RunActive, MergeConflict, Conflict, PersonRequired)
def advance(run_id: str, body: Advance, who: Writer, deps: Deps) -> Answer:
    """Answer what the run asks: approve, skip or abort. 409 NOT_AWAITING_APPROVAL, RUN_ACTIVE, MERGE_CONFLICT.

    The first approve of a planned run starts it; while its steps are written it is 409, and `skip` leaves out the next
    of them.
    """
    run = advance_run(principal=who, run_id=run_id, request=body, ports=deps.ports, workflows=deps.ports.workflows)
    return run_view(run)


@router.get("/runs/{run_id}/diff")
@operation("diffRun", RunDiff)
def diff(run_id: str, who: Reader, deps: Deps, step_id: Annotated[str | None, Query(max_length=200)] = None) -> RunDiff:
    """What the run has changed so far, line by line; with `step_id` what that step changed."""
    return diff_run(principal=who, run_id=run_id, step_id=step_id, ports=deps.ports)


@router.get("/runs/{run_id}/rollback")
@operation("planRollback", Undo, RunActive, NotReady)
def rollback_plan(run_id: str, who: Reader, deps: Deps) -> Answer:
    """What a rollback would change, and what came later and would stay. Nothing is stored."""
    return Undo.of(plan_rollback(principal=who, run_id=run_id, ports=deps.ports))


@router.post("/runs/{run_id}/rollback", status_code=201)
@operation("rollbackRun", Revision, RunActive, NotReady, MergeConflict, Conflict, *GATED)
def rollback(run_id: str, who: Writer, deps: Deps) -> Answer:
    """What this run changed is taken back as a new revision; later work stays. 409 MERGE_CONFLICT when it overlaps."""
    return Revision.of(rollback_run(principal=who, run_id=run_id, ports=deps.ports))


@router.post("/runs/{run_id}/resume", status_code=202)
@operation("resumeRun", StartedRun, RepairsUsedUp, *STARTED)
def resume(run_id: str, who: Talker, deps: Deps, start: Start) -> Answer:
    """Go on with the work of a run that failed or was interrupted, in a new run."""
    return started(resume_and_count(principal=who, run_id=run_id, repairs=deps.ports.repairs, start=start))
