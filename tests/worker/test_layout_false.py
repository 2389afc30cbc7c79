"""What only looks like a fault of the layout, each beside the fault that it looks like."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.layout_pages import layout_of_html

LONG = "How the oldest bridge of the town was rebuilt in a single winter, and who paid for every stone of it"
ROW = ".row { display: flex; gap: 12px; width: 300px; position: relative } .row span { flex: none }"
DOTS = "overflow: hidden; text-overflow: ellipsis; white-space: nowrap"
NOTES = "".join(f"<li><a href=#{n}>Note number {n}</a><button>X</button></li>" for n in range(6))
LINKS = "".join(f"<a href=#{n}>Page number {n}</a>" for n in range(8))


class Pair(NamedTuple):
    """A page that is right, and one that is not: its kind and words in what is said of it."""

    body: str
    style: str
    bad_style: str
    kind: str
    what: str


PAIRS = {
    "dots before a date": Pair(
        f"<div class=row><strong>{LONG}</strong><span>22 Nov</span></div>",
        f"{ROW} strong {{ flex: 1; min-width: 0; {DOTS} }}",
        f"{ROW} strong {{ flex: 1; min-width: 0; {DOTS} }} .row span {{ position: absolute; left: 40px }}",
        "overlap", "lies over the text of"),
    "a name in a box that ends in dots": Pair(
        f"<div class=row><div class=name><b>{LONG}</b></div><span>5 points</span></div>",
        f"{ROW} .name {{ flex: 1; min-width: 0; {DOTS} }}",
        f"{ROW} .name {{ width: 200px; white-space: nowrap }} .row span {{ position: absolute; left: 220px }}",
        "overlap", "lies over the text of"),
    "a second line that dots hide half of": Pair(
        f"<div class=row><p>{LONG}</p></div><p class=next>The line that follows it</p>",
        f"{ROW} .row p {{ height: 36px; overflow: clip; mask-image: linear-gradient(#000, #0000) }} p {{ margin: 0 }}",
        f"{ROW} .row p {{ height: 36px }} p {{ margin: 0 }}",
        "overlap", "lies over the text of"),
    "a column with a search over its entries": Pair(
        "<nav><div><input aria-label=Search><button>New</button></div>"
        "<div><a href=#1>A note</a> <a href=#2>B</a></div></nav>",
        "nav { display: flex; flex-direction: column; gap: 8px; width: 300px } a, input { margin-right: 12px }",
        "nav { display: flex; flex-wrap: wrap; gap: 8px; width: 300px } div { display: contents } a { width: 130px }",
        "wrapped", "its 4 items wrap into 2 rows"),
    "entries of which each has a button": Pair(
        f"<nav><ul>{NOTES}</ul></nav>",
        "ul { padding: 0; width: 300px; list-style: none } button { padding: 12px 18px }",
        "ul { padding: 0; width: 600px; list-style: none; display: flex; flex-wrap: wrap; gap: 12px }",
        "wrapped", "its 6 items wrap into"),
    "a pad of keys": Pair(
        f"<div role=toolbar>{LINKS}</div>",
        "div { display: grid; grid-template-columns: repeat(2, 160px) } a { padding: 10px }",
        "main { width: 340px } a { padding: 8px; display: inline-block }",
        "wrapped", "its 8 items wrap into"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_only_the_fault_is_told(name: str, tmp_path: Path) -> None:
    pair = PAIRS[name]
    assert layout_of_html(pair.body, pair.style, tmp_path / "good")["findings"] == []
    found = layout_of_html(pair.body, pair.bad_style, tmp_path / "bad")["findings"]
    assert pair.kind in {one["kind"] for one in found}, found
    assert any(pair.what in one["what"] for one in found), found
