"""What was reported last: of a run's candidate, as its model is told, and of a draft, as people are."""

from datetime import datetime

from shared.domain.feedback.build_result import BuildResult, result_text
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.ports.build_results import BuildResultStore
from shared.ports.runs import RunStore
from shared.services.builds.worker.report_worker import conversation_of
from shared.tools.base import ReportText


def latest_result(run: Run, results: BuildResultStore) -> BuildResult | None:
    """The latest report of the run's conversation, of its app about the revision it began with, or of its session.

    A session may be anybody's words: what names another app or another revision there is not of this run.
    """
    reports = [results.get(run.tenant_id, run.conversation_id)]
    of_app = results.get(run.tenant_id, run.app_id)
    reports += [of_app] if of_app is not None and of_app.revision_id == run.base_revision_id else []
    if run.request.session_id not in (run.conversation_id, run.app_id):
        of_session = results.get(run.tenant_id, run.request.session_id)
        reports += [of_session] if of_session is not None and _is_about(of_session, run) else []
    return max((each for each in reports if each is not None), key=_moment, default=None)


def last_page_report(run: Run, results: BuildResultStore) -> BuildResult | None:
    """What a browser said last of the very revision that the run begins with, wherever it was reported."""
    reports = [
        results.get(run.tenant_id, each)
        for each in dict.fromkeys((run.app_id, run.conversation_id, run.request.session_id))
    ]
    own = [each for each in reports if each is not None and each.source == "browser" and each.app_id == run.app_id]
    return max((each for each in own if each.revision_id == run.base_revision_id), key=_moment, default=None)


def _moment(result: BuildResult) -> datetime:
    return result.reported_at


def _is_about(result: BuildResult, run: Run) -> bool:
    return result.app_id in (None, run.app_id) and result.revision_id in (None, run.base_revision_id)


def report_text(result: BuildResult | None, now: datetime) -> ReportText:
    return ReportText(result_text(result, now), result is not None and result.source == "browser")


def latest_of_draft(draft: Revision, results: BuildResultStore, runs: RunStore) -> BuildResult | None:
    """The later of what the app and the conversation that made the draft say about it."""
    sessions = filter(None, (draft.app_id, conversation_of(draft, runs)))
    reports = [results.get(draft.tenant_id, session) for session in sessions]
    about = [each for each in reports if each is not None and each.revision_id == draft.id]
    return max(about, key=_moment, default=None)
