"""What is everywhere in the Studio, in a real browser: it hears what happens, without asking again and again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from local.openai_server.reply import calls
from local.stack import LocalStack
from tests.e2e.test_studio_review import edit, finish
from tests.support.window import in_window, opened

PATH, WORDS = "src/content.ts", ("A good place to start", "Open at nine")


@pytest.fixture(scope="module")
def projects(make: Make) -> list[Project]:
    """The one that is looked at, and another one. The list of apps tells them from those of other tests."""
    made = [make("vanilla", name) for name in ("Wilma", "Bruno")]
    for one in made:
        one.built()
    return made


@contextmanager
def another_client(act: Callable[[], object]) -> Iterator[None]:
    """While the browser looks on."""
    thread = Thread(target=act)
    thread.start()
    yield
    thread.join()


@in_window(width=1440, height=900)
def test_a_page_shows_what_happens_elsewhere_and_asks_for_nothing_else(
    page: Page, stack: LocalStack, projects: list[Project]
) -> None:
    project, other = projects
    asked: list[str] = []
    opened(page, stack, f"apps/{project.id}?tab=history")
    rows = page.get_by_role("list", name="Revisions").get_by_role("button")
    expect(rows).to_have_count(1)
    page.wait_for_timeout(1500)  # what opening it asks for has been asked
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(4000)  # that nothing is asked can only be seen by waiting
    ours = [url for url in asked if url.startswith(stack.api_url)]
    assert [url for url in ours if "/admin/events" not in url] == []
    project.save_text(PATH, *WORDS)
    expect(rows).to_have_count(2)
    said = finish("Done elsewhere")
    with another_client(lambda: other.chat("Name it", calls(edit(PATH, ("A good", "The best"))), said)):
        news = page.get_by_role("region", name="News of other apps (F8)")
        expect(news.get_by_text("Bruno: the agent is done.")).to_be_visible()
    page.keyboard.press("F8")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/apps/{other.id}")
    expect(news).to_have_count(0)


@in_window(width=390, complaints=None)
def test_who_was_offline_is_told_and_misses_nothing(
    page: Page, stack: LocalStack, client: Client, projects: list[Project]
) -> None:
    project = projects[0]
    opened(page, stack, "")
    expect(page.get_by_role("link", name="Wilma")).to_be_visible()
    page.context.set_offline(True)
    expect(page.get_by_text("You are offline. Your text is saved.").last).to_be_visible()
    client.call("PATCH", project.path, {"name": "Wilma, renamed"})
    page.context.set_offline(False)
    expect(page.get_by_text("You are offline")).to_have_count(0)
    expect(page.get_by_role("link", name="Wilma, renamed")).to_be_visible()
    client.call("PATCH", project.path, {"name": "Wilma"})
    expect(page.get_by_role("link", name="Wilma, renamed")).to_have_count(0)


@in_window(width=1440, height=900, complaints=None)
def test_a_sign_in_that_is_over_is_one_screen_with_a_way_back(
    page: Page, stack: LocalStack, projects: list[Project]
) -> None:
    opened(page, stack, f"apps/{projects[0].id}")
    box = page.get_by_role("textbox", name="Message", exact=True)
    box.fill("Half a thought")
    page.route("**/projects/*/runs", lambda route: route.fulfill(status=401, json={"code": "UNAUTHENTICATED"}))
    page.route("**/.local/oidc/token", lambda route: route.fulfill(status=400, json={"error": "invalid_grant"}))
    box.press("Enter")
    screen = page.get_by_role("dialog", name="Your sign-in expired")
    expect(screen).to_be_visible()
    page.keyboard.press("Escape")
    expect(screen).to_be_visible()
    page.unroute_all()
    screen.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**/apps/{projects[0].id}*")
    expect(screen).to_have_count(0)


@in_window(width=1440, height=900)
def test_everything_is_done_by_keys_and_single_ones_do_nothing_until_they_are_switched_on(
    page: Page, stack: LocalStack, projects: list[Project]
) -> None:
    opened(page, stack, f"apps/{projects[0].id}")
    expect(page.get_by_role("tab", name="Preview")).to_be_visible()
    palette = page.get_by_role("dialog", name="Commands")
    page.keyboard.press("Control+K")
    expect(palette).to_be_visible()
    page.keyboard.type("open hist")
    expect(palette.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(palette).to_have_count(0)
    page.wait_for_url("**tab=history*")
    page.keyboard.type("hut rules? 2")  # beside every field
    page.keyboard.press("Control+/")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet.get_by_text("Show all commands")).to_be_visible()
    assert "tab=history" in page.url
    sheet.get_by_role("button", name="Switch single-letter keys on").press("Enter")
    expect(sheet.get_by_text("They are on.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.keyboard.press("2")
    page.wait_for_url("**tab=code*")
    page.keyboard.press("c")
    expect(page.get_by_role("textbox", name="Message", exact=True)).to_be_focused()
    page.keyboard.type("h2?")
    expect(page.get_by_role("textbox", name="Message", exact=True)).to_have_value("h2?")
    page.keyboard.press("Control+K")
    expect(palette).to_be_visible()
    page.keyboard.type("single-letter keys off")
    expect(palette.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(palette).to_have_count(0)
    page.get_by_role("tab", name="Preview").focus()
    page.keyboard.press("h")
    page.keyboard.press("Control+K")
    expect(palette).to_be_visible()
    assert "tab=code" in page.url
