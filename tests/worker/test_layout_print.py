"""What paper hides: pages with each fault, pages that only look like one, and apps that say nothing of paper."""

from pathlib import Path
from typing import Any

import pytest

from shared.domain.builds.pictures import png_size
from tests.support.layout_pages import BASE, layout_of_html
from tests.support.page_driver import open_html

PRINTS = "<button onclick='window.print()'>Print</button>"
WORDS = "<p>One ticket for the concert on Friday evening, row 7, seat 12, paid in full.</p>"
TICKET = f"<div class=ticket><h2>Admit one</h2>{WORDS}</div>"
DARK = ".ticket { background: #14213d; color: #fff; padding: 20px }"
FRAME = f"<div class=frame><nav><a href=#a>Start</a></nav><section>{WORDS * 3}</section></div>"
COLUMNS = ".frame { display: grid; grid-template-columns: 120px 1fr } nav a { padding: 8px; display: block }"
HIDES = "@media print { nav { display: none } }"


def printed(body: str, style: str, folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = layout_of_html(body, style, folder)["findings"]
    assert {one["kind"] for one in found} <= {"print"}, found
    return found


def test_white_text_whose_background_is_not_printed_is_told(tmp_path: Path) -> None:
    (one,) = printed(TICKET + PRINTS, DARK, tmp_path)
    assert one["widths"] == [718, 1047] and "h2" in one["where"]
    assert one["what"].startswith("printed #ffffff on #ffffff, and 1 more like it: backgrounds are not printed")


def test_content_beside_a_hidden_navigation_that_keeps_its_column_is_told(tmp_path: Path) -> None:
    (one,) = printed(FRAME, COLUMNS + HIDES, tmp_path)
    assert "section" in one["where"] and "printed 120 px wide of " in one["what"]
    assert "nav is not printed, but its column is kept" in one["what"]


def test_a_row_that_is_squeezed_only_on_a_lying_page_says_so(tmp_path: Path) -> None:
    style = f"@media (min-width: 800px) {{ {COLUMNS} }} nav a {{ padding: 8px; display: block }}"
    (one,) = printed(FRAME, style + HIDES, tmp_path)
    assert one["widths"] == [1047]


SKIP = f"<a class=skip href=#a>Skip to content</a><main id=a>{WORDS}{PRINTS}</main>"
SKIPS = (
    ".skip { position: fixed; top: 9px; left: 9px; background: #14213d; color: #fff; padding: 9px; "
    "transform: translateY(-250%) } .skip:focus { transform: none }"
)
NEAR = {
    "no word of paper": (TICKET, DARK),
    "no word of paper, columns": (FRAME, COLUMNS),
    "exact colours": (TICKET + PRINTS, DARK + ".ticket { print-color-adjust: exact }"),
    "dark on paper": (TICKET + PRINTS, DARK + "@media print { .ticket { color: #111 } }"),
    "a link that only the keyboard brings in": (SKIP, SKIPS),
    "that link on a page that was scrolled": (
        f"{SKIP}<p style='height: 4000px'>{WORDS}</p><script>scrollTo(0, 900)</script>", SKIPS),
    "not printed at all": (TICKET + PRINTS, DARK + "@media print { .ticket { display: none } }"),
    "on a picture": (
        f"<div style='position: relative; color: #fff'><img alt=Sea width=300 height=120 style='display: block' "
        "src='data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%22300%22 height=%22120%22>"
        "<rect width=%22300%22 height=%2299%22/></svg>'><b style='position: absolute; left: 0; top: 9px'>Sea</b></div>"
        f"{PRINTS}", ""),
    "one column on paper": (FRAME, COLUMNS + "@media print { nav { display: none } .frame { display: block } }"),
    "the content over all columns": (
        FRAME, COLUMNS + "@media print { nav { display: none } section { grid-column: 1 / -1 } }"),
    "both printed": (FRAME + PRINTS, COLUMNS),
    "cards in columns": (
        f"<div class=cards>{f'<article>{WORDS}</article>' * 3}<aside>Advert</aside></div>",
        ".cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px }"
        "@media print { aside { display: none } }"),
    "a print rule of a library alone": (WORDS, "@media print { .x { display: none } }"),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR)
def test_what_paper_shows_well_is_no_finding(name: str, tmp_path: Path) -> None:
    body, style = NEAR[name]
    assert printed(body, style, tmp_path) == []


def test_the_colours_and_the_look_of_the_screen_stay_those_of_the_screen(tmp_path: Path) -> None:
    layout = layout_of_html(TICKET + PRINTS, DARK + "@media print { .ticket { color: #f00 } }", tmp_path)
    assert "#ffffff on #14213d" in layout["colours"] or "surfaces #ffffff, #14213d" in layout["colours"]
    assert "#ff0000" not in layout["colours"] and layout["findings"] == []


def test_what_the_screen_shows_is_kept_where_paper_cannot_be_measured(tmp_path: Path) -> None:
    ends = "<script>matchMedia('print').addEventListener('change', () => document.documentElement.remove())</script>"
    wide = "<p style='width: 1500px'>Wide</p>"
    report = open_html(f"<main>{wide}{PRINTS}</main>{ends}", tmp_path)
    assert "p" in [one["where"].split(" ")[-1] for one in report["layout"]["findings"]], report["layout"]
    assert [note[:46] for note in report["notes"]] == ["The page could not be measured as it is printe"]


def test_the_page_is_shown_as_it_is_printed_and_measured_as_a_screen(tmp_path: Path) -> None:
    style = (
        f"<style>{BASE} {DARK} @media print {{ nav {{ display: none }} .note::after {{ content: 'Paid' }} }}</style>"
    )
    body = f"<main><nav><a href=#a>Start</a></nav>{TICKET}<p class=note>Status: </p></main>"
    screen = open_html(body, tmp_path / "a", head=style)
    paper = open_html(body, tmp_path / "b", head=style, paper=True)
    assert "Start" in screen["tree"] and "Paid" not in screen["tree"]
    assert "Start" not in paper["tree"] and "Paid" in paper["tree"] and paper["notes"] == []
    size = png_size(paper["picture"])
    assert size is not None and size[0] == 718
    assert paper["layout"] == screen["layout"], "the layout is that of the screen, with nothing left of the paper"
    assert len(paper["picture"]) != len(screen["picture"])
