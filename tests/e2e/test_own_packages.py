"""The owner of a catalog adds a package that does not ship, from the registry that npm is set up with here; an app is
built with it, and what was built with it can be built again when it is gone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from devkit.studio.browser import Browser
from local.stack import LocalStack
from tests.support.eventually import eventually
from tests.support.window import faults, listened, opened

pytestmark = pytest.mark.slow_install
SMALL = ("dlv", "dset", "klona", "ms")
"""Packages without dependencies; the first that does not ship is added."""
ADDITIONS = "/admin/catalog/packages"


def added(client: Client, name: str) -> dict[str, Any]:
    def stand() -> dict[str, Any]:
        return next(one for one in client.call("GET", ADDITIONS)["items"] if one["name"] == name)

    return eventually(stand, lambda one: one["status"] != "adding")


def test_a_package_is_asked_for_by_the_agent_added_by_its_owner_used_and_removed(
    make: Make, stack: LocalStack, client: Client, browser: Browser
) -> None:
    name = next(each for each in SMALL if not client.call("GET", f"/admin/catalog?q={each}")["items"])
    project = make("vanilla", "Own packages")
    first = project.built()
    wish = {"project_id": project.id, "params": {"name": name, "kind": None}}
    refused = client.call("POST", "/api/tools/add_dependency", wish)
    assert "owner was asked to add it" in refused["stderr"], refused
    proposed = added(client, name)
    assert (proposed["status"], proposed["app_id"]) == ("proposed", project.id)
    assert browser.run(lambda page: accepted(page, stack, name)) == []
    found = added(client, name)
    if found["code"] == "REGISTRY_AWAY":
        pytest.skip(f"no registry of npm answers here: {found['reason']}")
    assert found["status"] == "added", found
    assert client.call("GET", "/admin/catalog")["digest"] == client.call("GET", ADDITIONS)["digest"]
    saved = use(project, name, found["version"])
    project.built(saved["id"])
    live = project.publish()["live_url"]
    assert browser.run(lambda page: (page.goto(live), page.title())[1]) == "function"
    status, code, problem = client.problem("DELETE", f"{ADDITIONS}/{name}")
    assert (status, code, problem["apps"]) == (409, "PACKAGE_IN_USE", [{"app_id": project.id, "name": "Own packages"}])
    client.call("POST", f"{project.path}/unpublish")
    client.call("POST", f"{project.builder}/revisions/{first}/restore", status=201)
    client.call("DELETE", f"{ADDITIONS}/{name}", status=204)
    assert name not in [one["name"] for one in client.call("GET", ADDITIONS)["items"]]
    again = client.call("POST", f"{project.builder}/revisions/{saved['id']}/restore", status=201)
    project.built(again["id"])


def accepted(page: Page, stack: LocalStack, name: str) -> list[str]:
    """The owner accepts it in the Studio, and sees there how it ends. What the browser complained about."""
    visit = listened(page)
    opened(page, stack, "packages")
    page.get_by_role("button", name=f"Accept: {name}", exact=True).press("Enter")
    said = page.get_by_text(re.compile(rf"^{name}: (Added|Not added|Refused)$"))
    expect(said).to_be_attached(timeout=240_000)
    return faults(visit)


def use(project: Project, name: str, version: str) -> dict[str, Any]:
    manifest = project.file("package.json")
    entry = project.file("src/main.ts")
    declared = manifest.replace('"dependencies": {', f'"dependencies": {{\n    "{name}": "{version}",', 1)
    shown = "const made: unknown = Object.values(own)[0];\ndocument.title = typeof made;\n"
    code = f'import * as own from "{name}";\n{entry}\n{shown}'
    return project.save(
        {"op": "upsert_file", "path": "package.json", "content": declared},
        {"op": "upsert_file", "path": "src/main.ts", "content": code},
    )
