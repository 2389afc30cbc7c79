"""A person's own call of a tool: reads look at the draft or at a run's candidate, a write is a save."""

import json
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import BaseModel

from shared.domain.agent.egress import Egress
from shared.domain.agent.tool_aliases import ours
from shared.domain.apps.app import App
from shared.domain.base import Files, Input
from shared.domain.builds.acceptance import new_checks
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.compile_report import CompileReport
from shared.domain.builds.worker_task import BUILD
from shared.domain.errors import Invalid, NotFound, RunActive
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.domain.runs.step_status import StepStatus
from shared.domain.spans import span
from shared.domain.tree.operations_between import operations_between
from shared.domain.tree.relock import PACKAGE
from shared.services.agent.tools.equip_workspace import Green, Whose, equip_workspace
from shared.services.builds.prove_by_hand import Proof, prove_by_hand
from shared.services.builds.trial_build import require_builds
from shared.services.builds.worker.run_task import run_task
from shared.services.compile_tree import compile_tree
from shared.services.feedback.latest_result import latest_of_draft, latest_result, report_text
from shared.services.get_app import belongs_to, get_draft
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports
from shared.services.revisions.relock import lock_of
from shared.services.revisions.save_revision import SaveRequest, save_revision
from shared.tools.base import Params, ReportText, Tool, ToolResult, Workspace, refuse
from shared.tools.compiling import describe
from shared.tools.reading import text_or_none

_LOCK = "package-lock.json"
_NO_BROWSER = ToolResult(
    ok=True, text="unavailable: the worker here has no browser.", data={"status": CheckStatus.UNAVAILABLE}
)
_ONLY_A_RUN = refuse("Not run: this command waits for a person's approval, which only a run can ask for.")
_SKIPPED = ToolResult(
    ok=True, text="skipped: targeted tests are switched off here.", data={"status": CheckStatus.SKIPPED}
)


class ToolRequest(Input):
    """Which project, which tree (the draft, unless a run is named), and the tool's own parameters."""

    project_id: str
    run_id: str | None = None
    base_revision_id: str | None = None
    params: dict[str, Any] = {}


class ToolAnswer(BaseModel):
    """What a tool said: on `stdout` when it succeeded, on `stderr` when it refused."""

    success: bool
    stdout: str
    stderr: str
    data: dict[str, Any]


class _Call(NamedTuple):
    tool: Tool[Any]
    params: Params


class _Place(NamedTuple):
    app: App
    draft: Revision
    run: Run | None
    tree: str
    green: Green
    egress: Egress


def use_tool(
    *,
    principal: Principal,
    tool: str,
    request: ToolRequest,
    ports: Ports,
) -> ToolAnswer:
    """The tool's answer; its refusals are answers too.

    NotFound for what does not exist, Invalid for parameters that do not fit and for a write that the fast gate
    refuses, Conflict `REVISION_CONFLICT` for a write on a stale base and `RUN_ACTIVE` for one into a run's tree.
    """
    called = ours(tool, request.params)
    call = _parsed(called.tool, json.dumps(called.params))
    with span(f"execute_tool {call.tool.name}", tool=call.tool.name) as drawn:
        answer = _use(call, principal, request, ports)
        if called.done is not None:
            answer = ToolAnswer(success=True, stdout=called.done, stderr="", data=called.params)
        drawn.set(outcome="ok" if answer.success else "refused")
    return answer


def _use(call: _Call, principal: Principal, request: ToolRequest, ports: Ports) -> ToolAnswer:
    found, params = call
    place = _place(principal, request, found.kind == "write", ports)
    workspace = _workspace(place, ports)
    before = workspace.files
    result = found.run(params, workspace)
    if found.name == "add_dependency":
        from shared.services.agent.tools.ask_owner import ask_owner

        whose = (place.draft.tenant_id, place.draft.app_id, None)
        result = ask_owner(getattr(params, "name", None), result, workspace.catalog, whose=whose, ports=ports)
    if found.kind == "worker":
        return _by_worker(found, params, workspace, result, place, ports)
    if result.files is not None and result.files != before:
        proof = prove_by_hand(place.app, result.files, new_checks(before, result.files), ports)
        return _unproved(proof) or _saved(principal, request, place, result, proof, before, ports)
    return _answer(result, _whole_file(found, result, before))


def _parsed(name: str, arguments: str) -> _Call:
    # here, not above: the tools are forty modules, and most of the API's processes never see a call of one
    from shared.tools.registry import CODER_TOOLS, parse_arguments

    found = CODER_TOOLS.get(name)
    if found is None:
        raise NotFound(f"There is no such tool. There are: {', '.join(CODER_TOOLS)}.")
    if found.kind == "finish":
        raise Invalid("Only a run can finish.")
    params = parse_arguments(found, arguments)
    if isinstance(params, ToolResult):
        raise Invalid(params.text)
    return _Call(found, params)


