"""Moves an app to another line of packages: built there first, and kept only when that is green."""

from typing import Literal, NamedTuple

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.assets.catalog import Catalog, Line
from shared.domain.base import Files, Input
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.reaching_tests import is_test
from shared.domain.builds.verdict import without_base_failures
from shared.domain.builds.worker_contract import Check
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diagnostics import Diagnostic, has_errors
from shared.domain.errors import Invalid, PolicyViolation, RunActive
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Build, Revision
from shared.domain.tree.relock import PACKAGE
from shared.services.apps.create_app import note_stack
from shared.services.apps.next_steps import NextStep, made_of
from shared.services.assets.template_lines import files_on, lines_of
from shared.services.builds.build_errors import is_ours
from shared.services.builds.start_build import await_build
from shared.services.builds.trial_build import latest_trial, order_trial
from shared.services.get_app import get_draft
from shared.services.or_none import or_none
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.gate_change import gate_tree
from shared.services.revisions.relock import with_lock

_WAIT_SECONDS = 18.0
_CHECKS: tuple[Check, ...] = ("types", "tests", "page")


class LineRequest(Input):
    """The line, and the draft that is moved. `unfinished`: what is not green becomes the draft all the same, for the
    agent or a person to go on with.
    """

    line: Line
    base_revision_id: str
    unfinished: bool = False


class LineChange(BaseModel):
    """`building`: the same request again says how it goes on. `kept`: `revision_id` is the draft on the other line.
    `failed`: the draft is as it was, but with `unfinished`, where it is `revision_id`.
    """

    line: Line
    status: Literal["building", "kept", "failed"]
    diagnostics: list[Diagnostic] = []
    build_id: str | None = None
    revision_id: str | None = None
    next_steps: list[NextStep] = []


def change_line(*, principal: Principal, app_id: str, request: LineRequest, ports: Ports) -> LineChange:
    """How it stands; asking again goes on with the same build, which may take longer than one answer.

    Conflict `REVISION_CONFLICT` when the draft moved, `RUN_ACTIVE` while a run is at work; Invalid for the line that
    the app is on already, and by policy; FeatureDisabled; LimitReached `BUDGET_EXCEEDED`.
    """
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports, base_revision_id=request.base_revision_id)
    _require_idle(app, ports)
    move = _move(principal, app, draft, request, ports)
    if has_errors(move.found):
        return _failed(move, move.found, None)
    build = order_trial(latest_trial(app, move.tree, ports, _task(app, move.files)), ports)
    build = await_build(build=build, seconds=_WAIT_SECONDS, ports=ports)
    if not build.status.finished:
        return LineChange(line=request.line, status="building", build_id=build.id, diagnostics=move.found)
    if build.status != BuildStatus.SUCCEEDED:
        return _failed(move, [*_of_build(build), *move.found], build)
    wrong = _wrong(build, app, draft)
    return _failed(move, [*wrong, *move.found], build) if wrong else _kept(move, build)


def _require_idle(app: App, ports: Ports) -> None:
    run = or_none(ports.runs.get, app.tenant_id, app.active_run_id) if app.active_run_id else None
    if run is not None and not run.ended:
        raise RunActive("A run is at work. Change the line when it has ended, or stop it.", active_run_id=run.id)


class _Move(NamedTuple):
    """The tree on the other line, with what the gate found of it."""

    principal: Principal
    app: App
    draft: Revision
    request: LineRequest
    target: Catalog
    files: Files
    tree: str
    found: list[Diagnostic]
    ports: Ports


def _move(principal: Principal, app: App, draft: Revision, request: LineRequest, ports: Ports) -> _Move:
    from shared.domain.imports.fit_project import say_missing  # few processes ever move an app
    from shared.domain.imports.move_line import move_line

    files = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    manifest = files.get(PACKAGE, b"").decode("utf-8", "replace")
    whole = ports.own_catalogs().of(app.tenant_id).catalog
    here, target = whole.of(manifest), whole.on(request.line, manifest)
    if target.line == here.line:
        raise _same(request.line)
    fitted = move_line(files, target, *_twins(app, here.chosen, request.line, ports))
    locked = with_lock(files=fitted.files, tenant_id=app.tenant_id, ports=ports)
    gated = gate_tree(tenant_id=app.tenant_id, app_id=app.id, files=locked, ports=ports)
    if gated.tree is None:
        raise PolicyViolation("The project cannot be moved as it is.", diagnostics=gated.diagnostics)
    said = say_missing(fitted, gated.diagnostics, lambda name: target.nearest(name, app.framework))
    found = [*said, *fitted.found]
    if gated.report is not None and not gated.report.ok and not has_errors(found):
        found.append(Diagnostic(code="COMPILE_FAILED", message="The project does not compile on this line."))
    return _Move(principal, app, draft, request, target, locked, gated.tree, found, ports)


