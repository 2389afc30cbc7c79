"""A phone in a hand: controls that crowd and the main action far below, each beside pages that only look like it."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.layout_pages import layout_of_html

KEY = "button, .key { width: 36px; height: 36px; padding: 0; border: 0; background: #e8eef8 } .row { display: flex }"
ROW = "<div class=row><button>A</button><button>B</button><button>C</button></div>"
CARD = "<article class=card><h3>Note</h3><div class=row><button>A</button><button>B</button></div></article>"
DAYS = "".join(f"<button>{day}</button>" for day in range(1, 29))
LINKS = "<a href=#a>Home</a><a href=#b>Prices</a><a href=#c>Us</a>"


def crowded(body: str, style: str, folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = layout_of_html(body, f"{KEY} {style}", folder)["findings"]
    assert {one["kind"] for one in found} <= {"crowded"}, found
    assert all(one["widths"] == [390] for one in found), found
    return found


def test_small_buttons_close_together_are_one_finding_of_their_row(tmp_path: Path) -> None:
    (one,) = crowded(ROW, ".row { gap: 4px }", tmp_path)
    assert one["where"] == "div.row"
    assert one["what"].startswith('3 controls crowd for a finger: "A" and "B" are 4 px apart, one only 36 px wide')


def test_a_crowded_navigation_is_one_finding(tmp_path: Path) -> None:
    (one,) = crowded(f"<nav>{LINKS}</nav>", "nav { display: flex; gap: 6px } a { padding: 12px 0 }", tmp_path)
    assert one["where"] == "nav" and one["what"].startswith("2 controls crowd") and "px wide" in one["what"]


def test_entries_below_each_other_are_told_by_their_height(tmp_path: Path) -> None:
    (one,) = crowded(f"<nav>{LINKS}</nav>", "a { display: block; height: 30px; margin-bottom: 5px }", tmp_path)
    assert '"Home" and "Prices" are 5 px apart, one only 30 px high' in one["what"]


def test_a_list_of_crowded_cards_is_one_finding(tmp_path: Path) -> None:
    (one,) = crowded(CARD * 20, ".row { gap: 2px }", tmp_path)
    assert one["what"].startswith("40 controls in 20 places like it crowd")


def test_what_is_too_small_by_itself_is_not_told_twice(tmp_path: Path) -> None:
    small = f"{KEY} .row {{ gap: 3px }} button {{ width: 16px; height: 16px }}"
    found = layout_of_html(ROW, small, tmp_path)["findings"]
    assert {one["kind"] for one in found} == {"target"} and len(found) == 3, found


UNCROWDED = {
    "with eight pixels between": (ROW, ".row { gap: 8px }"),
    "large enough": (ROW, ".row { gap: 2px } button { width: 44px; height: 44px }"),
    "wide side by side": (ROW, ".row { gap: 4px } button { width: 80px }"),
    "joined by their borders": (ROW, "button { border: 1px solid; margin-left: -1px }"),
    "joined in one box": (ROW, "button { background: none } .row { border: 1px solid; width: fit-content }"),
    "tabs": (
        "<div role=tablist class=row><button role=tab aria-selected=true>A</button><button role=tab>B</button></div>",
        ".row { gap: 2px }"),
    "a month": (
        f"<div class=month>{DAYS}</div>", ".month { display: grid; grid-template-columns: repeat(7, 36px); gap: 4px }"),
    "the cells of a table": (
        "<table><tr><td><button>A</button></td><td><button>B</button></td></tr></table>", "td { padding: 0 1px }"),
    "links in a sentence": ("<p>See <a href=#a>us</a> <a href=#b>or</a> <a href=#c>it</a> for more.</p>", ""),
    "a bar that stays, over what scrolls": (
        f"<div style='position: sticky; top: 0; height: 40px; background: #fff'>{ROW}</div>{ROW}",
        ".row { gap: 12px }"),
    "a field with its button inside": (
        "<div class=f><input aria-label=Search><button>X</button></div>",
        ".f { position: relative; width: 220px } .f input { width: 220px; height: 44px; box-sizing: border-box }"
        ".f button { position: absolute; right: 4px; top: 4px }"),
    "a check box and its label": (
        "<label class=l><input type=checkbox> Send me news of all the halls</label>",
        ".l { display: block; padding: 10px 0 }"),
    "unseen on a phone": (ROW, "@media (max-width: 600px) { .row { display: none } }"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNCROWDED)
def test_what_a_finger_can_tell_apart_is_no_finding(name: str, tmp_path: Path) -> None:
    body, style = UNCROWDED[name]
    assert crowded(body, style, tmp_path) == []


FILLED = (
    ".go { background: #6d28d9; color: #fff; border: 0; padding: 14px 24px }"
    ".go, input { display: block; height: 48px } form { display: grid; gap: 12px }"
)
TEXT = "<div class=text>Everything about the concert on Friday.</div>"
FORM = "<form><input aria-label=Name><button class=go>Reserve seats</button></form>"
GO = "<button type=button class=go>Reserve seats</button>"
FAR, NEAR = ".text { height: 1700px }", ".text { height: 1000px }"


def far(body: str, style: str, folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = layout_of_html(body, f"{FILLED} {style}", folder)["findings"]
    assert {one["kind"] for one in found} <= {"far action"}, found
    return found


@pytest.mark.parametrize("end", [FORM, GO, FORM + GO])
def test_a_main_action_far_below_is_told_with_how_far(end: str, tmp_path: Path) -> None:
    (one,) = far(TEXT + end, FAR, tmp_path)
    assert one["widths"] == [390] and "button" in one["where"] and one["text"] == "Reserve seats"
    assert re.search(r"begins 17\d\d px down \(2\.[01] screens of a phone\)", one["what"]), one


def test_a_dark_button_in_an_app_of_greys_is_its_main_action_too(tmp_path: Path) -> None:
    (one,) = far(TEXT + FORM, f"{FAR} .go {{ background: #222 }}", tmp_path)
    assert one["kind"] == "far action"


STAYS = "position: fixed; bottom: 0; left: 0; right: 0; background: #fff; height: 72px"
WITHIN = {
    "in the second screen": (TEXT + FORM, NEAR),
    "in a bar that stays": (f"{TEXT}<div style='height: 80px'></div><div style='{STAYS}'>{GO}</div>", FAR),
    "in a bar that stays, on a page that was scrolled": (
        f"{TEXT}<div style='height: 80px'></div><div style='{STAYS}'>{GO}</div>"
        "<script>onload = () => scrollTo(0, 9999)</script>", FAR),
    "sticky to the end of the window": (
        f"<section>{TEXT}<form class=bar><input type=hidden><button class=go>Reserve</button></form></section>",
        f"{FAR} .bar {{ position: sticky; bottom: 0; background: #fff }}"),
    "led to by a link": (f"<a href=#f style='padding: 14px'>To the seats</a>{TEXT}<div id=f>{FORM}</div>", FAR),
    "offered above in the same words": (f"<button style='height: 48px'>Reserve seats</button>{TEXT}{GO}", FAR),
    "after another one above": (f"<a href=#x class=go style='display: inline-block'>Plans</a>{TEXT}{FORM}", FAR),
    "one of many alike": (TEXT + f"<div style='display: grid; gap: 12px'>{GO * 4}</div>", FAR),
    "a newsletter in the footer": (f"{TEXT}<footer>{FORM}</footer>", FAR),
    "no filled button at all": (TEXT + FORM, f"{FAR} .go {{ background: #fff; color: #111; border: 1px solid }}"),
    "a warning at the end": (
        f"{TEXT}<button type=button class=go>Delete all</button>", f"{FAR} .go {{ background: #b91c1c }}"),
    "at the end of the form that the page is": (
        f"<form>{'<input aria-label=Name style=margin-bottom:40px>' * 18}<button class=go>Send</button></form>", ""),
    "far down for a wide window alone": (TEXT + FORM, "@media (min-width: 600px) { .text { height: 1700px } }"),
}  # fmt: skip


@pytest.mark.parametrize("name", WITHIN)
def test_an_action_in_reach_or_led_to_is_no_finding(name: str, tmp_path: Path) -> None:
    body, style = WITHIN[name]
    assert far(body, style, tmp_path) == []
