"""What was reported last: of a run's candidate, as its model is told, and of a draft, as people are."""

from datetime import datetime

from shared.domain.build_result import BuildResult, result_text
from shared.domain.errors import NotFound
from shared.domain.revision import Revision
from shared.domain.run import Run
from shared.ports.build_results import BuildResultStore
from shared.ports.runs import RunStore
from shared.tools.base import ReportText


def latest_result(run: Run, results: BuildResultStore) -> BuildResult | None:
    """The report of the run's conversation, or a later one of the app about the revision the run began with."""
    own = results.get(run.tenant_id, run.conversation_id)
    of_app = results.get(run.tenant_id, run.app_id)
    if of_app is None or of_app.revision_id != run.base_revision_id:
        return own
    return of_app if own is None or own.reported_at < of_app.reported_at else own


def report_text(result: BuildResult | None, now: datetime) -> ReportText:
    """The report as a model reads it."""
    return ReportText(result_text(result, now), result is not None and result.source == "browser")


def latest_of_draft(draft: Revision, results: BuildResultStore, runs: RunStore) -> BuildResult | None:
    """The later of what the app and the conversation that made the draft say about it."""
    told = [results.get(draft.tenant_id, session) for session in (draft.app_id, *_conversation(draft, runs))]
    about = [each for each in told if each is not None and each.revision_id == draft.id]
    return max(about, key=lambda each: each.reported_at, default=None)


def _conversation(draft: Revision, runs: RunStore) -> list[str]:
    try:
        return [runs.get(draft.tenant_id, draft.run_id).conversation_id] if draft.run_id else []
    except NotFound:
        return []
