"""The shelf in a real browser: an app deleted and brought back, a project taken in as a zip."""

import io
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from devkit.studio.browser import Browser, Visit
from local.stack import LocalStack
from tests.e2e.test_studio import faults
from tests.e2e.test_studio_review import opened
from tests.support.drawn import drawn_of

pytestmark = pytest.mark.e2e


def zipped(project: Project, **more: str) -> bytes:
    """The project's files, as a person would have them on a disk."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in project.state()["tree"]:
            archive.writestr(f"shop/{entry['path']}", project.file(entry["path"]))
        for name, text in more.items():
            archive.writestr(f"shop/{name}", text)
    return target.getvalue()


@pytest.mark.parametrize("width", drawn_of(__file__, [1440, 390]))
def test_an_app_is_deleted_and_brought_back(
    stack: LocalStack, client: Client, model: ScriptedModel, browser: Browser, width: int
) -> None:
    name = f"Rosa to delete {width}"
    project = Project.create(client, model.script, "vanilla", name)
    project.built()  # a build that ends after the deletion would ask for the picture of an app that is gone

    def script(page: Page) -> Visit:
        visit = opened(page, stack, "")
        page.get_by_role("button", name=f"Delete {name}").click()
        dialog = page.get_by_role("dialog", name=f"Delete {name}?")
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert page.evaluate("document.activeElement.ariaLabel") == f"Delete {name}"
        page.keyboard.press("Enter")
        dialog.get_by_role("button", name="Delete", exact=True).click()
        expect(dialog).to_have_count(0)
        project.client.call("GET", project.path, status=404)
        page.get_by_text("Deleted apps").click()
        page.get_by_role("button", name=f"Bring back {name}").click()
        expect(page.get_by_role("link", name=name)).to_be_visible()
        return visit

    assert faults(browser.run(script, width=width, height=844)) == []
    assert project.client.call("GET", project.path)["deleted_at"] is None


def test_a_zip_becomes_an_app(stack: LocalStack, project: Project, browser: Browser, tmp_path: Path) -> None:
    archive = tmp_path / "corner-shop.zip"
    archive.write_bytes(zipped(project))
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"not a zip")

    def script(page: Page) -> list[str]:
        visit = opened(page, stack, "")
        page.get_by_label("Zip of a project").set_input_files(broken)
        dialog = page.get_by_role("dialog", name="Not imported")
        expect(dialog.get_by_role("alert")).to_be_visible()
        page.keyboard.press("Escape")
        refused = faults(visit)
        page.get_by_label("Zip of a project").set_input_files(archive)
        result = page.get_by_role("dialog", name="corner-shop is imported")
        expect(result.get_by_text("package-lock.json was left out")).to_be_visible()
        result.get_by_role("link", name="Open corner-shop").click()
        page.wait_for_url("**/studio/apps/*")
        expect(page.get_by_role("heading", name="corner-shop")).to_be_visible()
        assert all("422" in said or "400" in said for said in refused), refused
        return faults(visit)[len(refused) :]

    assert browser.run(script, width=1440, height=900) == []
