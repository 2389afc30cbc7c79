"""Has a run's work become a revision? The revision's id is known before the commit, so the answer is never a guess."""

from shared.domain.ids import derived_id
from shared.domain.revisions.revision import Build, Revision
from shared.domain.runs.run import Run
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none


def find_commit(run: Run, ports: LoopPorts) -> Revision | None:
    """The revision that a commit of this run has made; None when it made none."""
    if run.candidate_tree == run.base_tree:
        return None
    build = build_of(run, ports)
    if build is None:
        return None
    return or_none(ports.revisions.get, run.tenant_id, run.app_id, build.revision_id)


def build_of(run: Run, ports: LoopPorts) -> Build | None:
    """The green build of the candidate; without the worker gate a new, queued one. None: it may not be committed."""
    if run.green_build_id is not None and run.green_tree == run.candidate_tree:
        return ports.builds.get(run.tenant_id, run.app_id, run.green_build_id)
    return None if ports.switches.worker_build_gate else _queued(run, ports)


def _queued(run: Run, ports: LoopPorts) -> Build:
    return Build(
        id=derived_id("bld", run.id, run.candidate_tree, "commit"),
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        slug=ports.apps.get(run.tenant_id, run.app_id, include_deleted=True).slug,
        revision_id=derived_id("rev", run.id, run.candidate_tree, moment_of=run.id),
        tree=run.candidate_tree,
        kind="revision",
        run_id=run.id,
        request_id=run.request_id,
        created_at=ports.clock.now(),
    )
