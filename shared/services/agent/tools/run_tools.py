"""The tools an answer asked for: run in order, reported as they end, never raising for a model's mistake."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from shared.domain.agent.egress import UntrustedSource
from shared.domain.agent.model_messages import ToolCall, ToolOutput
from shared.domain.base import Files
from shared.domain.diffs.changes import FileChange, fold_locks, iter_changes, patch_of
from shared.domain.diffs.file_status import FileStatus
from shared.domain.json_weight import parse_bounded
from shared.domain.runs.chunks import ToolInputAvailable, ToolInputStart, ToolOutputAvailable, ToolOutputError
from shared.domain.runs.data_chunks import ChangedFile, DataDiagnostics, DiagnosticsData
from shared.domain.runs.iteration import Step
from shared.domain.runs.run_parts import WorkerCall
from shared.domain.runs.step_status import StepStatus
from shared.domain.spans import span
from shared.domain.untrusted import readable_json, shortened
from shared.services.agent.loop_work import Work
from shared.services.agent.tools.equip_workspace import Green, built_of
from shared.tools.base import Tool, ToolResult, Workspace, clip, not_run, refuse
from shared.tools.meant import project_path
from shared.tools.more import as_meant
from shared.tools.read_files import without_lines
from shared.tools.registry import call_tool
from shared.tools.search_docs import SEARCH_DOCS

MOST_CALLS = 256
MOST_CHARACTERS = 100_000
MOST_WORK = 8
_SHORT = 400
_STAGE_MOST = 1_000
_TICKING = "update_state"
_UNCHANGED: Mapping[str, Any] = {}
_CHANGES, _CHARACTERS = 100, 8_000
SHOW_FILES = frozenset(
    {"list_files", "read_file", "read_files", "search_code", "compile_project", "verify", "build_project_worker",
     "run_targeted_tests", "run_command", "browser", "prepare_static_bundle"}
)  # fmt: skip
"""The tools whose results depend on what the files hold."""
_OF_FILES, _OF_NAMES = frozenset({"read_file", "read_files"}), frozenset({"list_files"})
_CHANGES_NAMES = frozenset({"write_file", "rename_file", "delete_files", "delete_file"})
_PLACES, _LONGEST = 5, 120


def run_tools(
    work: Work,
    calls: Sequence[ToolCall],
    tools: Mapping[str, Tool[Any]],
    waits: Callable[[ToolCall], bool] = lambda call: False,
) -> Work:
    """Run every call against the workspace, as part of the round at hand. In-memory reads take microseconds, so they
    share the order of the writes.

    A call of `more` is reported as the call of the tool behind it. Steps of the plan are ticked last, when it is known
    whether the changes of the answer were kept.
    Calls of the worker and the first of finish are left for the loop, in their order. From the first
    call that `waits` for a person on, all are held back, so that the order stays the model's.
    """
    run, cancelled = work.run, work.inputs.cancelled
    green = Green(run.green_tree, run.green_build_id)
    work.inputs.workspace.built = built_of(run.tenant_id, run.app_id, green, work.inputs.ports)
    for order, call in enumerate(sorted(map(as_meant, calls), key=_ticks)):
        if order < MOST_CALLS and not cancelled() and waits(call):
            work = replace(work, round=replace(work.round, waiting=work.round.waiting | {call.call_id}))
        if work.round.waiting and order < MOST_CALLS and not cancelled():
            work = replace(work, round=replace(work.round, held=(*work.round.held, call)))
        elif cancelled():
            work = report(work, call, not_run("Not run: the person cancelled."))
        elif order >= MOST_CALLS:
            work = report(work, call, not_run(f"Not run: at most {MOST_CALLS} calls of one answer are."))
        else:
            work = _run_one(work, call, tools)
    return work


def _run_one(work: Work, call: ToolCall, tools: Mapping[str, Tool[Any]]) -> Work:
    work = announce(work, call)
    workspace, writer = work.inputs.workspace, work.inputs.writer
    tool = tools.get(call.name)
    if tool is not None:
        writer.enter_stage(tool.stage if tool.kind != "finish" else writer.stage)
    started = time.perf_counter()
    name = "unknown" if tool is None else tool.name  # a model may ask for anything by name
    with span(f"execute_tool {name}", tool=name) as drawn:
        result = _result(call, tool, tools, work)
        drawn.set(outcome="ok" if result.ok else "refused")
    read = _documents_read(name, result, work).union(result.untrusted)
    done = replace(work.round, untrusted=work.round.untrusted | read)
    changed = {} if result.files is None else shown_changes(workspace.files, result.files)
    if result.files is not None:
        workspace.files = result.files
        if "fixed" in result.data:
            writer.enter_stage("repair", str(result.data["fixed"])[:_STAGE_MOST])
    if result.task is not None:
        return replace(work, round=replace(done, work=(*done.work, WorkerCall(call=call, task=result.task))))
    if result.ok and tool is not None and tool.kind == "finish":
        return replace(work, round=replace(done, finish=call, finish_data=result.data))
    milliseconds = round((time.perf_counter() - started) * 1000)
    work = report(replace(work, round=done), call, result, milliseconds, changed)
    if tool is None or tool.kind != "write":
        return work
    unapplied = note_write(call, result.ok, work.round.unapplied)
    return replace(work, round=replace(work.round, unapplied=unapplied, without=without_them(unapplied)))


def _result(call: ToolCall, tool: Tool[Any] | None, tools: Mapping[str, Tool[Any]], work: Work) -> ToolResult:
    if tool is not None and tool.kind == "finish" and work.round.finish is not None:
        return not_run("Not run: the same answer has called `finish` before.")
    if tool is not None and tool.kind == "worker" and len(work.round.work) >= MOST_WORK:
        return not_run(f"Not run: the worker does at most {MOST_WORK} things of one answer. Call it again.")
    workspace = work.inputs.workspace
    if _ticks(call) and tool is not None and (why := _not_kept(work)):
        return _without_ticks(call, tools, workspace, why)
    result = call_tool(tools, call.name, call.arguments, workspace)
    if call.name != "add_dependency" or result.ok:
        return result
    from shared.services.agent.tools.ask_owner import ask_owner  # few calls are refused for that

    whose = (work.run.tenant_id, work.run.app_id, work.run.id)
    return ask_owner(_named(call.arguments), result, workspace.catalog, whose=whose, ports=work.inputs.ports)


def _documents_read(tool: str, result: ToolResult, work: Work) -> frozenset[UntrustedSource]:
    if tool != SEARCH_DOCS.name:
        return frozenset()
    from shared.services.agent.tools.read_documents import documents_read  # few runs search

    return documents_read(result, work.inputs.app, work.inputs.ports)


def _ticks(call: ToolCall) -> bool:
    """Whether a call says that steps of the plan are done."""
    return call.name == _TICKING and bool(_given(call.arguments).get("done"))


def _not_kept(work: Work) -> str:
    """Why what the answer changed is not there; empty when it is."""
    if work.round.unapplied:
        return f"{next(iter(work.round.unapplied.values()))} of the same answer was refused."
    if not any(step.changed_paths for step in work.round.steps):
        return ""
    from shared.tools.fixing import check_fixed  # few answers tick a step

    if check_fixed(work.inputs.workspace).report.ok:
        return ""
    return "the project does not compile with the changes of this answer."


def _without_ticks(call: ToolCall, tools: Mapping[str, Tool[Any]], workspace: Workspace, why: str) -> ToolResult:
    """The rest of an update; its `done` waits for changes that are kept."""
    given = _given(call.arguments)
    if not given.get("done"):
        return call_tool(tools, call.name, call.arguments, workspace)
    rest = {name: value for name, value in given.items() if name != "done"}
    unticked = f"No step was ticked: {why} Tick it when that is repaired."
    if not any(rest.values()):
        return refuse(unticked)
    result = call_tool(tools, call.name, json.dumps(rest), workspace)
    return replace(result, text=f"{result.text}\n{unticked}")


def _given(arguments: str) -> dict[str, Any]:
    try:
        given = parse_bounded(arguments)
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


def _named(arguments: str) -> object:
    try:
        return parse_bounded(arguments).get("name")
    except (ValueError, AttributeError, RecursionError):
        return None


def _fitting(text: str, said: int) -> str:
    """`text`, or its beginning when the answers to one message have grown too long together."""
    if said <= MOST_CHARACTERS or len(text) <= _SHORT:
        return text
    return f"{text[:_SHORT]}\n[... left out: you asked for too much at once; call again for this alone ...]"


def announce(work: Work, call: ToolCall) -> Work:
    """Show a call that the stream has kept back until now."""
    if call.call_id not in work.round.silent:
        return work
    work.inputs.writer.emit(
        ToolInputStart(tool_call_id=call.call_id, tool_name=call.name),
        ToolInputAvailable(tool_call_id=call.call_id, tool_name=call.name, input=readable_json(call.arguments)),
    )
    return replace(work, round=replace(work.round, silent=work.round.silent - {call.call_id}))


def report(
    work: Work, call: ToolCall, result: ToolResult, milliseconds: int = 0, changed: Mapping[str, Any] = _UNCHANGED
) -> Work:
    """Answer one call: to the model, to the timeline (with what it changed), and in the record of the iteration."""
    work = announce(work, call)
    done, writer = work.round, work.inputs.writer
    text = result.text if result.fitted else clip(result.text)
    said = done.said + len(text)
    text = _fitting(text, said)
    if result.ran and call.name in SHOW_FILES:
        text += without_them(concerning(call, done.unapplied)) if done.unapplied else done.without
    now = writer.now()
    step = Step(
        call_id=call.call_id,
        tool=call.name,
        status=_status(result),
        arguments=call.arguments,
        output=text,
        changed_paths=list(result.changed_paths),
        duration_ms=milliseconds,
        diff=changed.get("diff") or None,
        started_at=now - timedelta(milliseconds=milliseconds) if result.ran else None,
        finished_at=now,
        alignment=done.alignments.get(call.call_id),
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
    outputs = (*done.outputs, ToolOutput(call_id=call.call_id, output=text))
    return replace(work, round=replace(done, outputs=outputs, steps=(*done.steps, step), said=said))


def _status(result: ToolResult) -> StepStatus:
    if not result.ran:
        return StepStatus.SKIPPED
    return StepStatus.COMPLETED if result.ok else StepStatus.FAILED


def shown_changes(before: Files, after: Files) -> dict[str, Any]:
    """`changes`, and `diff` as a patch; both bounded, since a stream is kept. A new file is in the call's arguments."""
    found = fold_locks(iter_changes(before, after))
    if not found:
        return {}
    known = [change for change in found if change.status != FileStatus.ADDED]
    return {
        "changes": [_counted(change) for change in found[:_CHANGES]],
        "diff": shortened(patch_of(known, before, after), _CHARACTERS),
    }


