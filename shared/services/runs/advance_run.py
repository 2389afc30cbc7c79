"""A person answers a run that waits: approve, skip or abort, for one call or for all."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Literal

from pydantic import StringConstraints

from shared.domain.apps.app import API_HOSTS_MOST, App, AppSettings
from shared.domain.base import Input
from shared.domain.diffs.changes import changed_paths
from shared.domain.errors import Conflict, Invalid, NotAwaitingApproval
from shared.domain.identity import Principal, require_person
from shared.domain.runs.planned_step import following, skipped
from shared.domain.runs.question import QUESTION_TOOL
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import HeldCall
from shared.domain.runs.run_status import RunStatus
from shared.ports.engine import Workflows
from shared.services.change_app import change_app
from shared.services.loop_ports import LoopPorts
from shared.services.revisions.follow_lock import merge_trees, require_clean
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.list_runs import find_run
from shared.services.runs.queue.start_next import start_planned
from shared.services.runs.start.describe_request import hosts_to_allow

_LOOKS, _LOOK_SECONDS = 50, 0.1
Feedback = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4_000)]


class Advance(Input):
    """One answer; `step_id` names one waiting call, without it all that wait are meant.

    `allow_host`: the hosts that the approved requests ask may be asked from now on (`settings.api_hosts`).
    """

    approval: Literal["approve", "skip", "abort"]
    step_id: str | None = None
    feedback: Feedback | None = None
    allow_host: bool = False


def advance_run(*, principal: Principal, run_id: str, request: Advance, ports: LoopPorts, workflows: Workflows) -> Run:
    """The run with one answer in it; see `answer_run`."""
    return answer_run(principal=principal, run_id=run_id, requests=[request], ports=ports, workflows=workflows)


def answer_run(
    *, principal: Principal, run_id: str, requests: Sequence[Advance], ports: LoopPorts, workflows: Workflows
) -> Run:
    """The run with all the answers in it, or none; when the last is given it goes on, on the draft as it is now.

    Forbidden `PERSON_REQUIRED` when an API key approves a request to another host. Conflict `NOT_AWAITING_APPROVAL`;
    `RUN_ACTIVE` while another run is at work on the app; `MERGE_CONFLICT` when others have changed the same places
    meanwhile. In all of these the run waits on. Sending the last answer again is harmless. A planned run is started.
    """
    run = _once_decided(find_run(principal=principal, run_id=run_id, ports=ports), ports)
    if any(request.approval == "abort" for request in requests) and not run.ended:
        return cancel_run(run.tenant_id, run.app_id, run.id, ports=ports, workflows=workflows)
    if run.status == RunStatus.PLANNED or _just_started(run):
        return _start(run, requests, ports, workflows)
    if run.status == RunStatus.RUNNING and run.waiting.held and not run.undecided:
        return _wake(run, workflows)
    if run.status != RunStatus.AWAITING_APPROVAL:
        raise NotAwaitingApproval("The run waits for nobody.", run_status=run.status)
    _check_person(run, requests, principal)
    decided = run
    hosts: set[str] = set()
    for request in requests:
        if request.allow_host and request.approval == "approve":
            hosts.update(hosts_to_allow(decided, request.step_id))
        decided = decided.change(held=_decided(decided, request, principal))
    decided = decided if decided.undecided else _running(rebase_run(decided, ports), ports)
    _allow_hosts(run, hosts, ports)
    if decided.undecided:
        return ports.runs.update(decided)
    return _wake(ports.runs.reopen(decided), workflows)


def _just_started(run: Run) -> bool:
    """Whether all that happened to it is that somebody approved its start."""
    started = any(step.started_at for step in run.plan_steps) if run.plan_steps else run.iteration > 0
    return run.status == RunStatus.RUNNING and run.waiting.awaits_start is False and not started


def _start(run: Run, requests: Sequence[Advance], ports: LoopPorts, workflows: Workflows) -> Run:
    """A planned run has one thing to approve: that it starts. Steps that were written for it can be skipped before."""
    if any(request.step_id is not None for request in requests):
        raise Invalid("A planned run is approved whole. Approve it without `step_id`, and it starts.")
    if run.writes_steps:
        raise NotAwaitingApproval("The steps of the run are still being written.", run_status=run.status)
    if run.is_laid_out and any(request.approval == "skip" for request in requests):
        return _skip(run, ports, workflows)
    if any(request.approval == "skip" for request in requests):
        raise NotAwaitingApproval("A planned run has no step to skip. Approve it, or abort it.", run_status=run.status)
    return start_planned(run, ports=ports, workflows=workflows)


def _skip(run: Run, ports: LoopPorts, workflows: Workflows) -> Run:
    """Without its next step. When none is left there is nothing to start, and the run is cancelled."""
    shorter = run.change(plan_steps=skipped(run.plan_steps, ports.clock.now()))
    if following(shorter.plan_steps) is None:
        return cancel_run(run.tenant_id, run.app_id, run.id, ports=ports, workflows=workflows)
    return ports.runs.update(shorter.change(role=shorter.worker))


def _once_decided(run: Run, ports: LoopPorts) -> Run:
    """The stream says that it waits a moment before that is stored: who answers at once is early, not wrong."""
    for _ in range(_LOOKS):
        if run.status != RunStatus.RUNNING or not run.undecided:
            break
        ports.clock.sleep(_LOOK_SECONDS)
        run = ports.runs.get(run.tenant_id, run.id)
    return run


def _decided(run: Run, request: Advance, principal: Principal) -> list[HeldCall]:
    if request.step_id is not None and request.step_id not in {held.call_id for held in run.waiting.held if held.waits}:
        raise Invalid(
            "No waiting step of this run has that id.", steps=[one.call_id for one in run.waiting.held if one.waits]
        )
    said = {"decision": request.approval, "feedback": request.feedback, "decided_by": principal.subject}
    return [
        held.model_copy(update=said) if held.undecided and request.step_id in (None, held.call_id) else held
        for held in run.waiting.held
    ]


def _check_person(run: Run, requests: Sequence[Advance], principal: Principal) -> None:
    named = {request.step_id for request in requests if request.approval == "approve"}
    if any(one.concerns and one.undecided and named & {None, one.call_id} for one in run.waiting.held):
        require_person(principal, "approve a request to another host")
    if any(one.tool == QUESTION_TOOL and named & {None, one.call_id} for one in run.waiting.held):
        require_person(principal, "keep a change whose checks fail")


def _allow_hosts(run: Run, hosts: set[str], ports: LoopPorts) -> None:
    """Only after every answer was found in order: what is refused allows nothing."""

    def change(app: App) -> App:
        listed = sorted(hosts.union(app.settings.api_hosts))
        if len(listed) > API_HOSTS_MOST:
            raise Invalid(
                f"An app's list has at most {API_HOSTS_MOST} hosts. Approve without `allow_host`, or take one off."
            )
        allowed = AppSettings.model_validate({**app.settings.model_dump(), "api_hosts": listed})
        return app.model_copy(update={"settings": allowed})

    if hosts:
        change_app(ports, run.tenant_id, run.app_id, change)


def _running(run: Run, ports: LoopPorts) -> Run:
    """Time spent waiting is not the run's."""
    since = run.waiting.waiting_since or ports.clock.now()
    waited = run.waiting.waited_seconds + (ports.clock.now() - since).total_seconds()
    return run.change(status=RunStatus.RUNNING, waiting_since=None, waited_seconds=waited)


