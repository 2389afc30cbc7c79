"""Diffs as clients read them: the first seed's fields and words of status, and ours beside them."""

from typing import Any

from shared.domain.base import Page
from shared.domain.diff import diff_word
from shared.services.describe_diff import DiffDetail

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
        "status": diff_word(diff, stale=detail.stale),
        "review_status": diff.status,
        "stale": detail.stale,
        "current_revision_id": detail.current_revision_id,
        "diff_content": detail.patch,
        "truncated": detail.truncated,
        "files": [change.model_dump(mode="json") for change in detail.files],
    }


def diff_page(page: Page[DiffDetail]) -> dict[str, Any]:
    """A list answer: files without their hunks; the patch is read with one diff."""
    items = [diff_view(detail) for detail in page.items]
    for item in items:
        for file in item["files"]:
            del file["hunks"]
    return {"items": items, "next_cursor": page.next_cursor}
