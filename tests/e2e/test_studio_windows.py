"""Nothing is lost and nothing shown twice: a stream cut, a page reloaded at any moment, two windows on one app."""

import contextlib
import random
import re

import pytest
from playwright.sync_api import Error, Locator, Page, Route, expect

from devkit.stack.project import Make, Project
from devkit.studio.browser import Visit
from devkit.studio.world import write
from local.openai_server.reply import Call, Reply, calls, say
from local.stack import LocalStack
from tests.e2e.test_studio import BUILT
from tests.e2e.test_studio_review import TITLE, edit, finish
from tests.support.cut_line import Line
from tests.support.drawn import drawn_of
from tests.support.eventually import eventually
from tests.support.message_box import message_box, send, waiting, waiting_buttons
from tests.support.window import faults, in_window, opened

COUNTED = tuple(f"word {number} " for number in range(80))
READ = ("src/content.ts", "src/main.ts", "src/app.ts", "src/html.ts")
CUT_OFF = "net::ERR_"
MOMENTS = {1440: 14, 390: 6}
"""How often a run is reloaded: twenty times in all."""
SAID = """entry => {
  const copy = entry.cloneNode(true);
  copy.querySelectorAll(".sr-only, details:not([open]) > :not(summary)").forEach(one => one.remove());
  return copy.textContent;
}"""


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    """One app for all; each test has a chat of its own in it."""
    return make("vanilla", "Rosa").ready()


def look(path: str) -> Call:
    return Call(name="read_file", arguments={"path": path})


def faults_of_both(visit: Visit) -> list[str]:
    """Without the report of a page whose pass another window of the browser has taken the place of meanwhile."""
    said = faults(visit)
    for refused in [one for one in said if one.endswith("/build-result 401")]:
        said.remove(refused)
        said.remove(next(one for one in said if one.startswith("Failed to load resource") and "401" in one))
    return said


def turn_of(page: Page, asked: str) -> Locator:
    return page.get_by_role("article", name=asked)


def kept(page: Page, asked: str, said: str) -> None:
    """The turn is over, its page built, its last event is read, and what is fetched after it is shown."""
    expect(turn_of(page, asked).get_by_text(said)).to_be_visible()
    expect(turn_of(page, asked).get_by_text("Kept as a new revision")).to_be_visible()
    expect(turn_of(page, asked).get_by_text("1 file changed")).to_be_visible()
    expect(turn_of(page, asked).get_by_role("link", name="Publish")).to_be_visible()
    expect(turn_of(page, asked).get_by_role("button", name="Say it differently")).to_be_visible()


def same_turn(one: Page, other: Page, asked: str) -> None:
    """Both show the same words once each has fetched what comes after a turn."""
    eventually(lambda: (words_of(one, asked), words_of(other, asked)), lambda both: both[0] == both[1])


def words_of(page: Page, asked: str) -> str:
    """All that a turn shows, without what is folded, or only for a screen reader as it happens."""
    return str(turn_of(page, asked).evaluate(SAID))


@in_window(width=1440, height=900, allowed=(CUT_OFF,))
def test_a_stream_that_is_cut_again_and_again_loses_and_doubles_nothing(
    page: Page, line: Line, stack: LocalStack, project: Project
) -> None:
    asked, chance = "Count to eighty", random.Random(13)  # noqa: S311, the same cuts each time
    project.script.push(
        Reply(reasoning=("I ", "count."), text=COUNTED[:40], calls=(look(READ[0]),), delay=0.08),
        say(*COUNTED[40:], delay=0.08),
        match=asked,
    )
    opened(page, stack, f"apps/{project.id}?chat=new")
    line.cut("/chat/run_", [chance.randrange(1_500, 4_000) for _ in range(12)])
    send(page, asked)
    expect(turn_of(page, asked).get_by_text("word 79")).to_be_visible()
    expect(turn_of(page, asked).get_by_text("Nothing was changed")).to_be_visible()
    ready = turn_of(page, asked).get_by_role("button", name="Say it differently")  # fetched after the turn
    expect(ready).to_be_visible()
    words = words_of(page, asked)
    assert re.findall(r"word (\d+)", words) == [str(number) for number in range(80)]
    assert line.cuts >= 6, "the stream was hardly cut"
    line.cut("/chat/run_", [])
    page.reload()
    expect(turn_of(page, asked).get_by_text("Nothing was changed")).to_be_visible()
    expect(turn_of(page, asked).get_by_text("word 79")).to_be_visible()
    expect(ready).to_be_visible()
    assert words_of(page, asked) == words