def _place(principal: Principal, request: ToolRequest, writes: bool, ports: Ports) -> _Place:
    base = request.base_revision_id if writes else None
    app, draft = get_draft(principal=principal, app_id=request.project_id, ports=ports, base_revision_id=base)
    egress = Egress(frozenset(app.settings.api_hosts), app.unconfirmed if principal.machine else frozenset())
    if request.run_id is None:
        built = Green(draft.tree, draft.build_id) if draft.build_status == BuildStatus.SUCCEEDED else Green()
        return _Place(app, draft, None, draft.tree, built, egress)
    run = belongs_to(ports.runs.get(principal.tenant_id, require_id("run", request.run_id)), app.id)
    if writes:
        raise RunActive("A run's tree is written by the run alone. Leave out run_id to save.")
    return _Place(app, draft, run, run.candidate_tree, Green(run.green_tree, run.green_build_id), egress)


def _workspace(place: _Place, ports: LoopPorts) -> Workspace:
    tenant_id, app_id = place.draft.tenant_id, place.draft.app_id

    def compile_files(files: Files) -> CompileReport:
        tree = ports.snapshots.put(tenant_id, app_id, files)
        return compile_tree(tenant_id=tenant_id, app_id=app_id, tree=tree, seconds=ports.source_seconds, ports=ports)

    files = ports.snapshots.get(tenant_id, app_id, place.tree)
    shelf = ports.own_catalogs().of(tenant_id)
    workspace = Workspace(
        files=files,
        catalog=shelf.catalog.of(files.get(PACKAGE, b"").decode("utf-8", "replace")),
        catalog_lock=lock_of(files, shelf),
        lines=shelf.catalogs,
        compile=compile_files,
        limits=ports.limits,
        egress=place.egress,
        build_result=lambda: _last_result(place, ports),
    )
    equip_workspace(workspace, Whose(tenant_id, app_id), green=place.green, ports=ports)
    return workspace


def _last_result(place: _Place, ports: LoopPorts) -> ReportText:
    if place.run is None:
        result = latest_of_draft(place.draft, ports.results, ports.runs)
    else:
        result = latest_result(place.run, ports.results)
    return report_text(result, ports.clock.now())


def _by_worker(
    tool: Tool[Any], params: Params, workspace: Workspace, result: ToolResult, place: _Place, ports: Ports
) -> ToolAnswer:
    if tool.effect_of(params, workspace) == "unlisted_command":
        return _answer(_ONLY_A_RUN, {"status": StepStatus.NEEDS_APPROVAL})
    task = BUILD if tool.name == "build_project_worker" else result.task
    if task is None:
        return _answer(result)
    if task.task == "tests" and not ports.switches.targeted_tests:
        return _answer(_SKIPPED)
    if task.task == "browser" and not ports.switches.browser:
        return _answer(_NO_BROWSER)
    require_builds(ports.switches)
    return _answer(run_task(draft=place.draft, slug=place.app.slug, tree=place.tree, task=task, ports=ports))


def _unproved(proof: Proof) -> ToolAnswer | None:
    """What is said of acceptance checks that are not kept, or not yet: the same call again goes on with them."""
    if proof.pending:
        why = proof.why or "It is still being tried."
        return _answer(ToolResult(False, f"{why} Call it again to keep it.", {"status": StepStatus.RUNNING}))
    if proof.found:
        text = describe(list(proof.found))
        return _answer(ToolResult(False, text, {"status": CheckStatus.FAILED}, diagnostics=tuple(proof.found)))
    return None


def _saved(
    principal: Principal,
    request: ToolRequest,
    place: _Place,
    result: ToolResult,
    proof: Proof,
    before: Files,
    ports: Ports,
) -> ToolAnswer:
    """The write as a revision on the draft that was looked at. The lockfile follows from the manifest."""
    after = result.files or before
    operations = [one for one in operations_between(before, after) if one.path != _LOCK]
    save = SaveRequest(base_revision_id=place.draft.id, operations=operations)
    revision, _ = save_revision(principal=principal, app_id=request.project_id, request=save, ports=ports)
    said = replace(result, text=f"{result.text} {proof.why}".rstrip())
    return _answer(said, {"revision_id": revision.id, "build_status": revision.build_status})


def _whole_file(tool: Tool[Any], result: ToolResult, files: Files) -> dict[str, Any]:
    """A read over HTTP brings the file itself too, without line numbers."""
    if tool.name != "read_file" or not result.ok:
        return {}
    return {"content": text_or_none(files, result.data["path"])}


def _answer(result: ToolResult, more: dict[str, Any] | None = None) -> ToolAnswer:
    data = {**result.data, "changed_paths": list(result.changed_paths)}
    if result.diagnostics:
        data["diagnostics"] = [found.model_dump(mode="json") for found in result.diagnostics]
    return ToolAnswer(
        success=result.ok,
        stdout=result.text if result.ok else "",
        stderr="" if result.ok else result.text,
        data={**data, **(more or {})},
    )
