"""What a run's model is told was reported last."""

from shared.domain.build_result import BuildResult
from shared.domain.run import Run
from shared.ports.build_results import BuildResultStore


def latest_result(run: Run, results: BuildResultStore) -> BuildResult | None:
    """The report of the run's conversation, or a later one of the app about the revision the run began with."""
    own = results.get(run.tenant_id, run.conversation_id)
    of_app = results.get(run.tenant_id, run.app_id)
    if of_app is None or of_app.revision_id != run.base_revision_id:
        return own
    return of_app if own is None or own.reported_at < of_app.reported_at else own
