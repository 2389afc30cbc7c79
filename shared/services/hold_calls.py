"""Which calls of an answer wait for a person. Tried on a copy first: nobody is asked about a call that would fail."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shared.domain.app import AutonomyMode
from shared.domain.autonomy import waits_for_person
from shared.domain.chunks import ToolApprovalRequest
from shared.domain.model_messages import ToolCall
from shared.domain.run import HeldCall, Run, Step, StepStatus
from shared.services.loop_work import Work
from shared.services.run_tools import ToolRound, announce, report
from shared.tools.base import Tool, ToolResult, Workspace, not_run
from shared.tools.registry import parse_arguments

_ALONE = "Not run: the same answer has changes that wait for a person. Call it again, alone, when they are decided."


class Gate:
    """Asked about each call of one answer, in order."""

    def __init__(self, mode: AutonomyMode, tools: Mapping[str, Tool[Any]], workspace: Workspace) -> None:
        self._mode = mode
        self._tools = tools
        self._copy = replace(workspace, refusals=dict(workspace.refusals))

    def waits(self, call: ToolCall) -> bool:
        """Whether a person must say yes before this call runs."""
        tool = self._tools.get(call.name)
        if tool is None:
            return False
        params = parse_arguments(tool, call.arguments)
        if isinstance(params, ToolResult) or not waits_for_person(self._mode, tool.effect_of(params)):
            return False
        return tool.kind != "write" or self._succeeds(tool.run(params, self._copy))

    def _succeeds(self, result: ToolResult) -> bool:
        if result.files is not None:
            self._copy.files = result.files
        return result.ok


def hold(work: Work, done: ToolRound) -> None:
    """Keep the held calls with the run, ask for each that waits, and let the loop wait."""
    for early in (done.build, done.finish):
        if early is not None:
            report(early, not_run(_ALONE), done, work.writer, 0)
    for call in done.held:
        if call.call_id in done.waiting:
            announce(call, done, work.writer)
    held = [_held(call, done) for call in done.held]
    work.change(held=held)
    work.steps += [_step(call, done) for call in done.held]
    work.writer.emit(
        *(
            ToolApprovalRequest(approval_id=approval_id(work.run, call.call_id), tool_call_id=call.call_id)
            for call in held
            if call.waits
        )
    )
    work.next = "approval"


def approval_id(run: Run, call_id: str) -> str:
    """What a client names when it answers one request."""
    return f"{run.id}:{call_id}"


def _held(call: ToolCall, done: ToolRound) -> HeldCall:
    waits, shown = call.call_id in done.waiting, call.call_id not in done.silent
    return HeldCall(call_id=call.call_id, tool=call.name, waits=waits, announced=shown)


def _step(call: ToolCall, done: ToolRound) -> Step:
    status: StepStatus = "needs_approval" if call.call_id in done.waiting else "pending"
    return Step(call_id=call.call_id, tool=call.name, status=status, arguments=call.arguments, output="")
