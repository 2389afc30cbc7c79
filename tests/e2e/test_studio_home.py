"""The shelf in a real browser: an app deleted and brought back, a project taken in as a zip."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from devkit.fakes.samples import zipped
from devkit.scripted_model.replies import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from devkit.studio.browser import Visit
from local.openai_server.reply import Call, calls
from local.stack import LocalStack
from tests.support.drawn import drawn_of
from tests.support.eventually import eventually
from tests.support.window import faults, in_window, opened


def on_disk(project: Project, **more: str) -> bytes:
    """The project's files, as a person would have them there; `more` by path, also in place of its own."""
    paths = [entry["path"] for entry in project.state()["tree"] if entry["path"] not in more]
    files = {path: project.file(path) for path in paths} | more
    return zipped({f"shop/{path}": text for path, text in files.items()})


@in_window(drawn_of(__file__, [1440, 390]))
def test_an_app_is_deleted_and_brought_back(
    page: Page, stack: LocalStack, make: Make, client: Client, width: int
) -> None:
    name = f"Rosa to delete {width}"
    project = make("vanilla", name)
    project.built()  # a build that ends after the deletion would ask for the picture of an app that is gone
    opened(page, stack, "")
    page.get_by_role("button", name=f"Delete {name}").click()
    dialog = page.get_by_role("dialog", name=f"Delete {name}?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(":focus")).to_have_attribute("aria-label", f"Delete {name}")
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(dialog).to_have_count(0)
    project.client.call("GET", project.path, status=404)
    page.get_by_text("Deleted apps").click()
    page.get_by_role("button", name=f"Bring back {name}").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()
    assert project.client.call("GET", project.path)["deleted_at"] is None


@in_window(width=1440, height=900, complaints=None)
def test_a_zip_becomes_an_app(page: Page, visit: Visit, stack: LocalStack, project: Project, tmp_path: Path) -> None:
    archive = tmp_path / "corner-shop.zip"
    archive.write_bytes(on_disk(project))
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"not a zip")
    opened(page, stack, "")
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
    assert faults(visit)[len(refused) :] == []


@in_window(drawn_of(__file__, [1440, 390]))
def test_an_import_that_is_not_finished_leads_to_its_packages_and_is_given_to_the_agent(
    page: Page, stack: LocalStack, client: Client, model: ScriptedModel, project: Project, width: int, tmp_path: Path
) -> None:
    package = json.loads(project.file("package.json"))
    package["dependencies"] = {**package.get("dependencies", {}), "left-pad": "^1.3.0"}
    archive = tmp_path / f"half-a-shop-{width}.zip"
    more = {
        "package.json": json.dumps(package),
        "src/half.ts": "import pad from 'left-pad'\nexport const half = pad('1', 2)\n",
    }
    main = next(entry["path"] for entry in project.state()["tree"] if entry["path"] in ("src/main.ts", "src/main.tsx"))
    more[main] = "import { half } from './half'\nconsole.info(half)\n" + project.file(main)
    archive.write_bytes(on_disk(project, **more))
    other = tmp_path / f"whole-shop-{width}.zip"
    renamed = {path: text.replace("left-pad", f"no-pad-{width}") for path, text in more.items()}
    other.write_bytes(on_disk(project, **renamed))
    mended = Call(name="write_file", arguments={"path": "src/half.ts", "content": "export const half = ' 1'\n"})
    model.script.push(calls(mended), finish("It builds."), match="left-pad")
    opened(page, stack, "")
    page.get_by_label("Zip of a project").set_input_files(other)
    page.get_by_role("link", name=f"Decide about no-pad-{width}").press("Enter")
    page.wait_for_url("**/studio/packages?*")
    expect(page.get_by_label("Name", exact=True)).to_have_value(f"no-pad-{width}")
    row = page.get_by_role("listitem", name=f"no-pad-{width}")
    expect(row.get_by_text("It is missing in")).to_be_visible()
    expect(row.get_by_role("link", name=f"whole-shop-{width}")).to_be_visible()
    page.goto(f"{stack.api_url}/studio/")
    page.get_by_label("Zip of a project").set_input_files(archive)
    result = page.get_by_role("dialog", name=f"half-a-shop-{width} is here, and not finished")
    wrong = result.get_by_role("list", name="What keeps it from being built")
    expect(wrong.get_by_text("left-pad is not in the catalog; src/half.ts imports it.")).to_be_visible()
    result.get_by_text("changed or left out").press("Enter")
    expect(result.get_by_text("package-lock.json was left out")).to_be_visible()
    result.get_by_role("button", name="Ask the agent to finish").press("Enter")
    page.wait_for_url("**/studio/apps/*")
    expect(page.get_by_text("Finish this import").first).to_be_visible()
    (made,) = [app for app in client.call("GET", "/admin/apps")["items"] if app["name"] == f"half-a-shop-{width}"]
    came = Project(client, model.script, made)
    eventually(lambda: came.state()["draft"]["build_status"], lambda status: status == "succeeded")
