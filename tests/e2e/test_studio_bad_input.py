"""What goes wrong around the Studio, in a real browser: it stays usable, says what happened, and runs nobody's script.

A hostile page in the preview and 10,000 lines of its console are in test_studio_preview.py.
"""

import re

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from local.openai_server.reply import say
from local.stack import LocalStack
from tests.support.cut_line import Line
from tests.support.drawn import drawn_of
from tests.support.message_box import drop, message_box, send
from tests.support.window import in_window, opened

WIDTHS = drawn_of(__file__, [1440, 390])
NAME = '"><img src=x onerror=window.hacked=1><script>window.hacked=1</script>'
MARKDOWN = """I looked at <img src="https://evil.example/a.png" onerror="window.hacked=1"> it.

<script>window.hacked = 1</script><iframe src="https://evil.example/"></iframe>
<style>@import url(https://evil.example/s.css);</style>

![pixel](https://evil.example/p.png) ![other][there] [run](javascript:window.hacked=1)
[page](data:text/html,<script>window.hacked=1</script>)

[there]: https://evil.example/there.png

That is all."""
COUNTED = tuple(f"word {number} " for number in range(80))
COUNT_DOWN = """() => {
  window.told = [];
  const look = () => {
    const now = document.querySelector("[data-connection=limited]")?.textContent;
    if (now && now !== window.told.at(-1)) window.told.push(now);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
LARGE, LONG = "public/large.json", "src/long.ts"


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    """One app for all, with a name that would do harm."""
    made = make("vanilla", NAME)
    made.save({"op": "upsert_file", "path": LONG, "content": f"// {'x' * 250_000}\n"})
    return made


def limited(route: Route) -> None:
    problem = {
        "status": 429,
        "code": "RATE_LIMITED",
        "title": "Too many",
        "detail": "At most 10.",
        "request_id": "req_1",
    }
    route.fulfill(status=429, headers={"Retry-After": "3"}, json=problem)


@in_window(WIDTHS, allowed=("429",))
def test_too_many_requests_are_counted_down_and_nothing_is_lost(
    page: Page, stack: LocalStack, project: Project, width: int
) -> None:
    asked = f"Go slowly ({width})"
    project.script.push(say("Slowly, then."), match=asked)
    opened(page, stack, f"apps/{project.id}?chat=new")
    counted = page.locator("[data-connection=limited]")
    box = message_box(page)
    page.evaluate(COUNT_DOWN)
    page.route("**/projects/*/runs", limited)
    box.fill(asked)
    box.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Your message was not sent. It is still here.")
    expect(counted).to_be_visible()
    expect(counted).to_have_count(0)
    found = [
        int(seconds) for seconds in re.findall(r"Too many requests. Next try in (\d) s", str(page.evaluate("told")))
    ]
    assert found[0] == 3 and len(found) > 1 and found == sorted(set(found), reverse=True)
    expect(box).to_have_value(asked)
    page.unroute_all()
    box.press("Enter")
    expect(page.get_by_text("Slowly, then.")).to_be_visible()

    page.route("**/builder/state", limited)
    page.reload()
    expect(counted).to_be_visible()
    page.unroute_all()
    expect(page.get_by_text("Slowly, then.")).to_be_visible()  # it was read again when the time had come


@in_window(width=390, allowed=("net::ERR_",))
def test_an_api_that_is_away_is_told_and_what_happened_meanwhile_is_there_when_it_is_back(
    page: Page, line: Line, stack: LocalStack, client: Client, project: Project
) -> None:
    asked = "Count to eighty"
    project.script.push(say(*COUNTED, delay=0.1), say("I am back."), match=asked)
    opened(page, stack, f"apps/{project.id}?chat=new")
    send(page, asked)
    turn, box = page.get_by_role("article", name=asked), message_box(page)
    expect(turn.get_by_text("word 5")).to_be_visible()
    line.down()
    client.call("PATCH", project.path, {"name": f"{NAME} renamed"})
    expect(page.locator("[data-connection=lost]")).to_contain_text("Connection lost. What runs goes on.")
    expect(turn.get_by_role("alert")).to_contain_text("Connection lost. The run goes on.")
    box.fill("Are you there?")
    box.press("Enter")
    expect(page.get_by_text("Your message was not sent. It is still here.")).to_be_visible()
    line.up()
    expect(page.locator("[data-connection=lost]")).to_have_count(0)
    expect(turn.get_by_text("Nothing was changed")).to_be_visible()
    assert re.findall(r"word (\d+)", turn.inner_text()) == [str(number) for number in range(80)]
    expect(page.get_by_role("heading", name="renamed")).to_be_visible()
    box.press("Enter")
    expect(page.get_by_text("I am back.")).to_be_visible()


@in_window(WIDTHS)
def test_a_hostile_name_and_hostile_words_run_nothing_and_fetch_nothing(
    page: Page, stack: LocalStack, project: Project, width: int
) -> None:
    asked = f"{NAME} ({width})"
    project.script.push(say(MARKDOWN), match=f"({width})")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.on("dialog", lambda dialog: fetched.append(f"dialog {dialog.message}"))
    opened(page, stack, "")
    expect(page.get_by_role("link", name=NAME)).to_be_visible()
    page.get_by_role("button", name=f"Delete {NAME}").click()
    expect(page.get_by_role("dialog")).to_contain_text(NAME)
    page.keyboard.press("Escape")
    page.get_by_role("link", name=NAME).click()
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    page.get_by_role("button", name="New chat").click()
    send(page, asked)
    turn = page.get_by_role("article", name="window.hacked")
    expect(turn.get_by_text("That is all.")).to_be_visible()
    expect(turn.locator("img, script, style, iframe, a[href^='javascript'], a[href^='data']")).to_have_count(0)
    page.get_by_role("button", name="Publish", exact=True).first.click()
    expect(page.get_by_role("dialog")).to_contain_text(NAME)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option", name=NAME)).to_be_visible()
    assert page.evaluate("window.hacked") is None
    own = re.compile(r"(blob:)?http://(127\.0\.0\.1|localhost|[\w.-]+\.localhost):\d+/")
    assert [url for url in fetched if not own.match(url)] == []


@in_window(WIDTHS)
def test_what_is_too_large_is_said_to_be_so_and_the_largest_text_is_written_in(
    page: Page, stack: LocalStack, project: Project
) -> None:
    def with_large(route: Route) -> None:
        answer = route.fetch()
        tree = [*answer.json()["tree"], {"path": LARGE, "size": 5_000_000, "sha256": "0" * 64}]
        route.fulfill(response=answer, json=answer.json() | {"tree": tree})

    page.route("**/builder/state", with_large)
    opened(page, stack, f"apps/{project.id}?tab=code&file={LARGE}")
    expect(page.get_by_role("heading", name="Too large to show here")).to_be_visible()
    expect(page.get_by_text("The file has 5 MB; up to 2 MB are shown.")).to_be_visible()
    page.goto(f"{stack.api_url}/studio/apps/{project.id}?tab=code&file={LONG}")
    text = page.get_by_role("textbox", name=f"Text of {LONG}")
    text.click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("// mine ")
    expect(text).to_contain_text("// mine // xxx")
    expect(page.get_by_text("Unsaved", exact=True)).to_be_visible()
    page.goto(f"{stack.api_url}/studio/apps/{project.id}?chat=new")
    drop(page, FilePayload(name="film.txt", mimeType="text/plain", buffer=b"x" * (5 * 1024 * 1024 + 1)))
    expect(page.get_by_role("alert")).to_contain_text("film.txt has more than 5 MB")
