"""Diffs as clients read them: the first seed's fields and words of status, and ours beside them."""

from typing import Any

from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff, diff_word
from shared.services.diffs.describe_diff import DiffDetail
from shared.services.diffs.find_diff import is_stale

DIFF_SHOWN = {
    "id", "run_id", "base_revision_id", "base_commit", "base_tree", "tree", "target_branch",
    "vibecoder_prompt", "evaluator_verdict", "evaluator_reasoning", "build_status", "problems", "verdict",
    "commit_message", "human_feedback", "decisions", "accepted_tree", "reviewed_by", "continued_by",
    "revision_id", "committed_sha", "test_results", "tests_run_at", "created_at", "updated_at",
}  # fmt: skip
"""What is told of a diff as it is stored; what is not named here is told otherwise or stays inside."""


def diff_view(detail: DiffDetail) -> dict[str, Any]:
    """`status` in the words of these paths (`stale` when the draft moved on), `review_status` in ours."""
    return {
        **_words(detail.diff, detail.stale, detail.current_revision_id),
        "diff_content": detail.patch,
        "truncated": detail.truncated,
        "files": [change.model_dump(mode="json") for change in detail.files],
    }


def pending_view(diff: Diff, app: App) -> dict[str, Any]:
    """The same without its files: a workspace that opens reads no tree for each of them."""
    return _words(diff, is_stale(diff, app), app.draft_revision_id)


def _words(diff: Diff, stale: bool, current: str | None) -> dict[str, Any]:
    return {
        **diff.model_dump(mode="json", include=DIFF_SHOWN),
        "app_id": diff.app_id,
        "project_id": diff.app_id,
        "conversation_id": diff.conversation_id,
        "session_id": diff.conversation_id,
        "status": diff_word(diff, stale=stale),
        "review_status": diff.status,
        "stale": stale,
        "current_revision_id": current,
    }


def diff_page(page: Page[DiffDetail]) -> dict[str, Any]:
    """A list answer: files without their hunks; the patch is read with one diff."""
    items = [diff_view(detail) for detail in page.items]
    for item in items:
        for file in item["files"]:
            del file["hunks"]
    return {"items": items, "next_cursor": page.next_cursor}