def _same(line: Line) -> Invalid:
    message = f"The app is on the {line} line of packages already."
    return Invalid(message, diagnostics=[Diagnostic(code="LINE_UNCHANGED", message=message, path="line")])


def _twins(app: App, here: Line, there: Line, ports: Ports) -> tuple[Files, Files]:
    """The app's template on both lines; nothing where it has none, or is not made for both."""
    pack = ports.templates.get(app.template)
    if pack is None or not {here, there} <= set(lines_of(pack.key)):
        return {}, {}
    return files_on(pack, here, ports.catalog), files_on(pack, there, ports.catalog)


def _task(app: App, files: Files) -> WorkerTask:
    left_out: dict[Check, str] = {} if any(map(is_test, files)) else {"tests": "The project has no tests."}
    wanted = [name for name in _CHECKS if app.settings.gates.demand(name) == "required" and name not in left_out]
    return WorkerTask(checks=wanted, left_out=left_out)


def _of_build(build: Build) -> list[Diagnostic]:
    error = build.error
    if error is None:
        return [Diagnostic(code="BUILD_FAILED", message="The build failed.")]
    return error.diagnostics or [Diagnostic(code=error.code, message=error.message)]


def _wrong(build: Build, app: App, draft: Revision) -> list[Diagnostic]:
    """What the checks found that the app demands, and that its draft was not known to have before."""
    wrong = list[Diagnostic]()
    verdict = build.verdict
    if verdict is None:
        return wrong
    for name in verdict.failed:
        part = verdict.part(name)
        if draft.verdict is not None and draft.verdict.part(name).status in (CheckStatus.FAILED, CheckStatus.PASSED):
            part = without_base_failures(part, draft.verdict.part(name))
        if app.settings.gates.demand(name) == "required" and not part.advisory:
            wrong += [one for one in part.diagnostics if one.severity == "error"] or [
                Diagnostic(code=f"{name.upper()}_FAILED", message=part.reason or f"The check {name} failed.")
            ]
    return wrong


def _kept(move: _Move, build: Build) -> LineChange:
    free = or_none(move.ports.revisions.get, build.tenant_id, build.app_id, build.revision_id) is None
    made = _next_draft(move, build if free else None)
    return LineChange(
        line=move.request.line, status="kept", build_id=build.id, revision_id=made.id, diagnostics=move.found
    )


def _failed(move: _Move, found: list[Diagnostic], build: Build | None) -> LineChange:
    """With `unfinished` it is the draft from now on; what a worker of ours lost is neither kept nor mended."""
    answer = LineChange(
        line=move.request.line, status="failed", diagnostics=found, build_id=build.id if build else None
    )
    if build is not None and is_ours(build.error):
        return answer
    made = _next_draft(move, None).id if move.request.unfinished else None
    return answer.model_copy(update={"next_steps": [_ask(move.target, move.app)], "revision_id": made})


def _next_draft(move: _Move, built: Build | None) -> Revision:
    new = NextRevision(
        app_id=move.app.id,
        slug=move.app.slug,
        tree=move.tree,
        parent=move.draft,
        origin="save",
        message=f"Change to the {move.target.chosen} line of packages: {made_of(move.target, move.app.framework)}"[
            :200
        ],
        built=built,
        verdict=built.verdict if built else None,
    )
    made = add_revision(principal=move.principal, new=new, ports=move.ports)
    note_stack(move.app, move.files, move.ports)
    return made


def _ask(target: Catalog, app: App) -> NextStep:
    versions = made_of(target, app.framework)
    message = (
        f"Finish the change to the {target.chosen} line of packages ({versions}): the app does not work on it yet. "
        "Write the code for these versions, replace packages that are not there by others of the catalog or by code of "
        "our own, and keep what the pages show and do."
    )
    return NextStep(kind="ask", message=message)
