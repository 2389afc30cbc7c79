"""Diffs as clients read them: the first seed's fields and words of status, and ours beside them."""

from typing import Any, Literal

from shared.domain.base import Page
from shared.domain.diff import Diff
from shared.services.describe_diff import DiffDetail

DiffWord = Literal[
    "pending_review", "evaluator_approved", "approved", "human_rejected", "committed", "stale", "interrupted",
    "discarded",
]  # fmt: skip
DIFF_OTHERWISE = {"version", "tenant_id", "app_id", "conversation_id", "status"}


def diff_view(detail: DiffDetail) -> dict[str, Any]:
    """`status` in the words of these paths (`stale` when the draft moved on), `review_status` in ours."""
    diff = detail.diff
    return {
        **diff.model_dump(mode="json", exclude=DIFF_OTHERWISE),
        "app_id": diff.app_id,
        "project_id": diff.app_id,
        "conversation_id": diff.conversation_id,
        "session_id": diff.conversation_id,
        "status": "stale" if detail.stale else diff_word(diff),
        "review_status": diff.status,
        "stale": detail.stale,
        "current_revision_id": detail.current_revision_id,
        "diff_content": detail.patch,
        "truncated": detail.truncated,
        "files": [change.model_dump(mode="json") for change in detail.files],
    }


def diff_word(diff: Diff) -> DiffWord:
    """The status in the words of these paths: approved by the evaluator only when one approved it."""
    match diff.status:
        case "pending_review":
            return "evaluator_approved" if diff.evaluator_verdict == "approved" else "pending_review"
        case "rejected":
            return "human_rejected"
        case other:
            return other


def diff_page(page: Page[DiffDetail]) -> dict[str, Any]:
    """A list answer: files without their hunks, long patches cut short."""
    items = [diff_view(detail) for detail in page.items]
    for item in items:
        for file in item["files"]:
            del file["hunks"]
    return {"items": items, "next_cursor": page.next_cursor}
