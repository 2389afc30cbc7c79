"""A repository of one's own in a real browser: connected, pushed to, offered and pulled from, over git's own server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from devkit.git.client import git
from devkit.git.forge import FakeForge
from devkit.git.host import TOKEN, URL
from devkit.stack.project import Project
from local.stack import LocalStack
from tests.support.drawn import drawn_of
from tests.support.window import in_window, opened

WAIT = 30_000


@pytest.fixture
def empty(forge: FakeForge) -> Iterator[FakeForge]:
    """As nobody had pushed yet."""
    host = forge.host
    for ref in host.git("for-each-ref", "--format=%(refname)").split():
        host.git("update-ref", "-d", ref)
    forge.pulls.clear()
    forge.statuses = [{"context": "ci/build", "status": "success", "target_url": "https://git.example.com/ci/1"}]
    yield forge


def dialog(page: Page) -> Locator:
    page.get_by_role("button", name="Git and download").click()
    return page.get_by_role("dialog", name="git and download")


@in_window(drawn_of(__file__, [1440, 390]))
def test_an_app_goes_to_a_repository_and_comes_back(
    page: Page, stack: LocalStack, project: Project, empty: FakeForge, tmp_path: Path
) -> None:
    host = empty.host

    def merge_and_change() -> None:
        """A colleague merges, and goes on."""
        clone = tmp_path / "clone"
        git(tmp_path, "clone", "-q", str(host.repository), str(clone))
        git(clone, "config", "user.name", "bob")
        git(clone, "config", "user.email", "bob@example.com")
        git(clone, "merge", "-q", "--no-ff", "-m", "Merge", f"origin/{empty.pulls[1]['head']['ref']}")
        (clone / "src/bob.ts").write_text("export const bob = 1;\n")
        git(clone, "add", "-A")
        git(clone, "commit", "-q", "-m", "Of bob")
        git(clone, "push", "-q", "origin", "HEAD:main")
        empty.pulls[1] |= {"state": "closed", "merged": True}

    opened(page, stack, f"apps/{project.id}?tab=code")
    shown = dialog(page)
    expect(shown.get_by_text("Keep the app where you keep your code.")).to_be_visible()
    shown.get_by_label("Address of the repository").fill(URL)
    shown.get_by_label("Kind of host").select_option("forgejo")
    shown.get_by_label("Token", exact=True).fill(TOKEN)
    shown.get_by_role("button", name="Connect", exact=True).click()
    expect(shown.get_by_text("none yet: the repository is empty")).to_be_visible(timeout=WAIT)
    assert TOKEN not in page.content()
    shown.get_by_role("button", name="Push", exact=True).click()
    expect(shown.get_by_text("to main.")).to_be_visible(timeout=WAIT)
    expect(shown.get_by_text("Every revision is there.")).to_be_visible(timeout=WAIT)
    project.save({"op": "upsert_file", "path": "src/ours.ts", "content": "export const ours = 1;\n"})
    draft = project.draft
    shown.get_by_role("button", name="Open a pull request").click()
    expect(shown.get_by_text("Pull request #1 is open.")).to_be_visible(timeout=WAIT)
    expect(shown.get_by_text("ci/build: passed")).to_be_visible(timeout=WAIT)
    merge_and_change()
    shown.get_by_role("button", name="Pull changes").click()
    expect(page.get_by_role("heading", name="src/bob.ts")).to_be_visible(timeout=WAIT)
    assert project.draft == draft, "nothing is kept before it was reviewed"
    assert host.git("log", "-1", "--format=%s", "main") == "Of bob"


@in_window(width=1440, height=900, allowed=("422",))
def test_what_the_host_refuses_is_said_with_a_next_step_and_the_connection_is_taken_away(
    page: Page, stack: LocalStack, project: Project, empty: FakeForge
) -> None:
    opened(page, stack, f"apps/{project.id}?tab=code")
    shown = dialog(page)
    shown.get_by_label("Address of the repository").fill("https://10.0.0.1/ann/shop.git")
    shown.get_by_label("Token", exact=True).fill("a-wrong-token")
    shown.get_by_label("Token", exact=True).press("Enter")
    expect(shown.get_by_text("of a host on the public Internet")).to_be_visible(timeout=WAIT)
    shown.get_by_label("Address of the repository").fill(URL)
    shown.get_by_label("Token", exact=True).press("Enter")
    expect(shown.get_by_text("allows too little")).to_be_visible(timeout=WAIT)
    shown.get_by_role("button", name="Another token").press("Enter")
    shown.get_by_label("Token", exact=True).fill(TOKEN)
    shown.get_by_role("button", name="Save token").click()
    expect(shown.get_by_text("none yet: the repository is empty")).to_be_visible(timeout=WAIT)
    shown.get_by_role("button", name="Disconnect").click()
    shown.get_by_role("button", name="Disconnect").click()
    expect(shown.get_by_text("Keep the app where you keep your code.")).to_be_visible(timeout=WAIT)
    assert project.client.call("GET", f"{project.builder}/git")["connected"] is False