def _counted(change: FileChange) -> dict[str, Any]:
    file = ChangedFile(path=change.path, status=change.status, additions=change.additions, deletions=change.deletions)
    return file.model_dump()


def note_write(call: ToolCall, ok: bool, unapplied: Mapping[str, str]) -> Mapping[str, str]:
    """With this write, where it was refused, until one to the same place is done; one whose place cannot be read counts
    too. A check that was refused is missing in nothing that is shown.
    """
    places = _places(call.arguments)
    if not ok:
        return unapplied if call.name == "add_check" else {**unapplied, **dict.fromkeys(places or [""], call.name)}
    return {path: tool for path, tool in unapplied.items() if path not in places}


def concerning(call: ToolCall, unapplied: Mapping[str, str]) -> Mapping[str, str]:
    """Those of the refused changes that a result could show: of a file that is read its own, of a list of names those
    that change names.
    """
    if call.name in _OF_NAMES:
        return {place: tool for place, tool in unapplied.items() if not place or tool in _CHANGES_NAMES}
    if call.name not in _OF_FILES:
        return unapplied
    paths = {shortened(path, _LONGEST) for path in _read_paths(call.arguments)}
    return {place: tool for place, tool in unapplied.items() if not place or place in paths}


def _read_paths(arguments: str) -> list[str]:
    """The paths that a reading call names, with and without the lines that some name too."""
    paths = _texts(arguments, "path", "paths")
    return [*paths, *(without_lines(path) for path in paths)]


def without_them(unapplied: Mapping[str, str]) -> str:
    """The words after a result; empty when every change of the answer was made."""
    if not unapplied:
        return ""
    places = [f"{tool} {place}".strip() for place, tool in unapplied.items()][:_PLACES]
    more = f" and {len(unapplied) - _PLACES} more" if len(unapplied) > _PLACES else ""
    return (
        f"\n[Without {', '.join(places)}{more} of the same answer: refused, so this is about the files as they were.]"
    )


def _places(arguments: str) -> list[str]:
    """What a write names, the place it is about first: paths from the project's root, or the package's name."""
    named = _texts(arguments, "path", "new_path", "paths") or _texts(arguments, "name")
    return [shortened(place, _LONGEST) for place in named]


def _texts(arguments: str, *names: str) -> list[str]:
    given = _given(arguments)
    values = [value for name in names for value in _listed(given.get(name))]
    return [path for value in values if isinstance(path := project_path(value), str) and path]


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
