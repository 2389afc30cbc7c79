"""The whole state of a project: what was written down, and what follows from its turns, its tree and its site."""

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.apps.project_state import Requirements
from shared.domain.base import Moment
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.identity import Principal
from shared.domain.publishing.publication import PublishStatus
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn
from shared.services.apps.change_state import current_state
from shared.services.apps.tool_log import (
    CheckResults,
    ToolLogEntry,
    is_lint,
    is_scan,
    last_call,
    last_tests,
    latest_entries,
)
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts

_TURNS, _LOG = 50, 20


class DeployResult(BaseModel):
    """Where the project is published. `failed`: the latest attempt was refused; the addresses, if any, still serve."""

    status: PublishStatus
    revision_id: str | None
    published_url: str | None
    live_url: str | None
    code: str | None = None
    message: str | None = None
    at: Moment | None = None


class StateDecision(BaseModel):
    """A decision that stands; `GET /projects/{id}/decisions` has all of it."""

    decision: str
    reason: str
    at: Moment


class StateView(BaseModel):
    """ProjectState: the stored half, and the half that is read from what happened."""

    project_id: str
    plan: list[str]
    requirements: Requirements
    stack: dict[str, str]
    decisions: list[StateDecision]
    artifacts: list[str]
    test_results: CheckResults | None
    lint_results: CheckResults | None
    security_results: CheckResults | None
    deploy_result: DeployResult | None
    tool_log: list[ToolLogEntry]
    updated_at: Moment | None
    version: int


def read_state(*, principal: Principal, app_id: str, ports: LoopPorts) -> StateView:
    """The state now. Artifacts are the files that the latest turns wrote, latest first: those whose work was kept or is
    under way, and that still exist.
    """
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    stored = current_state(app, ports.states)
    turns = ports.turns.turns(app.tenant_id, app.id, limit=_TURNS).items
    log = latest_entries(turns, _LOG, ports)
    return StateView(
        project_id=app.id,
        plan=stored.plan,
        requirements=stored.requirements,
        stack=stored.stack,
        decisions=[StateDecision(decision=one.decision, reason=one.reason, at=one.at) for one in stored.decisions],
        artifacts=_artifacts(app, turns, log, ports),
        test_results=last_tests(app, turns, log, ports),
        lint_results=last_call(is_lint, turns, log),
        security_results=last_call(is_scan, turns, log),
        deploy_result=_deployed(app),
        tool_log=log,
        updated_at=stored.updated_at,
        version=stored.version,
    )


def _artifacts(app: App, turns: list[Turn], log: list[ToolLogEntry], ports: LoopPorts) -> list[str]:
    tree = _tree(app, ports)
    if tree is None:
        return []
    there = {entry.path for entry in ports.snapshots.manifest(app.tenant_id, app.id, tree)}
    kept = _kept(app, turns, ports)
    just_now = [path for entry in log if entry.run_id in kept for path in entry.changed_paths]
    before = [done["path"] for turn in turns if turn.run_id in kept for done in reversed(turn.operations)]
    return [path for path in dict.fromkeys([*just_now, *before]) if path in there]


def _kept(app: App, turns: list[Turn], ports: LoopPorts) -> set[str]:
    """The runs whose work is in the project: committed by themselves, by a person, or by the run that goes on with it.

    Also the run at work, with those that it goes on with.
    """
    diffs = {diff.id: diff for diff in ports.diffs.list(app.tenant_id, app.id, limit=_TURNS).items}
    kept = {app.active_run_id or ""}
    for turn in turns:  # newest first, so that a run that goes on with another is known before that
        diff = diffs.get(turn.diff_id or "")
        later = diff is not None and (diff.status == DiffStatus.COMMITTED or diff.continued_by in kept)
        if turn.revision_id is not None or later:
            kept.add(turn.run_id)
    return kept


def _tree(app: App, ports: LoopPorts) -> str | None:
    """The tree that is being worked on: the candidate of the run at work, else the draft."""
    if app.active_run_id is not None:
        run: Run = ports.runs.get(app.tenant_id, app.active_run_id)
        if not run.ended:
            return run.candidate_tree
    if app.draft_revision_id is None:
        return None
    return ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id).tree


def _deployed(app: App) -> DeployResult | None:
    live = DeployResult(
        status=PublishStatus.PUBLISHED,
        revision_id=app.published_revision_id,
        published_url=app.published_url,
        live_url=app.live_url,
    )
    if app.publish_failure is not None:
        return live.model_copy(update={"status": PublishStatus.FAILED, **app.publish_failure.model_dump()})
    return live if app.published_revision_id is not None else None
