"""Projects that people bring: those named and those drawn come in and open without a complaint, or are finished.

What is red is so for packages that the catalog does not have, all named at once. `make test` tries what the commit
draws, `make test-deep` all, and says how many came in green.
"""

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, in_one_line
from devkit.stack.project import Project
from devkit.studio.browser import Browser, Visit
from local.openai_server.reply import Call, calls
from shared.services.assets.load_catalog import load_catalog
from tests.imports.draw import DRAWN, NAMED
from tests.imports.projects import in_folder, read_project
from tests.support.depth import deep
from tests.support.drawn import drawn_of

ABOUT = ("shared/domain/imports/", "shared/services/apps/import_app.py", "tests/imports/")
pytestmark = pytest.mark.slow_install
GREEN_AT_LEAST = 27
"""With the catalog of today; a wider one makes it more, and then this number."""


class Came(NamedTuple):
    """`missing` are the packages for which a draft was red."""

    green: bool
    missing: list[str]
    address: str


Bring = Callable[[str], Came]


@pytest.fixture(scope="module")
def bring(client: Client, model: ScriptedModel, browser: Browser) -> Bring:
    @cache
    def once(name: str) -> Came:
        foreign = read_project(name)
        made = _import(client, name, in_folder(foreign.files))
        project = Project(client, model.script, made)
        missing = [each["message"].split()[0] for each in _errors(made)]
        green = not missing and _page_works(project)
        if missing:
            assert {each["code"] for each in _errors(made)} == {"PACKAGE_NOT_IN_CATALOG"}, _errors(made)
            assert len(missing) == len(set(missing)), "each package is named once"
            _finish(project, foreign.fixes)
        return Came(green, missing, _opens(project, browser))

    return once


def _import(client: Client, name: str, archive: bytes) -> dict[str, Any]:
    answer = client.http.post(
        "/admin/apps/import", params={"name": name}, content=archive, headers={"Content-Type": "application/zip"}
    )
    assert answer.status_code == 201, in_one_line(answer)
    made: dict[str, Any] = answer.json()
    return made


def _errors(made: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in made["diagnostics"] if each["severity"] == "error"]


def _page_works(project: Project) -> bool:
    """Built, and the worker's browser saw a page that shows something."""
    revision = project.revision(project.built())
    assert revision["verdict"]["page"]["status"] != "failed", revision["verdict"]["page"]
    return True


def _finish(project: Project, fixes: dict[str, str]) -> None:
    """What the Studio offers: the agent takes out what is not here."""
    draft = project.draft
    assert project.build_of(draft)["build_status"] == "failed"
    assert fixes, "it is red, and nothing says how it would be finished"
    writes = [Call(name="write_file", arguments={"path": path, "content": text}) for path, text in fixes.items()]
    talk = project.chat("Finish this import.", calls(*writes), finish("It builds."))
    assert project.draft != draft, talk.done
    project.built()


NOT_THE_IMPORT = ("ERR_NAME_NOT_RESOLVED", "/favicon.ico")
"""No test reaches another host, such as that of a font; a page that names no icon has none in its own build either."""


def _opens(project: Project, browser: Browser) -> str:
    """Returns its address."""
    visit = browser.visit(project.publish()["live_url"])
    assert [each for each in visit.complaints if not any(part in each for part in NOT_THE_IMPORT)] == []
    assert visit.text.strip(), "the page shows nothing"
    return visit.url


def _counts(page: Page, address: str) -> list[str]:
    """The complaints of a page whose button was clicked."""
    seen = Visit()
    seen.listen(page)
    page.goto(address, wait_until="networkidle")
    counter = page.locator("button.counter")
    expect(counter).to_have_text("Count is 0")
    counter.click()
    expect(counter).to_have_text("Count is 1")
    return seen.complaints


@pytest.mark.parametrize("name", drawn_of(__file__, [*NAMED, *DRAWN]))
def test_it_comes_in_or_says_what_is_missing_and_is_finished(bring: Bring, name: str) -> None:
    came = bring(name)
    if not came.green:
        line = load_catalog().asked_by(read_project(name).files["package.json"].decode())
        assert all(line.version(package) is None for package in came.missing)


@deep
@pytest.mark.parametrize(
    "template",
    ["lit", "lit-ts", "preact", "preact-ts", "qwik", "qwik-ts", "react", "solid", "solid-ts", "svelte", "vue"],
)
def test_other_templates_of_create_vite_come_in_green(bring: Bring, browser: Browser, template: str) -> None:
    came = bring(f"create-vite-{template}")
    assert came.green
    assert browser.run(lambda page: _counts(page, came.address)) == []


@pytest.mark.parametrize("name", drawn_of(__file__, ["cra-to-vite", "replit"], lambda _: ABOUT))
def test_layouts_and_file_names_of_other_tools_come_in_green(bring: Bring, name: str) -> None:
    assert bring(name).green


@deep
def test_how_many_come_in_green(bring: Bring, capsys: pytest.CaptureFixture[str]) -> None:
    came = {name: bring(name) for name in (*NAMED, *DRAWN)}
    named, drawn = (sum(came[name].green for name in names) for names in (NAMED, DRAWN))
    lines = [f"{name:24} {'green' if each.green else ', '.join(each.missing)}\n" for name, each in came.items()]
    count = f"{named} of {len(NAMED)} named and {drawn} of {len(DRAWN)} drawn came in green, the others were finished\n"
    with capsys.disabled():
        sys.stdout.writelines(["\n", *lines, count])
    assert named + drawn >= GREEN_AT_LEAST
