"""A project of older packages through the whole stack: its line is chosen, its packages are fetched, its page runs."""

import io
import zipfile

import pytest
from playwright.sync_api import Page

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, in_one_line
from devkit.stack.project import Project
from devkit.studio.browser import Browser, Visit
from tests.templates.test_classic import OLDER

pytestmark = [pytest.mark.e2e, pytest.mark.slow_install]


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(OLDER.rglob("*")):
            if path.is_file():
                archive.write(path, f"older/{path.relative_to(OLDER).as_posix()}")
    return buffer.getvalue()


def test_react_18_code_is_imported_built_published_and_runs_on_react_18(
    client: Client, model: ScriptedModel, browser: Browser
) -> None:
    headers = {"Content-Type": "application/zip"}
    answer = client.http.post("/admin/apps/import", params={"name": "Older"}, content=zipped(), headers=headers)
    assert answer.status_code == 201, in_one_line(answer)
    made = answer.json()
    said = {found["code"]: found for found in made["diagnostics"]}
    assert "react 18.3.1" in said["CATALOG_LINE"]["message"]
    assert all(found["severity"] != "error" for found in made["diagnostics"]), made["diagnostics"]
    project = Project(client, model.script, made)
    project.built()
    live = project.publish()["live_url"]
    browser.run(lambda page: look(page, live))


def look(page: Page, address: str) -> None:
    seen = Visit()
    seen.listen(page)
    page.goto(address, wait_until="networkidle")
    assert page.title() == "React 18.3.1 false"
    assert page.inner_text("button") == "by default"
    assert page.evaluate("getComputedStyle(document.querySelector('button')).paddingTop") == "16px"
    assert seen.complaints == []
