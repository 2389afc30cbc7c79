"""New acceptance checks are proved both ways: they pass on the change, and fail on the tree that it began with."""

from shared.domain.base import Files
from shared.domain.builds.acceptance import new_checks, proves_nothing
from shared.domain.builds.acceptance_spec import is_check
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.ids import derived_id
from shared.domain.revisions.revision import Build
from shared.services.agent.checks.plan_verdict import store_build
from shared.services.agent.loop_work import Work

_TASK = WorkerTask(checks=["acceptance"], base=True)
_UNPROVED = "New checks could not be tried on the project as it was before."
_GUARDS_NOTHING = "A check that passes without the change is not kept."


def proof_build(work: Work, build: Build, verdict: Verdict) -> Build | None:
    """The build of the base with the checks that are new in this tree; None where there is nothing to prove."""
    if verdict.acceptance.status != CheckStatus.PASSED or verdict.blocking or work.inputs.cancelled():
        return None
    before, after = _trees(work, build)
    new = new_checks(before, after)
    if not new:
        return None
    run, others = work.run, {path: content for path, content in before.items() if not is_check(path)}
    tree = work.inputs.ports.snapshots.put(run.tenant_id, run.app_id, others | {path: after[path] for path in new})
    return store_build(work, derived_id("bld", run.id, "proof", tree), tree, _TASK)


def is_proof(build: Build, base_tree: str) -> bool:
    """Whether it is a base with new checks in it, and not the base itself."""
    return build.work == _TASK and build.tree != base_tree


def proved(work: Work, build: Build, verdict: Verdict, proof: Build) -> Verdict:
    """The verdict with the new checks refused that pass without the change; a base that cannot tell refuses none."""
    part, tried = verdict.acceptance, proof.verdict.acceptance if proof.verdict else None
    if not proof.status.finished or tried is None or not tried.status.ran:
        return verdict.with_part("acceptance", part.model_copy(update={"reason": _UNPROVED}))
    before, after = _trees(work, build)
    failing = {found.path for found in tried.diagnostics}
    found = proves_nothing(after, (path for path in new_checks(before, after) if path not in failing))
    if not found:
        return verdict
    excused = work.inputs.app.settings.gates.acceptance != "required"
    changes = {"status": CheckStatus.FAILED, "diagnostics": found, "reason": _GUARDS_NOTHING, "advisory": excused}
    return verdict.with_part("acceptance", part.model_copy(update=changes))


def _trees(work: Work, build: Build) -> tuple[Files, Files]:
    run, snapshots = work.run, work.inputs.ports.snapshots
    before = snapshots.get(run.tenant_id, run.app_id, run.base_tree)
    return before, snapshots.get(run.tenant_id, run.app_id, build.tree)
