"""The accessibility tree of a page as text: nothing twice, nothing lost, and what is cut is said."""

from pathlib import Path
from typing import Any

from tests.support.page_driver import open_html


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
