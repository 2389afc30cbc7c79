"""Projects made for a folder of another host: none becomes blank, and one that is blank is reported."""

from collections.abc import Callable
from typing import Any

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, in_one_line
from devkit.stack.project import Project
from devkit.studio.browser import Browser
from tests.imports.bases import AT_HOME, BLANK, WORDS
from tests.imports.projects import in_folder
from tests.support.drawn import drawn_of

ABOUT = ("shared/domain/imports/", "worker/tasks/original.py", "tests/imports/bases.py")
pytestmark = pytest.mark.slow_install
Bring = Callable[[dict[str, bytes]], Project]


@pytest.fixture
def bring(client: Client, model: ScriptedModel) -> Bring:
    def once(files: dict[str, bytes]) -> Project:
        sent = {"content": in_folder(files), "headers": {"Content-Type": "application/zip"}}
        answer = client.http.post("/admin/apps/import", params={"name": "bases"}, **sent)
        assert answer.status_code == 201, in_one_line(answer)
        made: dict[str, Any] = answer.json()
        assert [one for one in made["diagnostics"] if one["severity"] == "error"] == []
        return Project(client, model.script, made)

    return once


def page_of(project: Project) -> dict[str, Any]:
    page: dict[str, Any] = project.revision(project.built())["verdict"]["page"]
    return page


@pytest.mark.parametrize("router", drawn_of(__file__, [*AT_HOME]))
def test_a_router_with_a_base_shows_its_page_at_the_top_of_the_host(
    bring: Bring, browser: Browser, router: str
) -> None:
    project = bring(AT_HOME[router])
    page = page_of(project)
    assert (page["status"], page["diagnostics"]) == ("passed", [])
    visit = browser.visit(project.publish()["live_url"])
    assert (WORDS in visit.text, visit.complaints) == (True, [])


def test_a_page_that_is_blank_since_its_import_is_reported_with_what_it_showed(bring: Bring, client: Client) -> None:
    project = bring(BLANK["computed"])
    page = page_of(project)
    assert page["status"] == "failed"
    (found,) = [one for one in page["diagnostics"] if one["severity"] == "error"]
    assert found["code"] == "PAGE_BLANK" and WORDS in found["message"]
    repair = client.http.get(f"/admin/apps/{project.id}/builder/repair").json()
    assert WORDS in str(repair), "the offer to let the agent repair it names what is missing"


def test_a_page_that_was_always_blank_is_reported_as_it_is(bring: Bring) -> None:
    page = page_of(bring(BLANK["empty"]))
    (found,) = page["diagnostics"]
    assert (found["code"], "nothing" in found["message"]) == ("PAGE_BLANK", True)
