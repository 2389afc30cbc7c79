"""Which calls of an answer wait for a person. Tried on a copy first: nobody is asked about a call that would fail."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shared.domain.agent.egress import in_order
from shared.domain.agent.model_messages import ToolCall
from shared.domain.apps.app import AutonomyMode
from shared.domain.apps.autonomy import waits_for_person
from shared.domain.diffs.changes import readable_diff
from shared.domain.runs.chunks import ToolApprovalRequest
from shared.domain.runs.data_chunks import ApprovalData, DataApproval
from shared.domain.runs.iteration import Step
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import HeldCall
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.what_next import Ask
from shared.domain.untrusted import shortened
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.agent.tools.run_tools import announce, report
from shared.services.runs.start.describe_request import describe_request, host_of
from shared.tools.api_request import API_REQUEST
from shared.tools.base import Tool, ToolResult, Workspace, not_run
from shared.tools.more import as_meant
from shared.tools.registry import parse_arguments

_DIFF_CHARACTERS, _ALL_DIFFS, _LEAST_DIFF = 100_000, 400_000, 2_000
"""Of one write that waits, of all of an answer together, and of each that comes after these are used up."""
_ALONE = "Not run: the same answer has changes that wait for a person. Call it again, alone, when they are decided."


class Gate:
    """Asked about each call of one answer, in order. `diffs` is what each write that waits would change, if wanted."""

    def __init__(
        self, mode: AutonomyMode, tools: Mapping[str, Tool[Any]], workspace: Workspace, *, with_diffs: bool = False
    ) -> None:
        self.diffs: Mapping[str, str] = {}
        self._mode = mode
        self._with_diffs = with_diffs
        self._tools = tools
        self._copy = replace(workspace, refusals=dict(workspace.refusals))

    def waits(self, call: ToolCall) -> bool:
        """Whether a person must say yes before this call runs."""
        call = as_meant(call)
        tool = self._tools.get(call.name)
        if tool is None:
            return False
        params = parse_arguments(tool, call.arguments)
        if isinstance(params, ToolResult) or not waits_for_person(self._mode, tool.effect_of(params, self._copy)):
            return False
        return tool.kind != "write" or self._succeeds(call, tool.run(params, self._copy))

    def _succeeds(self, call: ToolCall, result: ToolResult) -> bool:
        if result.files is not None:
            if self._with_diffs:
                left = _ALL_DIFFS - sum(map(len, self.diffs.values()))
                most = max(_LEAST_DIFF, min(_DIFF_CHARACTERS, left))
                diff = shortened(readable_diff(self._copy.files, result.files), most)
                self.diffs = {**self.diffs, call.call_id: diff}
            self._copy.files = result.files
        return result.ok


def hold(work: Work) -> Work:
    """Keep the held calls with the run, ask for each that waits, and let the loop wait."""
    calls, waiting = work.round.held, work.round.waiting
    for early in (*(one.call for one in work.round.work), *filter(None, [work.round.finish])):
        work = report(work, early, not_run(_ALONE))
    for call in calls:
        if call.call_id in waiting:
            work = announce(work, call)
    held = [_held(work, call) for call in calls]
    work = work.change(held=held)
    steps = (*work.round.steps, *(_step(call, work.round) for call in calls))
    work.inputs.writer.emit(
        *(
            ToolApprovalRequest(approval_id=approval_id(work.run, call.call_id), tool_call_id=call.call_id)
            for call in held
            if call.waits
        ),
        *(_asked(work, one, call) for one, call in zip(held, calls, strict=True) if one.host is not None),
    )
    return replace(work, round=replace(work.round, steps=steps), next=Ask())


def _asked(work: Work, held: HeldCall, call: ToolCall) -> DataApproval:
    shown = describe_request(held, call.arguments, work.inputs.ports.limits)
    request = shown.model_dump() if shown else {}
    data = ApprovalData(approval_id=approval_id(work.run, held.call_id), step_id=held.call_id, request=request)
    return DataApproval(data=data)


def approval_id(run: Run, call_id: str) -> str:
    """What a client names when it answers one request."""
    return f"{run.id}:{call_id}"


def _held(work: Work, call: ToolCall) -> HeldCall:
    waits, shown = call.call_id in work.round.waiting, call.call_id not in work.round.silent
    plain = HeldCall(call_id=call.call_id, tool=call.name, waits=waits, announced=shown)
    params = parse_arguments(API_REQUEST, call.arguments) if waits and call.name == API_REQUEST.name else None
    if params is None or isinstance(params, ToolResult):
        return plain
    egress = work.inputs.workspace.egress
    host = host_of(params, work.inputs.ports.limits)
    concerns = egress.concerns(host) if host else []
    return plain.model_copy(update={"host": host, "concerns": concerns, "untrusted": in_order(egress.untrusted)})


def _step(call: ToolCall, done: ToolRound) -> Step:
    status: StepStatus = StepStatus.NEEDS_APPROVAL if call.call_id in done.waiting else StepStatus.PENDING
    step = Step(call_id=call.call_id, tool=call.name, status=status, arguments=call.arguments, output="")
    about = {"diff": done.diffs.get(call.call_id), "alignment": done.alignments.get(call.call_id)}
    return step.model_copy(update=about)
