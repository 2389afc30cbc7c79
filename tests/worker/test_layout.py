"""The layout report: a page for each fault, pages that only look like one, and the templates, which are clean."""

from pathlib import Path
from typing import NamedTuple

import pytest

from devkit.node.packs import lay_out, run_script
from shared.services.assets.load_templates import load_templates
from tests.support.drawn import drawn_of
from tests.support.layout_pages import BASE, layout_of, layout_of_html
from tests.support.page_driver import open_folder_of, open_html

LONG = "AVeryLongTitleWithoutAnySpaceThatNobodyExpectedToBeWrittenHereAtAll"


class Fault(NamedTuple):
    """A page with one fault, and the finding that names it: kind, widths, part of the selector, part of the words."""

    body: str
    kind: str
    widths: list[int]
    where: str
    what: str
    style: str = ""


BOTH, PHONE, DESK = [390, 1280], [390], [1280]
FAULTS = {
    "a box wider than a phone": Fault(
        "<div class=wide>Prices</div>", "overflow", PHONE, "wide", "scrolls sideways by", ".wide { width: 600px }"),
    "one long title in a grid without minmax(0, 1fr)": Fault(
        f"<div class=list><article class=note><h3>{LONG}</h3></article><aside>Side</aside></div>",
        "overflow", PHONE, "note", "an item of the grid div.list",
        ".list { display: grid; grid-template-columns: 1fr 80px } .note { padding: 8px }"),
    "the same where the window is wide enough": Fault(
        f"<div class=list><article class=note><h3>{LONG}</h3></article><aside>Side</aside></div>",
        "overflow", DESK, "note", "wider than div.list",
        ".list { display: grid; grid-template-columns: 1fr 80px; width: 300px }"
        "@media (max-width: 600px) { .list { display: block } h3 { overflow-wrap: anywhere } }"),
    "text that runs out of its box": Fault(
        "<p class=card>Donaudampfschifffahrtsgesellschaft</p>", "overflow", BOTH, "card", "its text runs",
        ".card { width: 200px; border: 1px solid }"),
    "text cut at the window's edge by a page that hides it": Fault(
        f"<h1 class=big>{LONG}</h1>", "clipped", PHONE, "big", "cut off at the window's edge",
        "body { overflow-x: hidden } .big { white-space: nowrap; font-size: 18px }"),
    "a page that can not be scrolled": Fault(
        "<div style='height: 1500px'></div><button>Save all</button>", "clipped", BOTH, "button",
        "does not scroll", "body { height: 100vh; overflow: hidden }"),
    "text cut by a box of a fixed height": Fault(
        "<div class=box>One line of text<br>and a second one<br>and a third one here</div>", "clipped", BOTH, "box",
        "cut off by its own box", ".box { height: 60px; overflow: hidden; width: 300px }"),
    "text cut on its right": Fault(
        "<div class=box><span class=t>Delivered to your door</span></div>", "clipped", BOTH, "span.t",
        "cut off by div.box", ".box { width: 100px; overflow: hidden; white-space: nowrap }"),
    "a field cut by its card": Fault(
        "<div class=card><input class=mail aria-label=Mail></div>", "clipped", BOTH, "input.mail",
        "the input is cut off by div.card", ".card { width: 200px; overflow: hidden } .mail { width: 300px }"),
    "a field too low for its text": Fault(
        "<input class=low aria-label=Mail value=ann@example.org>", "clipped", BOTH, "input.low", "px of height for",
        ".low { height: 12px; padding: 4px; box-sizing: border-box }"),
    "a number that does not fit": Fault(
        "<input class=n type=number aria-label=Year value=2026000>", "clipped", BOTH, "input.n", '"2026000" is',
        ".n { width: 44px }"),
    "four buttons on top of each other": Fault(
        "<div class=bar><button>New</button><button>Undo</button><button>Hint</button><button>Help</button></div>",
        "covered", BOTH, "button:nth-of-type(1)", 'meets', ".bar { position: relative; height: 40px }"
        ".bar button { position: absolute; left: 0; top: 0; width: 90px; height: 36px }"),
    "a heading under a picture": Fault(
        "<div class=hero><h1>Fresh bread</h1><div class=art></div></div>", "covered", BOTH, "h1", "is covered by div",
        ".hero { position: relative } .art { position: absolute; inset: 0; background: #c63 }"),
    "text over text": Fault(
        "<p class=one>The first paragraph of two</p><p class=two>The second paragraph of two</p>", "overlap", BOTH,
        "p.", "lies over the text of", ".two { margin-top: -34px }"),
    "a navigation that wraps": Fault(
        f"<nav>{''.join(f'<a href=#a>Our page {n}</a>' for n in range(8))}</nav>", "wrapped", DESK, "nav",
        "8 items wrap into 2 rows", "nav { display: flex; flex-wrap: wrap; gap: 24px; max-width: 620px }"
        "nav a { padding: 8px } @media (max-width: 600px) { nav { display: none } }"),
    "a button whose label breaks": Fault(
        "<button class=go>Book now</button>", "wrapped", BOTH, "button.go", "breaks into 2 lines",
        ".go { width: 60px; font-size: 16px }"),
    "grey on white": Fault(
        "<p class=hint>Optional, but it helps us</p>", "contrast", BOTH, "p.hint",
        "contrast 2.3:1, needs 4.5:1 (#aaaaaa on", ".hint { color: #aaa }"),
    "a placeholder nobody can read": Fault(
        "<input class=q placeholder=Search>", "contrast", BOTH, "input.q", "contrast 1.6:1",
        ".q::placeholder { color: #ccc }"),
    "small targets side by side": Fault(
        "<div class=x><button aria-label=Up>+</button><button aria-label=Down>-</button></div>", "target", PHONE,
        "button", "16 x 16 px", ".x { display: flex } .x button { width: 16px; height: 16px; padding: 0; border: 0 }"),
    "a button of no size": Fault(
        "<p>Notes</p><button class=x aria-label=Close></button>", "size", BOTH, "button.x", "is 0 x 0 px",
        ".x { width: 0; height: 0; padding: 0; border: 0 }"),
    "a button that its row leaves no room": Fault(
        "<div class=row><span>Twelve notes of the last month</span><button class=x>Add</button></div>", "size", BOTH,
        "button.x", "is 0 x ", ".row { display: flex; width: 200px } .row span { flex: none; width: 200px }"
        ".x { flex: 0 1 0; min-width: 0; padding: 0; border: 0; overflow: hidden }"),
    "a list whose arrow lies on its text": Fault(
        "<select class=s aria-label=Role><option>Coordinator of halls</select>", "clipped", BOTH, "select.s",
        'its text "Coordinator of halls"', ".s { width: 150px; font: 16px sans-serif }"),
    "a list with an option that it cuts": Fault(
        "<select class=s aria-label=Role><option>Guest<option>Coordinator of all the halls</select>", "clipped", BOTH,
        "select.s", 'its option "Coordinator of all the halls"', ".s { width: 110px }"),
    "a check box in the browser's blue": Fault(
        "<label><input type=checkbox class=c checked> All halls</label><label><input type=radio> One</label>"
        "<button class=b>Save</button>", "theme", BOTH, "input.c", "the browser's own blue, and 1 more",
        "label { display: block; padding: 10px } .b { background: #7c3aed; color: #fff; border: 0; padding: 14px }"),
    "hidden parts that are shown": Fault(
        "<section class=tool hidden>Pen</section><section class=tool hidden>Brush</section>", "shown", BOTH,
        "section", "has the attribute hidden", ".tool { display: grid }"),
    "a dialog that is always there": Fault(
        "<dialog class=ask>Delete it?</dialog>", "shown", BOTH, "dialog.ask", "is not open", ".ask { display: flex }"),
    "every tab's content at once": Fault(
        "<div role=tablist><button role=tab aria-selected=true aria-controls=a>A</button>"
        "<button role=tab aria-selected=false aria-controls=b>B</button></div>"
        "<div role=tabpanel id=a>First</div><div role=tabpanel id=b>Second</div>", "shown", BOTH, "#b", "not selected"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_where_it_is(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    head = f"<style>{BASE} {fault.style}</style>"
    found = layout_of(open_html(f"<main>{fault.body}</main>", tmp_path / "dist", head=head))
    fitting = [one for one in found if one["kind"] == fault.kind and fault.where in one["where"]]
    assert fitting, found
    assert fitting[0]["widths"] == fault.widths, found
    assert fault.what in fitting[0]["what"], found
    assert {one["kind"] for one in found} == {fault.kind}, found


VIOLET = ".b { background: #7c3aed; color: #fff; border: 0; padding: 14px } label { display: block; padding: 10px }"
BOX = "<label><input type=checkbox checked> All halls</label>{}<button class=b>Save</button>"
THEMED = {
    "with an accent colour": (BOX.format(""), VIOLET + "input { accent-color: #7c3aed }"),
    "drawn by the app": (BOX.format(""), VIOLET + "input { appearance: none; width: 24px; height: 24px }"),
    "in a blue app": (BOX.format(""), VIOLET.replace("#7c3aed", "#1668dc")),
    "in an app of greys": (BOX.format(""), VIOLET.replace("#7c3aed", "#222")),
    "beside blue of its own": (
        BOX.format("<button style='background: #06c; color: #fff; margin: 9px; padding: 14px'>Go</button>"), VIOLET),
    "a list as wide as its options": (
        "<select aria-label=Role><option>Guest<option>Coordinator of all the halls</select>", ""),
    "a list that ends in dots": (
        "<select class=s aria-label=Role><option>Guest<option>Coordinator of all the halls</select>",
        ".s { width: 110px; text-overflow: ellipsis }"),
    "a list with an arrow of its own": (
        "<select class=s aria-label=Role><option>Guest<option>Coordinator</select>",
        ".s { appearance: none; padding: 8px 32px 8px 8px; font: 16px sans-serif }"),
    "several at once": (
        "<select multiple class=s aria-label=Role><option>Coordinator of all halls</select>", ".s { width: 90px }"),
}  # fmt: skip


@pytest.mark.parametrize("name", THEMED)
def test_controls_that_fit_and_belong_are_no_finding(name: str, tmp_path: Path) -> None:
    body, style = THEMED[name]
    assert layout_of_html(body, style, tmp_path)["findings"] == []


QUIET = (Path(__file__).parent / "pages" / "quiet.html").read_text("utf-8")


def test_what_is_hidden_decorative_or_scrolls_on_purpose_is_no_finding(tmp_path: Path) -> None:
    report = open_html(QUIET, tmp_path / "dist", head=f"<style>{BASE}</style>")
    assert layout_of(report) == []
    assert report["layout"]["unknown"] == 1, "the words over a picture are counted, not judged"


def test_an_open_dialog_covers_the_page_and_is_no_fault(tmp_path: Path) -> None:
    body = (
        "<main><button>Behind</button><p>Text behind</p><dialog id=d><h2>Sure?</h2><button>Yes</button></dialog></main>"
        "<script>document.querySelector('#d').showModal()</script>"
    )
    assert layout_of(open_html(body, tmp_path / "dist", head=f"<style>{BASE}</style>")) == []


def test_what_lies_behind_an_open_dialog_may_stand_still_and_what_is_in_it_may_not(tmp_path: Path) -> None:
    body = (
        "<main><div style='height: 1500px'></div><button>Behind</button><dialog id=d><h2>Sure?</h2>{}</dialog></main>"
        "<script>document.querySelector('#d').showModal()</script>"
    )
    style = f"<style>{BASE} html {{ overflow: hidden }} .low {{ font-size: 30px; height: 8px }}</style>"
    assert layout_of(open_html(body.format("<button>Yes</button>"), tmp_path / "good", head=style)) == []
    bad = layout_of(open_html(body.format("<input class=low aria-label=Mail>"), tmp_path / "bad", head=style))
    assert bad and {one["where"] for one in bad} == {"input.low"}


def test_a_page_without_viewport_and_one_without_styles_are_told(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>x</title><h1>a</h1>" + "<p>text</p>" * 9)
    kinds = {one["kind"]: one for one in layout_of(open_folder_of(tmp_path))}
    assert set(kinds) == {"viewport", "shown"} and "no styles" in kinds["shown"]["what"]


def test_the_width_and_the_height_that_were_asked_for_are_measured_too(tmp_path: Path) -> None:
    style = f"<style>{BASE} @media (width > 1400px) {{ .hero {{ width: 2000px }} }}</style>"
    wide = open_html("<main><div class=hero>Sale</div></main>", tmp_path / "a", head=style, width=1600)
    assert [(one["kind"], one["widths"]) for one in wide["layout"]["findings"]] == [("overflow", [1600])]
    style = f"<style>{BASE} body {{ height: 100vh; overflow: hidden }} .b {{ margin-top: 600px }}</style>"
    low = open_html(
        "<main><button class=b>Save it all</button></main>", tmp_path / "b", head=style, width=390, height=480
    )
    assert [(one["kind"], one["widths"]) for one in low["layout"]["findings"]] == [("clipped", [390])]


def test_dark_colours_are_shown_to_people_who_prefer_them(tmp_path: Path) -> None:
    style = (
        "<style>body { color-scheme: light dark; background: #fff; color: #222 }"
        "@media (prefers-color-scheme: dark) { body { background: #101418; color: #333 } }</style>"
    )
    light = open_html("<h1>Words</h1>", tmp_path / "a", head=style)["layout"]
    dark = open_html("<h1>Words</h1>", tmp_path / "b", head=style, dark=True)["layout"]
    assert light["findings"] == [] and "page #222222 on #ffffff" in light["colours"]
    assert [one["kind"] for one in dark["findings"]] == ["contrast"] and "page #333333 on #101418" in dark["colours"]


def test_the_colours_of_what_is_written_laid_under_and_pressed_are_told(tmp_path: Path) -> None:
    style = (
        "<style>body { background: #f3f4f9; color: #141a2e } .card { background: #fff; border: 1px solid #dde }"
        ".card p { color: #525a72 } button { background: #1f5eff; color: #fff; border: 0; padding: 14px 30px }</style>"
    )
    body = "<main><h1>Board</h1><div class=card><p>Some words on a card</p><button>Save all</button></div></main>"
    colours = open_html(body, tmp_path, head=style)["layout"]["colours"]
    controls = 'controls #ffffff on #1f5eff "Save all"'
    for said in ("page #141a2e on #f3f4f9", "#525a72 ", "surfaces #f3f4f9, #ffffff", controls, "lines #ddddee"):
        assert said in colours, colours


def test_colours_that_nobody_sees_are_not_told(tmp_path: Path) -> None:
    """Trials: `#000000` stood among the lines of pages that have none, and among the inks of buttons without words."""
    style = (
        "<style>body { background: #fff; color: #000 } main > * { color: #234; border-bottom: 1px solid transparent }"
        ".same { border: 1px solid #fff } .own { background: #e8eef8; border: 2px solid #e8eef8 }"
        ".faint { border-bottom: 1px solid rgb(0 0 0 / 3%) } .half { border-bottom: 2px solid rgb(0 0 0 / 50%) }"
        "h1 { background: linear-gradient(#036, #063); background-clip: text; -webkit-text-fill-color: transparent }"
        ".veil { background: rgb(0 0 0 / 60%); height: 40px } .flat { background: #f0f; height: 0; border: 0 }"
        ".red { background: #c00; border: 0; width: 40px; height: 40px } header { color: #000 }</style>"
    )
    body = (
        "<header><b style='color: #234'>Shop</b></header><main><h1>Gradient</h1><p class=same>One</p>"
        "<p class=own>Two</p><p class=faint>Three</p><p class=half>Four</p><div class=veil></div><div class=flat></div>"
        "<button class=red aria-label=Red></button></main>"
    )
    colours = open_html(body, tmp_path, head=style)["layout"]["colours"]
    assert "#000000" not in colours and "#ff00ff" not in colours, colours
    assert "page on #ffffff" in colours and "texts #223344 100 %" in colours and 'controls #cc0000 "Red"' in colours
    assert "surfaces #ffffff, #666666, #e8eef8;" in colours and colours.endswith("lines #7f7f7f"), colours
    assert "h1 on a picture, gradient or blur" in colours and "a gradient," not in colours


NONE = "width: 0; height: 0; padding: 0; border: 0; margin: 0"
BOAT = "data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2280%22 height=%2280%22/>"
UNSEEN = {
    "a switch": (
        "<label class=s><input type=checkbox><span>News</span></label>", f".s input {{ opacity: 0; {NONE} }}"),
    "a box that its label stands for": (
        "<input id=a type=checkbox><label for=a>All</label>", f"#a {{ appearance: none; {NONE} }}"),
    "a skip link": (
        "<a class=k href=#m>Skip</a>",
        ".k { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }"),
    "a drawer that is closed": (
        "<div class=d><button>Close</button></div>",
        ".d { width: 0; overflow: hidden } .d button { width: 100%; padding: 0; border: 0; overflow: hidden }"),
    "a menu that grows": ("<div class=g><button>Open</button></div>", ".g { transform: scale(0) }"),
    "out of reach": (
        "<button tabindex=-1 class=n></button><button aria-hidden=true class=n></button>"
        "<button class=n disabled></button>", f".n {{ {NONE} }}"),
    "a link over its card": (
        "<div class=c><h2>Card</h2><a href=#x aria-label=Open></a></div>",
        ".c { position: relative } .c a::after { content: ''; position: absolute; inset: 0 }"),
    "a picture that floats": (f"<a href=#x><img alt=Boat width=80 height=80 style='float: left' src='{BOAT}'></a>", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSEEN)
def test_a_control_that_is_unseen_on_purpose_is_no_finding(name: str, tmp_path: Path) -> None:
    body, style = UNSEEN[name]
    assert layout_of_html(body, style, tmp_path)["findings"] == []


def test_a_hundred_faults_are_counted_and_few_are_told(tmp_path: Path) -> None:
    rows = "".join(f"<p class=p{n} style='width: 90px; border: 1px solid'>{LONG}{n}</p>" for n in range(100))
    layout = open_html(f"<main>{rows}</main>", tmp_path / "dist", head=f"<style>{BASE}</style>")["layout"]
    assert len(layout["findings"]) == 5 and layout["rest"] > 0


def test_one_long_word_is_one_finding_though_its_neighbours_grow_with_it(tmp_path: Path) -> None:
    style = "aside { display: grid; gap: 8px; width: 200px }"
    body = "<aside><h2>Donaudampfschifffahrt</h2><p>One</p><p>Two</p><label>Player <input></label></aside>"
    found = layout_of(open_html(body, tmp_path / "dist", head=f"<style>{BASE} {style}</style>"))
    assert [(one["kind"], one["where"]) for one in found] == [("overflow", "h2")], found


def about_pack(key: str) -> tuple[str, ...]:
    return f"shared/templates/{key}/", "worker/page/"


@pytest.mark.e2e
@pytest.mark.parametrize("key", drawn_of(__file__, sorted(load_templates()), about_pack))
def test_a_template_is_clean(key: str, tmp_path: Path) -> None:
    run_script(lay_out(key, tmp_path), "build")
    report = open_folder_of(tmp_path / "dist")
    assert layout_of(report) == [] and report["layout"]["colours"].startswith("page #16")
