"""Notes on a run that a revision took back what it changed."""

from contextlib import suppress

from shared.domain.errors import NotFound
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.services.ports_bundle import Ports
from shared.services.until_written import until_written

_LOOKED_AT = 50


def mark_rolled_back(run_id: str, by: Revision, ports: Ports) -> None:
    """Idempotent; a run that is not stored is left alone."""

    def write(run: Run) -> None:
        if run.rolled_back_by_revision != by.id:
            ports.runs.update(run.model_copy(update={"rolled_back_by_revision": by.id}))

    with suppress(NotFound):
        until_written(lambda: ports.runs.get(by.tenant_id, run_id), write, "The run", tries=5)


def unmarked_rollback(run: Run, committed: str, ports: Ports) -> Revision | None:
    """The revision of an attempt that was killed before it marked the run; None when there is none among the latest."""
    if run.rolled_back_by_revision is not None:
        return None
    latest = ports.revisions.list(run.tenant_id, run.app_id, limit=_LOOKED_AT).items
    return next((revision for revision in latest if revision.reverts == committed), None)
