"""Projects that nobody here wrote: create-vite's own templates come in, build, and look as their authors meant."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, in_one_line
from devkit.stack.project import Project
from devkit.studio.browser import Browser, Visit
from tests.support.create_vite import TEMPLATES, template_zip
from tests.support.together import together

pytestmark = pytest.mark.slow_install
SAID = {"react-ts": "src/App.tsx", "vue-ts": "src/App.vue", "svelte-ts": "src/App.svelte", "vanilla-ts": "src/main.ts"}
UPLOADED = "vue-ts"
ICONS = 6
PICTURES_ARE_DRAWN = """() => { const all = [...document.querySelectorAll('img')];
  return all.length >= 5 && all.every(one => one.complete && one.naturalWidth > 0) }"""
ICONS_ARE_DRAWN = """count => { const all = [...document.querySelectorAll('svg use')];
  return all.length === count && all.every(one => one.getBBox().width > 0) }"""


@pytest.fixture(scope="module")
def visitors(
    client: Client, model: ScriptedModel, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], None]]:
    shots = tmp_path_factory.mktemp("create-vite")

    def visit(name: str) -> None:
        project = bring_in(client, model, name)
        project.built()
        published = project.publish()
        browser.run(lambda page: look(page, published["live_url"], name, shots))

    with together(visit, TEMPLATES) as result:
        yield result


@pytest.mark.parametrize("name", TEMPLATES)
def test_it_comes_in_builds_and_renders_as_its_authors_meant(visitors: Callable[[str], None], name: str) -> None:
    visitors(name)


def bring_in(client: Client, model: ScriptedModel, name: str) -> Project:
    """The app made of the template as a person would zip it; everything that was mapped is said."""
    archive = template_zip(name, folder="my-app")
    answer = uploaded(client, archive, name) if name == UPLOADED else sent(client, archive, name)
    assert answer.status_code == 201, in_one_line(answer)
    made = answer.json()
    assert made["framework"] == name.removesuffix("-ts")
    assert all(found["severity"] != "error" for found in made["diagnostics"]), made["diagnostics"]
    assert all(found["code"] and found["message"] for found in made["diagnostics"])
    project = Project(client, model.script, made)
    versions_are_the_catalogs(project, made["diagnostics"])
    return project


def sent(client: Client, archive: bytes, name: str) -> httpx.Response:
    """The zip itself is the body."""
    headers = {"Content-Type": "application/zip"}
    return client.http.post("/admin/apps/import", params={"name": f"From {name}"}, content=archive, headers=headers)


def uploaded(client: Client, archive: bytes, name: str) -> httpx.Response:
    """The way of large archives: straight into storage, then named."""
    form = client.call("POST", "/admin/uploads", status=201)
    stored = httpx.post(form["url"], data=form["fields"], files={"file": archive}, timeout=60, trust_env=False)
    assert stored.is_success, in_one_line(stored)
    return client.http.post("/admin/apps/import", json={"upload_id": form["upload_id"], "name": f"From {name}"})


def versions_are_the_catalogs(project: Project, diagnostics: list[dict[str, str]]) -> None:
    """Every package whose version was changed is named by a diagnostic."""
    pins = {item["name"]: item["version"] for item in project.client.call("GET", "/admin/catalog")["items"]}
    manifest = project.client.call("GET", f"{project.builder}/revisions/{project.draft}/files/package.json")
    for package, version in declared(manifest["content"]).items():
        assert version.lstrip("^~") == pins[package]
    mapped = [found["message"] for found in diagnostics if found.get("path") == "package.json"]
    assert mapped, diagnostics


def declared(text: str) -> dict[str, str]:
    manifest = json.loads(text)
    found: dict[str, str] = manifest.get("dependencies", {}) | manifest["devDependencies"]
    return found


def look(page: Page, address: str, name: str, shots: Path) -> None:
    """What a person would check: words, pictures, icons, the button; and nothing to complain about."""
    seen = Visit()
    seen.listen(page)
    page.goto(address, wait_until="networkidle")
    assert page.inner_text("h1") == "Get started"
    assert page.inner_text("p code >> nth=0") == SAID[name]
    counter = page.locator("button.counter")
    expect(counter).to_have_text("Count is 0")
    counter.click()
    counter.click()
    expect(counter).to_have_text("Count is 2")
    page.wait_for_function(PICTURES_ARE_DRAWN)
    page.wait_for_function(ICONS_ARE_DRAWN, arg=ICONS)
    assert page.evaluate("getComputedStyle(document.querySelector('.counter')).borderRadius") != "0px"
    page.screenshot(path=shots / f"{name}.png", full_page=True)
    assert seen.complaints == []
