"""A browser's report is cut to the contract's bounds, whatever stands in it."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.builds.worker_page import PageReport
from tests.support.page_driver import open_html
from worker.page.report import bounded, is_picture, read_report

FIELDS = ("url", "title", "console", "errors", "failed_requests", "actions", "notes", "tree", "layout")
KEYS = st.sampled_from(["level", "text", "place", "url", "reason", "did", "ok", "message"])
LAYOUT = st.sampled_from(["findings", "rest", "unknown", "colours", "kind", "widths", "where", "what"])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=30)
    | st.just("x" * 20_000)
    | st.just(10**400)
    | st.just("\x00\x1b[31m\ud800"),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS | LAYOUT, inner),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(FIELDS), VALUES), st.booleans())
def test_whatever_it_says_the_services_can_read_it(report: dict[str, Any], screenshot: bool) -> None:
    found = PageReport.model_validate(bounded(report, screenshot=screenshot))
    assert found.screenshot == screenshot
    assert len(found.model_dump_json().encode()) < 400 * 1024


def test_a_flood_is_cut() -> None:
    line = {"level": "x" * 90, "text": "y" * 9000, "place": "z" * 9000}
    finding = {
        "kind": "k" * 900,
        "widths": [-1, 10**9] * 50,
        "where": "w" * 9000,
        "text": "t" * 900,
        "what": "x" * 9000,
    }
    report = {"console": [line] * 500, "errors": ["e" * 9000] * 500, "tree": "t" * 99_999, "actions": [{}] * 50}
    report |= {"layout": {"findings": [finding] * 500, "rest": -4, "unknown": 10**30, "colours": "c" * 9000}}
    found = PageReport.model_validate(bounded(report, screenshot=False))
    assert (len(found.console), len(found.errors), len(found.tree), len(found.actions)) == (60, 20, 16_000, 20)
    assert found.layout is not None
    assert (len(found.layout.findings), found.layout.rest, found.layout.unknown) == (16, 0, 1_000_000)
    assert found.layout.findings[0].widths == [1, 10_000, 1, 10_000]


def test_what_is_no_report_is_none() -> None:
    assert read_report(b"[]") is None
    assert read_report(b"{") is None
    assert read_report(b"[" * 100_000) is None
    assert read_report(json.dumps({"started": True}).encode()) == {"started": True}


def test_only_a_png_is_a_picture() -> None:
    assert is_picture(b"\x89PNG\r\n\x1a\n...")
    assert not is_picture(b"<svg onload=alert(1)>") and not is_picture(None)


def tree(body: str, folder: Path, **spec: Any) -> list[str]:
    report = open_html(body, folder / "dist", layout=False, **spec)
    assert report["errors"] == [], report
    return [line.strip() for line in report["tree"].split("\n")]


def test_words_are_said_once(tmp_path: Path) -> None:
    body = (
        "<section aria-labelledby=h><h2 id=h>Latest</h2><p><span>2.8</span> <span>hours</span></p></section>"
        "<table><caption>Tickets</caption><thead><tr><th><button>Person</button></th></tr></thead>"
        "<tbody><tr><th scope=row>Leila</th></tr></tbody></table>"
        "<label>Mail <input value=a@b></label><button><b>Save</b> <i>it</i></button><ul><li>One <b>two</b></li></ul>"
    )
    lines = tree(body, tmp_path)
    assert lines[:3] == ["region", 'heading "Latest"', 'paragraph: "2.8" "hours"']
    for word in ("Latest", "Tickets", "Person", "Leila", "Mail", "a@b", "Save", "two"):
        assert sum(word in line for line in lines) == 1, (word, lines)
    assert {'table "Tickets"', 'button "Person"', 'textbox "Mail" = "a@b"', 'button "Save it"'} < set(lines)
    assert 'listitem: "One" "two"' in lines


def test_focus_the_current_place_and_where_links_lead_are_shown(tmp_path: Path) -> None:
    body = (
        "<nav><a href=/ aria-current=page>Home</a><a href='/about#x'>About</a><a href='https://example.com/x'>Out</a>"
        "<a href=/z aria-current=false>Other</a></nav><button id=b>Go</button><script>b.focus()</script>"
    )
    lines = tree(body, tmp_path)
    assert lines[1:] == [
        'link "Home" -> / [current: page]', 'link "About" -> /about#x', 'link "Out" -> https://example.com/x',
        'link "Other" -> /z', 'button "Go" [focused]',
    ]  # fmt: skip


def test_what_has_no_name_is_shown_as_such(tmp_path: Path) -> None:
    assert tree("<button></button><input><div role=status></div>", tmp_path) == ["button", "textbox", "status"]


def test_a_very_long_and_a_very_deep_page_are_cut_and_say_so(tmp_path: Path) -> None:
    lines = tree("".join(f"<button>Number {number}</button>" for number in range(1_500)), tmp_path)
    assert lines[-1] == f"[{1_500 - len(lines) + 1} more lines were left out]" and len(lines) > 500
    nested = "<div>" * 400 + "deep" + "</div>" * 400
    assert tree(f"<h1>Top</h1>{nested}", tmp_path / "deep") == ['heading "Top"', 'text "deep"']
