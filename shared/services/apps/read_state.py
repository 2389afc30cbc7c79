"""The whole state of a project: what was written down, and what follows from its turns, its tree and its site."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.apps.project_state import Requirements
from shared.domain.base import Moment
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.commands import runs_linter, runs_tests
from shared.domain.builds.verdict import Verdict
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.publishing.publication import PublishStatus
from shared.domain.runs.run import Run
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.turn import Turn
from shared.services.apps.change_state import current_state
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts
from shared.services.runs.list_runs import steps_of

_TURNS, _LOG, _JUDGED = 50, 20, 5
_COMMAND = re.compile(r'\A\s{0,9}\{\s{0,9}"command"\s{0,9}:\s{0,9}"([^"]{0,500})')


class ToolLogEntry(BaseModel):
    """One tool call as it was asked for and answered."""

    run_id: str
    turn_id: str
    call_id: str
    tool: str
    status: StepStatus
    arguments: str
    output: str
    changed_paths: list[str]
    duration_ms: int
    at: Moment


class CheckResults(BaseModel):
    """What the last run of the tests, of the linter, or of the security scan said."""

    tool: str
    success: bool
    output: str
    run_id: str
    at: Moment


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
    log = _latest(turns, _LOG, ports)
    return StateView(
        project_id=app.id,
        plan=stored.plan,
        requirements=stored.requirements,
        stack=stored.stack,
        decisions=[StateDecision(decision=one.decision, reason=one.reason, at=one.at) for one in stored.decisions],
        artifacts=_artifacts(app, turns, log, ports),
        test_results=_tests(app, turns, log, ports),
        lint_results=_last(_is_lint, turns, log),
        security_results=_last(_is_scan, turns, log),
        deploy_result=_deployed(app),
        tool_log=log,
        updated_at=stored.updated_at,
        version=stored.version,
    )


def _latest(turns: Iterable[Turn], most: int, ports: LoopPorts) -> list[ToolLogEntry]:
    entries: list[ToolLogEntry] = []
    for turn in turns:
        if len(entries) >= most:
            break
        entries += entries_of(turn, ports)
    return entries[:most]


def entries_of(turn: Turn, ports: LoopPorts) -> list[ToolLogEntry]:
    """The tool calls of a turn, latest first."""
    iterations = ports.runs.iterations(turn.tenant_id, turn.run_id)
    at = {step.call_id: iteration.created_at for iteration in iterations for step in iteration.steps}
    steps = steps_of(ports.runs.get(turn.tenant_id, turn.run_id), iterations) if at else []
    return [
        ToolLogEntry(run_id=turn.run_id, turn_id=turn.id, at=at[step.call_id], **step.model_dump())
        for step in reversed(steps)
    ]


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


def _tests(app: App, turns: list[Turn], log: list[ToolLogEntry], ports: LoopPorts) -> CheckResults | None:
    """What a call of the tests came to, or what the worker found when it judged a later run's work, or the draft."""
    asked, judged = _last(_is_test, turns, log), _judged(turns, ports) or _of_draft(app, ports)
    if asked is None or judged is None:
        return asked or judged
    return asked if asked.run_id == judged.run_id or asked.at > judged.at else judged


def _judged(turns: list[Turn], ports: LoopPorts) -> CheckResults | None:
    """Of the latest run whose verdict has tests that were run."""
    for turn in turns[:_JUDGED]:
        verdict = None
        with suppress(NotFound):
            verdict = ports.runs.get(turn.tenant_id, turn.run_id).verdict
        if verdict is not None and verdict.tests.status.ran:
            return _found(verdict, turn.run_id, turn.finished_at or turn.created_at)
    return None


def _of_draft(app: App, ports: LoopPorts) -> CheckResults | None:
    """What the quality of the draft rests on, however many turns ago that was."""
    if app.draft_revision_id is None:
        return None
    draft = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id)
    if draft.verdict is None or draft.run_id is None or not draft.verdict.tests.status.ran:
        return None
    return _found(draft.verdict, draft.run_id, draft.created_at)


def _found(verdict: Verdict, run_id: str, at: Moment) -> CheckResults:
    part = verdict.tests
    output = "\n".join(f"{one.path or ''} {one.message}".strip() for one in part.diagnostics)
    passed = part.status == CheckStatus.PASSED
    return CheckResults(tool="verdict", success=passed, output=output, run_id=run_id, at=at)


def _last(is_one: Callable[[str, str], bool], turns: list[Turn], log: list[ToolLogEntry]) -> CheckResults | None:
    """What the latest such call came to: in the log, else in what is kept of older turns."""
    for entry in log:
        if entry.status.traits.ran and is_one(entry.tool, entry.arguments):
            passed = entry.status == StepStatus.COMPLETED
            return CheckResults(tool=entry.tool, success=passed, output=entry.output, run_id=entry.run_id, at=entry.at)
    for turn in turns:
        for done in reversed(turn.tool_trace):
            if is_one(done["tool"], done["arguments"]):
                return CheckResults(
                    tool=done["tool"],
                    success=done["status"] == StepStatus.COMPLETED.value,
                    output=done["output"],
                    run_id=turn.run_id,
                    at=turn.finished_at or turn.created_at,
                )
    return None


def _is_test(tool: str, arguments: str) -> bool:
    return tool == "run_targeted_tests" or (tool == "run_command" and runs_tests(_command(arguments)))


def _is_lint(tool: str, arguments: str) -> bool:
    return tool == "run_command" and runs_linter(_command(arguments))


def _is_scan(tool: str, _: str) -> bool:
    return tool == "security_scan"


def _command(arguments: str) -> str:
    """Of arguments that may have been cut."""
    found = _COMMAND.match(arguments)
    return found[1] if found else ""


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