@in_window(MOMENTS, complaints=faults_of_both)
def test_reloaded_at_any_moment_a_run_shows_the_same_turn_and_nothing_typed_is_lost(
    page: Page, visit: Visit, stack: LocalStack, project: Project, width: int
) -> None:
    asked, chance = f"Write the hours ({width})", random.Random(width)  # noqa: S311, the same moments each time
    hours = write(f"src/hours{width}.ts", 'export const hours = "9 to 5";\n')
    said = "The hours are there."
    last = project.script.hold(finish(said))
    slow = Reply(reasoning=COUNTED[:4], text=COUNTED[:30], delay=0.1)
    looks = [slow.model_copy(update={"calls": (look(path),)}) for path in READ[: MOMENTS[width] // 3]]
    project.script.push(*looks, calls(hours, delay=0.3), last, match=asked)
    opened(page, stack, f"apps/{project.id}?chat=new")
    send(page, asked)
    page.wait_for_url("**chat=conv_*")
    other = page.context.new_page()
    visit.listen(other)
    other.goto(page.url)
    typed = ""
    for at in range(MOMENTS[width]):
        if at % 3 == 0:  # however slow the machine is, it is at times there for long enough to be typed into
            message_box(other)
        other.wait_for_timeout(chance.randrange(1_200))
        typed += typed_into(other, f"{at} ")
        if at == MOMENTS[width] - 3:
            project.script.release()
        with contextlib.suppress(Error):  # it was just on its way to sign in, and went there first
            other.reload(wait_until="commit")
    for one in (page, other):
        kept(one, asked, said)
    expect(message_box(other)).to_have_value(typed)
    assert len(typed.split()) >= MOMENTS[width] / 3, f"only {typed} was typed: the page was hardly there"
    same_turn(other, page, asked)


@in_window(width=1440, height=900)
def test_reloaded_while_it_signs_in_it_comes_back_to_the_same_place(
    page: Page, stack: LocalStack, project: Project
) -> None:
    opened(page, stack, f"apps/{project.id}?tab=history")
    shown = page.get_by_role("list", name="Revisions")
    expect(shown).to_be_visible()
    page.route("**/.local/oidc/token", lambda route: None)
    for _ in range(3):
        with page.expect_request("**/.local/oidc/token"):
            page.reload(wait_until="commit")
    page.unroute_all()
    page.reload()
    expect(shown).to_be_visible()
    page.wait_for_url(f"**/apps/{project.id}?tab=history")


def typed_into(page: Page, words: str) -> str:
    """What could be typed: nothing where the page is not there yet."""
    box = page.get_by_role("textbox", name="Message", exact=True)
    if not box.is_visible():
        return ""
    box.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type(words)
    return words


@in_window(width=1440, height=900, complaints=faults_of_both)
def test_two_windows_on_one_app_see_the_same_turn_queue_and_draft(
    page: Page, visit: Visit, stack: LocalStack, project: Project
) -> None:
    asked, later, reworded = "Give it a title", "Then say more", "Then say much more"
    last = project.script.hold(finish("The title is there."))
    changes = calls(edit("src/content.ts", TITLE), text=("I change it.",))
    project.script.push(changes, last, say("Much more was said."), match=asked)
    opened(page, stack, f"apps/{project.id}?chat=new")
    send(page, asked)
    page.wait_for_url("**chat=conv_*")
    other = page.context.new_page()
    other.set_viewport_size({"width": 390, "height": 844})
    visit.listen(other)
    other.goto(page.url)
    for one in (page, other):
        expect(turn_of(one, asked).locator("summary").filter(has_text="Edited")).to_be_visible()
        expect(one.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    send(other, later)
    expect(waiting(page).get_by_role("listitem")).to_contain_text([later])
    waiting_buttons(page, 1, 1).get_by_role("button", name="Say it otherwise").click()
    page.get_by_role("textbox", name="The waiting message").fill(reworded)
    page.keyboard.press("Enter")
    expect(waiting(other).get_by_role("listitem")).to_contain_text([reworded])
    each_has_words_of_its_own(page, other)

    project.script.release()
    for one in (page, other):
        expect(turn_of(one, asked).get_by_text("Kept as a new revision")).to_be_visible()
        expect(turn_of(one, asked).get_by_text("1 file changed")).to_be_visible()
        expect(turn_of(one, reworded).get_by_text("Much more was said.")).to_be_visible()
        expect(waiting(one)).to_have_count(0)
        not_offered = turn_of(one, asked).get_by_role("link", name="Publish")  # the newest turn does that
        expect(not_offered).to_have_count(0)
    same_turn(other, page, asked)
    other.get_by_role("button", name="Preview").click()
    for one in (page, other):
        expect(one.frame_locator(BUILT).frame_locator("iframe").get_by_role("heading", name=TITLE[1])).to_be_visible()


def each_has_words_of_its_own(page: Page, other: Page) -> None:
    """A window begins with what was written last in any, and from then on none writes over another's words."""
    message_box(page).fill("Half a thought")
    expect(message_box(other)).to_have_value("")
    third = page.context.new_page()
    third.goto(page.url)
    expect(message_box(third)).to_have_value("Half a thought")
    message_box(third).fill("Another thought")
    third.close()
    page.reload()
    expect(message_box(page)).to_have_value("Half a thought")
    message_box(page).fill("")


@in_window(drawn_of(__file__, [1440, 390]))
def test_what_is_typed_while_a_message_is_on_its_way_stays(
    page: Page, stack: LocalStack, project: Project, width: int
) -> None:
    asked = f"Draw a lighthouse ({width})"
    project.script.push(say("It shines."), match=asked)
    waits: list[Route] = []
    opened(page, stack, f"apps/{project.id}?chat=new")
    words = message_box(page)
    page.route("**/projects/*/runs", lambda route: waits.append(route))
    with page.expect_request("**/projects/*/runs"):
        words.fill(asked)
        words.press("Enter")
    page.keyboard.type(" and the sea")
    page.keyboard.press("Enter")  # one message at a time
    waits.pop().continue_()
    page.wait_for_url("**chat=conv_*")
    expect(page.get_by_text("It shines.")).to_be_visible()
    expect(words).to_have_value("and the sea")
    expect(words).to_be_focused()
    assert waits == []
    page.reload()
    expect(words).to_have_value("and the sea")
