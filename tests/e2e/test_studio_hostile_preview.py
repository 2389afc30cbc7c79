"""A preview's page against the Studio in a real browser: what it forges on the bridge, and where it tries to lead."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from devkit.stack.project import Make, Project
from devkit.studio.browser import Visit
from local.stack import LocalStack
from tests.e2e.test_studio import BUILT
from tests.support.window import in_window, opened

SCRIPT = (Path(__file__).parent.parent / "support" / "hostile_page.js").read_text()
OWN_POLICY = "default-src * 'unsafe-inline' data: blob:"
"""A page with a policy of its own has no bridge of ours in it, so it speaks for itself."""
INDEX = f"""<!doctype html>
<html lang="en"><head><meta http-equiv="Content-Security-Policy" content="{OWN_POLICY}"><title>Hostile</title></head>
<body><script src="/hostile.js"></script><script type="module" src="/src/main.ts"></script></body></html>
"""
FIGHTING = """
document.body.innerHTML = `<button style="position: fixed; inset: 0">Start</button><input>`;
const report = (path: string) => void fetch(path).catch(() => undefined);
const box = document.querySelector("input")!;
box.onkeydown = ({ key }) => report(`/pressed?${key}`);
document.querySelector("button")!.onclick = () => {
  setTimeout(() => setInterval(() => box.focus(), 20), 1500);
  report("/started");
};
report("/ready");
"""
"""It begins while its user is writing elsewhere. It reports by requests: a look of the driver into a page counts as a
press of its user there, for five seconds."""
TYPED, MORE = "All of this is for the agent", ", and so is this"
STORED = "Object.keys(localStorage).filter(key => !key.startsWith('chatbuilder.draft.')).sort()"
"""Without the message that the user is writing."""


def saved(make: Make, path: str, text: str, *more: dict[str, str]) -> Project:
    project = make("vanilla", "Rosa")
    project.save({"op": "upsert_file", "path": path, "content": text}, *more)
    project.built()
    return project


@in_window(width=1440, height=900, complaints=None)
def test_a_hostile_page_reaches_nothing_of_the_studio(page: Page, visit: Visit, stack: LocalStack, make: Make) -> None:
    script = {"op": "upsert_file", "path": "public/hostile.js", "content": SCRIPT}
    main = {"op": "upsert_file", "path": "src/main.ts", "content": "export {};\n"}
    project = saved(make, "index.html", INDEX, script, main)
    others: list[str] = []
    page.context.on("page", lambda opened: others.append(opened.url))
    page.on("download", lambda download: others.append(download.url))
    opened(page, stack, f"apps/{project.id}")
    place, stored = page.url, page.evaluate(STORED)
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Hostile")).to_be_visible()
    expect(frame.locator("#tried")).to_have_text("99")
    box = page.get_by_role("textbox", name="Message", exact=True)
    box.click()
    page.keyboard.type("All that is typed stays here", delay=30)
    expect(box).to_have_value("All that is typed stays here")
    assert page.url.split("?")[0] == place.split("?")[0]
    assert [url for url in others if "evil" in url or "/studio" in url] == []
    assert page.evaluate("[window.stolen, window.name, ({}).polluted, document.fullscreenElement]") == [
        None,
        "",
        None,
        None,
    ]
    assert page.evaluate(STORED) == stored
    assert visit.page_errors == []
    body = page.locator("body").inner_text()
    assert not re.search("FORGED|TOO MANY|PROTO|REPLAYED|evil.example", body)
    assert page.evaluate("document.querySelectorAll('img[src=x], a[href^=\"javascript:\"]').length") == 0
    expect(page.get_by_label("Address in the app")).not_to_have_value(re.compile("javascript|evil"))
    page.get_by_role("button", name=re.compile("^Console")).click()
    said = page.get_by_role("region", name="Console").inner_text()
    assert "red" in said and not set("\u001b\u0000\u202e\u2066\u2069") & set(said)
    assert "NAN" not in said and "x" * 2000 not in said
    box.press("Enter")
    expect(page.get_by_role("article", name="All that is typed stays here")).to_be_visible()


@in_window(width=1440, height=900, complaints=None)
def test_a_page_that_fights_for_the_focus_is_stopped_and_typing_goes_on(
    page: Page, stack: LocalStack, make: Make
) -> None:
    project = saved(make, "src/main.ts", FIGHTING)
    pressed: list[str] = []
    page.on("request", lambda sent: pressed.append(sent.url) if "/pressed?" in sent.url else None)
    with page.expect_request("**/ready"):
        opened(page, stack, f"apps/{project.id}?tab=preview")
    frame, box = page.locator(BUILT), page.get_by_role("textbox", name="Message", exact=True)
    place = frame.bounding_box()
    assert place is not None
    with page.expect_request("**/started"):
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    box.click()
    page.keyboard.type(TYPED, delay=150)
    expect(page.get_by_text("It took the keyboard again and again")).to_be_visible()
    expect(frame).to_have_count(0)
    stayed, lost = box.input_value(), len(pressed)
    page.keyboard.type(MORE, delay=50)
    expect(box).to_have_value(stayed + MORE)
    assert len(pressed) == lost <= 1, pressed
    assert len(TYPED) - len(stayed) == lost and re.fullmatch(".?".join(["", *map(re.escape, stayed), ""]), TYPED)
