"""Pages that are looked at for their layout alone."""

from pathlib import Path
from typing import Any

from tests.support.page_driver import open_html

BASE = "body { margin: 0; font: 16px/1.5 sans-serif; color: #111; background: #fff } main { padding: 16px }"


def layout_of(report: dict[str, Any]) -> list[dict[str, Any]]:
    """What was found, on a page that has no other fault."""
    notes = [note for note in report["notes"] if "picture" not in note]
    assert notes == [] and report["errors"] == [], report
    found: list[dict[str, Any]] = report["layout"]["findings"]
    return found


def layout_of_html(body: str, style: str, folder: Path, **spec: Any) -> dict[str, Any]:
    """The whole layout report of this body, in the styles of a plain page and these."""
    report = open_html(f"<main>{body}</main>", folder, head=f"<style>{BASE} {style}</style>", **spec)
    layout_of(report)
    layout: dict[str, Any] = report["layout"]
    return layout
