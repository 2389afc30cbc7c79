"""Tries operations out: through the gate, and if asked through a real build, keeping nothing of the app."""

from contextlib import AbstractContextManager, nullcontext

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diagnostics import Diagnostic, has_errors
from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.ids import new_id
from shared.domain.revisions.revision import Build
from shared.domain.tree.operations import Operation
from shared.services.builds.start_build import await_build
from shared.services.builds.trial_build import begin_trial, find_trial, new_trial
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revisions.gate_change import gate_change

_WAIT_SECONDS = 25.0


class ValidateRequest(Input):
    """As a save, but nothing is kept; `worker` says whether there is a real build as well.

    Left out, there is one where the deployment's worker gate and builds are on.
    """

    base_revision_id: str
    operations: list[Operation]
    worker: bool | None = None


class Validation(BaseModel):
    """`pending`: the build has not finished in time; then `valid` is not known to be true, and is false."""

    valid: bool
    diagnostics: list[Diagnostic]
    build_id: str | None = None
    pending: bool = False


def validate_change(
    *,
    principal: Principal,
    app_id: str,
    request: ValidateRequest,
    ports: Ports,
    turn: AbstractContextManager[None] = nullcontext(),  # noqa: B008 - it holds nothing
) -> Validation:
    """What a save of this would say. Only a stale base is an error; everything else is an answer.

    `turn` is held while the compiler is asked, and no longer: the build has a place of its own.
    """
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports, base_revision_id=request.base_revision_id)
    base = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    try:
        with turn:
            gated = gate_change(
                tenant_id=app.tenant_id, app_id=app.id, base=base, operations=request.operations, ports=ports
            )
        tree = gated.accepted()
    except Invalid as refusal:
        return Validation(valid=False, diagnostics=refusal.diagnostics or [_finding(refusal)])
    wanted = ports.switches.worker_build_gate and ports.switches.build_automation
    if not (wanted if request.worker is None else request.worker):
        return Validation(valid=True, diagnostics=gated.diagnostics)
    return _in_worker(app, tree, gated.diagnostics, ports)


def read_validation(*, principal: Principal, app_id: str, build_id: str, ports: Ports) -> Validation:
    """How a validation build that was still pending stands now."""
    return _judged(ports.builds.get(principal.tenant_id, app_id, build_id), [])


def _finding(refusal: Invalid) -> Diagnostic:
    return Diagnostic(code=refusal.code, message=refusal.message)


def _in_worker(app: App, tree: str, found: list[Diagnostic], ports: Ports) -> Validation:
    """A build that succeeded, or is at work, answers for the same tree and environment again; others are done anew."""
    first = new_trial(app, tree, ports)
    there = find_trial(first, ports)
    failed = there is not None and (there.status == BuildStatus.FAILED or there.error is not None)
    build = begin_trial(new_trial(app, tree, ports, new_id("bld")) if failed else first, ports)
    return _judged(await_build(build=build, seconds=_WAIT_SECONDS, ports=ports), found)


def _judged(build: Build, found: list[Diagnostic]) -> Validation:
    error = build.error
    findings = [] if error is None else error.diagnostics or [Diagnostic(code=error.code, message=error.message)]
    diagnostics = [*found, *findings]
    succeeded = build.status == BuildStatus.SUCCEEDED and not has_errors(diagnostics)
    pending = not build.status.finished and error is None
    return Validation(valid=succeeded, diagnostics=diagnostics, build_id=build.id, pending=pending)
