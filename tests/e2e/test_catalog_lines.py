"""A project of older packages through the whole stack: its line is chosen, its packages are fetched, its page runs."""

import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from devkit.fakes.samples import zipped
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, in_one_line
from devkit.stack.project import BUILD_SECONDS, Project
from devkit.studio.browser import Browser, Visit
from shared.services.assets.load_catalog import load_catalog
from tests.support.depth import deep
from tests.support.drawn import drawn_of
from tests.templates.test_classic import HERE, OLDER, TITLES

pytestmark = pytest.mark.slow_install
ABOUT = ("shared/catalog/classic", "tests/templates/older")
MIXED = HERE / "mixed"
"""React 18 decides for the classic line, Tailwind 4 is on the current one only."""
MADE_FOR = {"react": "react 18.3.1", "svelte": "svelte 4.2.20", "vue": "vue-router 4.6.5"}


def on_disk(project: Path) -> bytes:
    paths = [path for path in sorted(project.rglob("*")) if path.is_file()]
    return zipped({f"older/{path.relative_to(project).as_posix()}": path.read_bytes() for path in paths})


@pytest.mark.parametrize("framework", drawn_of(__file__, tuple(OLDER), lambda _: ABOUT))
def test_older_code_is_imported_built_published_and_runs_on_the_versions_that_it_was_made_for(
    framework: str, client: Client, model: ScriptedModel, browser: Browser
) -> None:
    made = bring(client, on_disk(OLDER[framework]))
    said = {found["code"]: found for found in made["diagnostics"]}
    assert MADE_FOR[framework] in said["CATALOG_LINE"]["message"]
    assert all(found["severity"] != "error" for found in made["diagnostics"]), made["diagnostics"]
    project = Project(client, model.script, made)
    project.built()
    live = project.publish()["live_url"]
    browser.run(lambda page: look(page, live, TITLES[framework]))


def test_an_import_that_is_red_on_its_line_is_green_in_the_same_app_on_the_other(
    client: Client, model: ScriptedModel, browser: Browser
) -> None:
    archive = on_disk(MIXED)
    red = bring(client, archive)
    assert "PACKAGE_NOT_IN_CATALOG" in {each["code"] for each in red["diagnostics"]}
    (step,) = (each for each in red["next_steps"] if each["kind"] == "line")
    made = bring(client, archive, line=step["line"], app_id=red["id"])
    assert (made["id"], made["next_steps"]) == (red["id"], [])
    project = Project(client, model.script, made)
    project.built()
    live = project.publish()["live_url"]
    browser.run(lambda page: look(page, live, f"React {load_catalog().version('react')}"))


def test_an_app_moves_to_the_other_line_and_comes_back_with_the_packages_that_it_had(
    client: Client, model: ScriptedModel, browser: Browser
) -> None:
    project = Project.create(client, model.script, "svelte")
    first = project.built()
    kept = moved(project, "classic")
    assert (kept["status"], kept["revision_id"]) == ("kept", project.draft), kept["diagnostics"]
    project.built()
    assert '"svelte": "4.' in project.file("package.json") and "export let" in project.file(
        "src/components/Icon.svelte"
    )
    seen = browser.visit(project.publish()["live_url"], wait_for="h1")
    assert (seen.status, seen.complaints) == (200, [])
    project.built(client.call("POST", f"{project.builder}/revisions/{first}/restore", status=201)["id"])
    assert '"svelte": "5.' in project.file("package.json")
    page = project.file("src/App.svelte")
    newer = page + "\n{#snippet newer()}<p>Only Svelte 5</p>{/snippet}\n{@render newer()}\n"
    saved = project.save({"op": "upsert_file", "path": "src/App.svelte", "content": newer})
    red = moved(project, "classic")
    assert (red["status"], red["revision_id"], project.draft) == ("failed", None, saved["id"])
    assert any(found["severity"] == "error" for found in red["diagnostics"]) and red["next_steps"][0]["kind"] == "ask"


def moved(project: Project, line: str) -> Any:
    """What came of a change of the line, asked for until it has ended."""
    body = {"line": line, "base_revision_id": project.draft}
    until = time.monotonic() + BUILD_SECONDS
    while (change := project.client.call("POST", f"{project.builder}/line", body))["status"] == "building":
        assert time.monotonic() < until, change
    return change


@deep
def test_an_app_begins_on_the_classic_line_and_is_built_and_published(
    client: Client, model: ScriptedModel, browser: Browser
) -> None:
    body = {"name": "Old page", "framework": "svelte", "line": "classic"}
    project = Project(client, model.script, client.call("POST", "/admin/apps", body, status=201))
    project.built()
    seen = browser.visit(project.publish()["live_url"], wait_for="h1")
    assert (seen.status, seen.title, seen.complaints) == (200, "Starter", [])


def bring(client: Client, archive: bytes, **query: str) -> Any:
    """The app that an import made, with what was said."""
    headers = {"Content-Type": "application/zip"}
    answer = client.http.post("/admin/apps/import", params={"name": "Older", **query}, content=archive, headers=headers)
    assert answer.status_code == 201, in_one_line(answer)
    return answer.json()


def look(page: Page, address: str, title: str) -> None:
    seen = Visit()
    seen.listen(page)
    page.goto(address, wait_until="networkidle")
    assert page.title() == title
    assert page.inner_text("button") == "by default"
    assert page.evaluate("getComputedStyle(document.querySelector('button')).paddingTop") == "16px"
    assert seen.complaints == []
