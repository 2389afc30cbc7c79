"""What a person would do on a page: each action on a page that shows whether it arrived."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.page_driver import open_html

SAID = "<output id=said></output><script>const say = (text) => (said.textContent += text + ';')</script>"


def did(body: str, folder: Path, *actions: dict[str, Any]) -> tuple[list[tuple[bool, str]], str]:
    """What became of each action, and the accessibility tree afterwards."""
    given = [{"name": None, "selector": None, "text": None} | action for action in actions]
    report = open_html(SAID + body, folder / "dist", actions=given, layout=False)
    assert report["errors"] == [], report
    return [(done["ok"], done["message"]) for done in report["actions"]], report["tree"]


def test_fields_are_filled_chosen_and_cleared(tmp_path: Path) -> None:
    body = (
        "<input id=a aria-label=Mail value=old onchange='say(`a=` + value)'><input id=d type=date aria-label=Day "
        "oninput='say(`d=` + value)'><select aria-label=Size onchange='say(`s=` + value)'>"
        "<option value=s>Small</option>"
        "<option value=l>Large</option></select><textarea id=t onchange='say(`t=` + value.length)'>gone</textarea>"
        "<input id=r readonly><button>Go</button>"
    )
    done, tree = did(
        body,
        tmp_path,
        {"do": "fill", "name": "Mail", "text": "new@b.c"},
        {"do": "fill", "selector": "#d", "text": "2026-11-23"},
        {"do": "select", "name": "Size", "text": "Large"},
        {"do": "fill", "selector": "#t"},
        {"do": "select", "name": "Size", "text": "Huge"},
        {"do": "fill", "selector": "#r", "text": "x"},
        {"do": "select", "name": "Go", "text": "x"},
        {"do": "fill", "selector": "#d", "text": "soon"},
    )
    assert "a=new@b.c;d=2026-11-23;s=l;t=0;" in tree
    assert done == [
        (True, ""), (True, ""), (True, ""), (True, ""), (False, "It has no such option. It has: Small, Large"),
        (False, "It can only be read."), (False, "It is no select: click it, then its option."),
        (False, "It takes no such value: date."),
    ]  # fmt: skip


def test_a_field_is_named_whole_and_what_holds_the_name_is_said(tmp_path: Path) -> None:
    body = "<label for=d><span>Discount</span> <em>(optional)</em></label><input id=d><button>Add a discount</button>"
    done, _ = did(body, tmp_path, {"do": "fill", "name": "Discount", "text": "5"}, {"do": "click", "name": "discount"})
    missing = "There is no such element on the page. There is: "
    assert done == [(False, f'{missing}"Discount (optional)".'), (False, f'{missing}"Add a discount".')]


def test_a_name_that_several_have_is_told(tmp_path: Path) -> None:
    body = "<button onclick='say(1)'>Undo</button><button onclick='say(2)'>Undo</button>"
    done, tree = did(body, tmp_path, {"do": "click", "name": "Undo"})
    assert done == [(True, "2 elements have this name; this was the first.")] and "1;" in tree


def test_what_a_button_copies_is_copied(tmp_path: Path) -> None:
    body = (
        "<button onclick='navigator.clipboard.writeText(`x7`).then(() => navigator.clipboard.readText())"
        ".then(say, (error) => say(error.message))'>Copy</button>"
    )
    done, tree = did(body, tmp_path, {"do": "click", "name": "Copy"}, {"do": "hover", "name": "Copy"})
    assert "x7;" in tree and done == [(True, 'It copied "x7".'), (True, "")]


def test_what_is_copied_is_told_shortly_whatever_the_page_says_of_it(tmp_path: Path) -> None:
    body = (
        "<textarea id=t></textarea><button onclick='t.value = `ab\\n`.repeat(500); t.select();"
        "document.execCommand(`copy`); navigator.clipboard.readText = () => Promise.resolve(`lie`)'>Copy all</button>"
    )
    ((ok, message),) = did(body, tmp_path, {"do": "click", "name": "Copy all"})[0]
    assert ok and message.startswith('It copied "ab\\nab\\n') and message.endswith('" (1500 characters).')
    assert len(message) < 300


def test_what_is_downloaded_is_told_with_its_beginning(tmp_path: Path) -> None:
    """Trials: a list that was exported could not be looked at."""
    body = (
        "<script>const give = (parts, name, type) => Object.assign(document.createElement('a'), "
        "{ href: URL.createObjectURL(new Blob(parts, { type })), download: name }).click()</script>"
        "<button onclick='give([`name,due\\nBoat,2026-11-24`], `notes.csv`, `text/csv`)'>Export</button>"
        "<button onclick='give([new Uint8Array([137, 0, 255, 7])], `a.png`, `image/png`)'>Picture</button>"
        "<button onclick='give([new Uint8Array(9e6)], `big.bin`, ``)'>Large</button>"
        "<a href=/index.html download>Page</a>"
    )
    done, _ = did(body, tmp_path, *({"do": "click", "name": name} for name in ("Export", "Picture", "Large", "Page")))
    csv, picture, large, page = done
    assert csv == (True, 'It downloaded "notes.csv" (24 bytes), which begins "name,due\\nBoat,2026-11-24".')
    assert picture == (True, 'It downloaded "a.png" (4 bytes).')
    assert large == (True, 'It began to download "big.bin"; it is larger than 4 MB.')
    assert page[1].startswith('It downloaded "index.html" (') and "<!doctype html>" in page[1]


def test_downloads_without_end_are_stopped(tmp_path: Path) -> None:
    body = (
        "<button onclick='for (let i = 0; i < 50; i++) Object.assign(document.createElement(`a`), "
        "{ href: window.URL.createObjectURL(new Blob([i])), download: i + `.txt` }).click()'>All</button>"
    )
    ((ok, message),) = did(body, tmp_path, {"do": "click", "name": "All"})[0]
    assert ok and message.count("It downloaded") <= 5 and len(message) <= 500


def test_keys_reach_what_has_the_focus(tmp_path: Path) -> None:
    body = (
        "<input id=a aria-label=Name><script>onkeydown = (e) => say((e.ctrlKey ? 'C-' : '') + e.key)</script>"
        "<dialog open>x</dialog>"
    )
    done, tree = did(
        body,
        tmp_path,
        {"do": "press", "text": "ArrowLeft Control+z Escape"},
        {"do": "press", "selector": "#a", "text": "h i Space F2"},
        {"do": "press", "text": "Hyper+x"},
    )
    assert "ArrowLeft;C-z;Escape;h;i; ;F2;" in tree and 'textbox "Name" = "hi "' in tree
    assert done == [(True, ""), (True, ""), (False, "There is no key Hyper+x.")]


def test_the_mouse_hovers_and_drags(tmp_path: Path) -> None:
    body = (
        "<style>#menu { display: none } #shop:hover #menu { display: block }</style>"
        "<div id=shop>Shop<div id=menu>Shoes</div></div>"
        "<canvas id=c width=300 height=120 style='background: #eee'></canvas><script>c.onmousedown = (e) => {"
        "const { clientX: x, clientY: y } = e; onmouseup = (e) => { onmouseup = null;"
        "say(`drag ${Math.round(e.clientX - x)},${Math.round(e.clientY - y)}`) } }</script>"
        "<div id=card draggable=true ondragstart='event.dataTransfer.setData(`text`, `card`)'>Card</div>"
        "<div id=bin style='height: 80px; background: #ddd' ondragover='event.preventDefault()' "
        "ondrop='event.preventDefault(); say(`dropped ` + event.dataTransfer.getData(`text`))'>Bin</div>"
    )
    done, tree = did(
        body,
        tmp_path,
        {"do": "drag", "selector": "#c", "text": "60, 20"},
        {"do": "drag", "selector": "#card", "text": "#bin"},
        {"do": "drag", "selector": "#card", "text": "#nowhere"},
        {"do": "hover", "selector": "#shop"},
    )
    assert "drag 60,20;dropped card;" in tree and "Shoes" in tree
    assert done == [(True, ""), (True, ""), (False, "There is no such element to drag to."), (True, "")]


def test_what_comes_later_is_waited_for(tmp_path: Path) -> None:
    later = "document.body.insertAdjacentHTML('beforeend', '<b id=b>Done</b>')"
    body = f"<p>Loading</p><script>setTimeout(() => {later}, 1500)</script>"
    done, tree = did(
        body,
        tmp_path,
        {"do": "wait", "text": "Done"},
        {"do": "wait", "selector": "#b"},
        {"do": "wait"},
        {"do": "wait", "text": "Never"},
    )
    assert done == [(True, ""), (True, ""), (True, ""), (False, "It did not appear within 5 seconds.")]
    assert "Done" in tree


def test_a_click_on_what_is_covered_fails_and_says_what_covers_it(tmp_path: Path) -> None:
    body = (
        "<div style='position: relative; height: 60px'><button id=buy onclick='say(`bought`)'>Buy</button>"
        "<div class=veil style='position: absolute; inset: 0' onclick='say(`veil`)'>Summer sale</div></div>"
        "<label style='display: block'><input type=checkbox style='position: absolute; opacity: 0' "
        "onchange='say(`agreed`)'>I agree</label><button disabled>Send</button>"
        "<button style='position: fixed; left: -500px'>Gone</button>"
    )
    done, tree = did(
        body,
        tmp_path,
        {"do": "click", "name": "Buy"},
        {"do": "click", "selector": "input"},
        {"do": "click", "name": "Send"},
        {"do": "click", "name": "Gone"},
    )
    assert done == [
        (False, 'It is covered by div.veil "Summer sale": a click would go there.'),
        (True, ""),
        (False, "It is disabled."),
        (False, "The element lies outside the window, where nobody can click it."),
    ]
    assert "agreed;" in tree and "bought" not in tree and "veil;" not in tree


def test_what_moves_away_is_waited_for(tmp_path: Path) -> None:
    body = (
        "<button onclick='say(`ok`)'>Go</button><div id=t style='position: fixed; inset: 0'>Wait</div>"
        "<script>setTimeout(() => t.remove(), 700)</script>"
    )
    done, tree = did(body, tmp_path, {"do": "click", "name": "Go"})
    assert done == [(True, "")] and "ok;" in tree


@pytest.mark.parametrize("body", ["<p style='display: none' id=x>hidden</p>", "<p id=x></p>"])
def test_what_is_not_shown_cannot_be_clicked(body: str, tmp_path: Path) -> None:
    done, _ = did(body, tmp_path, {"do": "click", "selector": "#x"})
    assert done == [(False, "The element is not visible.")]


def test_a_reload_keeps_what_is_stored_and_twenty_actions_are_done(tmp_path: Path) -> None:
    body = (
        "<input aria-label=Name oninput='localStorage.name = value'><button onclick='n.textContent++'>More</button>"
        "<p>Hello <b id=b></b> <b id=n>0</b></p><script>b.textContent = localStorage.name ?? `nobody`</script>"
    )
    more = {"do": "click", "name": "More"}
    done, tree = did(
        body, tmp_path, {"do": "type", "name": "Name", "text": "Ann"}, more, {"do": "reload"}, *[more] * 17
    )
    assert done == [(True, "")] * 20
    assert '"Hello" "Ann" "17"' in tree, "what was stored stays, what was only on the page is gone"
