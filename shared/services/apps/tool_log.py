"""What the tools of the latest turns were asked and answered, and what tests, linter and scan came to in them."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.base import Moment
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.commands import runs_linter, runs_tests
from shared.domain.builds.verdict import Verdict
from shared.domain.errors import NotFound
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.turn import Turn
from shared.services.loop_ports import LoopPorts
from shared.services.runs.list_runs import steps_of

_JUDGED = 5
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


def latest_entries(turns: Iterable[Turn], most: int, ports: LoopPorts) -> list[ToolLogEntry]:
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


def last_tests(app: App, turns: list[Turn], log: list[ToolLogEntry], ports: LoopPorts) -> CheckResults | None:
    """What a call of the tests came to, or what the worker found when it judged a later run's work, or the draft."""
    asked, judged = last_call(_is_test, turns, log), _judged(turns, ports) or _of_draft(app, ports)
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


def last_call(is_one: Callable[[str, str], bool], turns: list[Turn], log: list[ToolLogEntry]) -> CheckResults | None:
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


def is_lint(tool: str, arguments: str) -> bool:
    return tool == "run_command" and runs_linter(_command(arguments))


def is_scan(tool: str, _: str) -> bool:
    return tool == "security_scan"


def _command(arguments: str) -> str:
    """Of arguments that may have been cut."""
    found = _COMMAND.match(arguments)
    return found[1] if found else ""