def _wake(run: Run, workflows: Workflows) -> Run:
    if run.waiting.approval_token is not None:
        workflows.complete_task(run.waiting.approval_token, {"outcome": "decided"})
    return run


def rebase_run(run: Run, ports: LoopPorts) -> Run:
    """The run on the app's draft: as it is when that has not moved, else with its work merged onto it.

    Conflict `MERGE_CONFLICT` when both sides changed the same places. Only the candidate's tree is stored.
    """
    app = ports.apps.get(run.tenant_id, run.app_id)
    if app.draft_revision_id == run.base_revision_id:
        return run
    if app.draft_revision_id is None:
        raise Conflict("The app has no draft any more.")
    draft = ports.revisions.get(run.tenant_id, run.app_id, app.draft_revision_id)
    files = partial(ports.snapshots.get, run.tenant_id, run.app_id)
    before, now = files(run.base_tree), files(draft.tree)
    candidate = files(run.candidate_tree)
    merged = merge_trees(base=before, ours=now, theirs=candidate, tenant_id=run.tenant_id, ports=ports)
    require_clean(merged)
    return run.change(
        base_revision_id=draft.id,
        base_tree=draft.tree,
        candidate_tree=ports.snapshots.put(run.tenant_id, run.app_id, merged.files),
        green_tree=None,
        green_build_id=None,
        moved_paths=changed_paths(before, now),
    )
