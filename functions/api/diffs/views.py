"""Diffs as clients read them: the first seed's fields and words of status, and ours beside them."""

from typing import Any

from functions.api.http.view import View, page, view
from shared.domain.apps.app import App
from shared.domain.apps.page_hosts import HostFinding
from shared.domain.base import Page
from shared.domain.diffs import diff as stored
from shared.domain.diffs.changes import FileChange
from shared.domain.diffs.diff_status import DiffStatus, ShownDiffStatus
from shared.domain.diffs.outside import Outside
from shared.services.diffs.describe_diff import DiffDetail
from shared.services.diffs.find_diff import is_stale

PendingDiff = view("PendingDiff", stored.Diff, (
    "id", "run_id", "base_revision_id", "base_commit", "base_tree", "tree", "target_branch",
    "vibecoder_prompt", "evaluator_verdict", "evaluator_reasoning", "build_status", "problems", "verdict",
    "commit_message", "human_feedback", "decisions", "accepted_tree", "reviewed_by", "continued_by",
    "revision_id", "committed_sha", "test_results", "tests_run_at", "created_at", "updated_at",
), app_id=str, project_id=str, conversation_id=str | None, session_id=str | None,
    status=ShownDiffStatus, review_status=DiffStatus, stale=bool, current_revision_id=str | None,
)  # fmt: skip
"""Without its files: a workspace that opens reads no tree for each of them."""
Diff = view("Diff", PendingDiff, diff_content=str, truncated=bool, files=list[FileChange], outside=Outside,
    contacts=list[HostFinding])  # fmt: skip
ListedFile = view("ListedFile", FileChange, without={"hunks"})
_LISTED: dict[str, Any] = {
    "diff_content": str, "truncated": bool, "files": list[ListedFile], "outside": Outside,  # type: ignore[valid-type]  # made above
    "contacts": list[HostFinding],
}  # fmt: skip
ListedDiff = view("ListedDiff", PendingDiff, **_LISTED)
DiffPage = page("DiffPage", ListedDiff)


def diff_view(detail: DiffDetail) -> View:
    """`status` in the words of these paths (`stale` when the draft moved on), `review_status` in ours."""
    return _view(Diff, detail, detail.files)


def pending_view(diff: stored.Diff, app: App) -> View:
    return PendingDiff.of(diff, **_words(diff, is_stale(diff, app), app.draft_revision_id))


def diff_page(page: Page[DiffDetail]) -> View:
    """A list answer: files without their hunks; the patch is read with one diff."""
    items = [_view(ListedDiff, detail, [ListedFile.of(file) for file in detail.files]) for detail in page.items]
    return DiffPage.of(page, items=items)


def _view(kind: type[View], detail: DiffDetail, files: list[Any]) -> View:
    words = _words(detail.diff, detail.stale, detail.current_revision_id)
    shown = {"diff_content": detail.patch, "truncated": detail.truncated, "outside": detail.outside}
    shown["contacts"] = detail.contacts
    return kind.of(detail.diff, **words, **shown, files=files)


def _words(diff: stored.Diff, stale: bool, current: str | None) -> dict[str, Any]:
    return {
        "project_id": diff.app_id,
        "session_id": diff.conversation_id,
        "status": stored.diff_word(diff, stale=stale),
        "review_status": diff.status,
        "stale": stale,
        "current_revision_id": current,
    }
