"""The tools an answer asked for: run in order, reported as they end, never raising for a model's mistake."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from shared.domain.agent.egress import UntrustedSource
from shared.domain.agent.model_messages import ToolCall, ToolOutput
from shared.domain.runs.chunks import ToolInputAvailable, ToolInputStart, ToolOutputAvailable, ToolOutputError
from shared.domain.runs.data_chunks import DataDiagnostics, DiagnosticsData
from shared.domain.runs.iteration import Step
from shared.domain.runs.run_parts import WorkerCall
from shared.domain.runs.step_status import StepStatus
from shared.domain.spans import span
from shared.domain.untrusted import readable_json
from shared.services.agent.tools.shown_changes import shown_changes
from shared.services.agent.tools.tell_unapplied import SHOW_FILES, note_write, without_them
from shared.services.runs.log.event_writer import EventWriter
from shared.tools.base import Tool, ToolResult, Workspace, clip, not_run
from shared.tools.more import as_meant
from shared.tools.registry import call_tool

MOST_CALLS = 256
MOST_CHARACTERS = 100_000
MOST_WORK = 8
_SHORT = 400
_STAGE_MOST = 1_000
_UNCHANGED: Mapping[str, Any] = {}


@dataclass
class ToolRound:
    """What one iteration's tools did. `work`, each call with what it asks of the worker, and `finish` are for the loop.

    `held` are the calls from the first that waits for a person on, `waiting` the ids of those that wait, `silent` those
    that the stream has not shown yet, `diffs` what the waiting writes would change. `said` counts the characters of all
    answers, `untrusted` is what they hold of strangers. `unapplied`, by path, are changes that were refused, `without`
    the words that later results say of them.
    """

    outputs: list[ToolOutput] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    work: list[WorkerCall] = field(default_factory=list)
    finish: ToolCall | None = None
    held: list[ToolCall] = field(default_factory=list)
    waiting: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    diffs: dict[str, str] = field(default_factory=dict)
    finish_data: dict[str, Any] = field(default_factory=dict)
    said: int = 0
    untrusted: set[UntrustedSource] = field(default_factory=set)
    unapplied: dict[str, str] = field(default_factory=dict)
    without: str = ""


def run_tools(
    calls: Sequence[ToolCall],
    *,
    tools: Mapping[str, Tool[Any]],
    workspace: Workspace,
    writer: EventWriter,
    cancelled: Callable[[], bool],
    waits: Callable[[ToolCall], bool] = lambda call: False,
    into: ToolRound | None = None,
) -> ToolRound:
    """Run every call against the workspace. In-memory reads take microseconds, so they share the order of the writes.

    A call of `more` is reported as the call of the tool behind it.
    Calls of the worker and the first of finish are left for the loop, in their order. From the first
    call that `waits` for a person on, all are held back, so that the order stays the model's. `into` is gone on with.
    """
    done = into if into is not None else ToolRound()
    for order, call in enumerate(map(as_meant, calls)):
        if order < MOST_CALLS and not cancelled() and waits(call):
            done.waiting.add(call.call_id)
        if done.waiting and order < MOST_CALLS and not cancelled():
            done.held.append(call)
        elif cancelled():
            report(call, not_run("Not run: the person cancelled."), done, writer, 0)
        elif order >= MOST_CALLS:
            report(call, not_run(f"Not run: at most {MOST_CALLS} calls of one answer are."), done, writer, 0)
        else:
            _run_one(call, tools, workspace, writer, done)
    return done


def _run_one(
    call: ToolCall, tools: Mapping[str, Tool[Any]], workspace: Workspace, writer: EventWriter, done: ToolRound
) -> None:
    announce(call, done, writer)
    tool = tools.get(call.name)
    if tool is not None:
        writer.enter_stage(tool.stage if tool.kind != "finish" else writer.stage)
    started = time.perf_counter()
    name = "unknown" if tool is None else tool.name  # a model may ask for anything by name
    with span(f"execute_tool {name}", tool=name) as drawn:
        result = _result(call, tool, tools, workspace, done)
        drawn.set(outcome="ok" if result.ok else "refused")
    done.untrusted.update(result.untrusted)
    changed = {} if result.files is None else shown_changes(workspace.files, result.files)
    if result.files is not None:
        workspace.files = result.files
        if "fixed" in result.data:
            writer.enter_stage("repair", str(result.data["fixed"])[:_STAGE_MOST])
    if result.task is not None:
        done.work.append(WorkerCall(call=call, task=result.task))
        return
    if result.ok and tool is not None and tool.kind == "finish":
        done.finish, done.finish_data = call, result.data
        return
    report(call, result, done, writer, round((time.perf_counter() - started) * 1000), changed)
    if tool is not None and tool.kind == "write":
        note_write(call, result.ok, done.unapplied)
        done.without = without_them(done.unapplied)


def _result(
    call: ToolCall, tool: Tool[Any] | None, tools: Mapping[str, Tool[Any]], workspace: Workspace, done: ToolRound
) -> ToolResult:
    if tool is not None and tool.kind == "finish" and done.finish is not None:
        return not_run("Not run: the same answer has called `finish` before.")
    if tool is not None and tool.kind == "worker" and len(done.work) >= MOST_WORK:
        return not_run(f"Not run: the worker does at most {MOST_WORK} things of one answer. Call it again.")
    return call_tool(tools, call.name, call.arguments, workspace)


def _fitting(text: str, done: ToolRound) -> str:
    """`text`, or its beginning when the answers to one message have grown too long together."""
    done.said += len(text)
    if done.said <= MOST_CHARACTERS or len(text) <= _SHORT:
        return text
    return f"{text[:_SHORT]}\n[... left out: you asked for too much at once; call again for this alone ...]"


def announce(call: ToolCall, done: ToolRound, writer: EventWriter) -> None:
    """Show a call that the stream has kept back until now."""
    if call.call_id not in done.silent:
        return
    done.silent.discard(call.call_id)
    writer.emit(
        ToolInputStart(tool_call_id=call.call_id, tool_name=call.name),
        ToolInputAvailable(tool_call_id=call.call_id, tool_name=call.name, input=readable_json(call.arguments)),
    )


def report(
    call: ToolCall,
    result: ToolResult,
    done: ToolRound,
    writer: EventWriter,
    milliseconds: int,
    changed: Mapping[str, Any] = _UNCHANGED,
) -> None:
    """Answer one call: to the model, to the timeline (with what it changed), and in the record of the iteration."""
    announce(call, done, writer)
    text = _fitting(result.text if result.fitted else clip(result.text), done)
    if result.ran and call.name in SHOW_FILES:
        text += done.without
    done.outputs.append(ToolOutput(call_id=call.call_id, output=text))
    now = writer.now()
    done.steps.append(
        Step(
            call_id=call.call_id,
            tool=call.name,
            status=_status(result),
            arguments=call.arguments,
            output=text,
            changed_paths=list(result.changed_paths),
            duration_ms=milliseconds,
            started_at=now - timedelta(milliseconds=milliseconds) if result.ran else None,
            finished_at=now,
        )
    )
    if result.ok:
        output = {"text": text, **result.data, **changed, "changed_paths": list(result.changed_paths)}
        writer.emit(ToolOutputAvailable(tool_call_id=call.call_id, output=output))
    else:
        writer.emit(ToolOutputError(tool_call_id=call.call_id, error_text=text))
    writer.emit(*result.chunks)
    if call.name == "compile_project":
        found = list(result.diagnostics)
        writer.emit(DataDiagnostics(data=DiagnosticsData(source="compile", ok=result.ok, diagnostics=found)))


def _status(result: ToolResult) -> StepStatus:
    if not result.ran:
        return StepStatus.SKIPPED
    return StepStatus.COMPLETED if result.ok else StepStatus.FAILED
