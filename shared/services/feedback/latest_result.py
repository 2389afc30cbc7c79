"""What was reported last: of a run's candidate, as its model is told, and of a draft, as people are."""

from datetime import datetime

from shared.domain.feedback.build_result import DEFAULT_SESSION, BuildResult, result_text
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.ports.build_results import BuildResultStore
from shared.ports.revisions import RevisionStore
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


def last_page_report(run: Run, results: BuildResultStore, revisions: RevisionStore) -> BuildResult | None:
    """What a browser said last of what the run begins with: of that revision, wherever it was reported.

    A client that knows no ids reports under its session's own name: that counts for runs of the same session when it is
    newer than the revision.
    """
    reports = [
        results.get(run.tenant_id, each)
        for each in dict.fromkeys((run.app_id, run.conversation_id, run.request.session_id))
    ]
    browsers = [each for each in reports if each is not None and each.source == "browser"]
    own = [each for each in browsers if (each.app_id, each.revision_id) == (run.app_id, run.base_revision_id)]
    of_session = [each for each in browsers if _is_of_session(each, run)]
    if of_session:
        base = revisions.get(run.tenant_id, run.app_id, run.base_revision_id)
        own += [each for each in of_session if each.reported_at > base.created_at]
    return max(own, key=_moment, default=None)


def _is_of_session(result: BuildResult, run: Run) -> bool:
    """All clients without a name share the default session, whichever app they are about."""
    named = result.session_id == run.request.session_id != DEFAULT_SESSION
    return (
        named and (result.app_id, result.revision_id) != (run.app_id, run.base_revision_id) and _is_about(result, run)
    )


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
