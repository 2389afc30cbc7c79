"""Each template pack on the classic line: what it is made of, what an app begins with, and that it is built."""

import json

import pytest

from devkit.api.api import Api
from devkit.fakes.world import World
from shared.domain.apps.project_state import ProjectState
from shared.domain.assets.classic_pack import on_classic
from shared.domain.base import Files
from shared.domain.errors import Bug
from shared.domain.tree.lockfile import choose_lock, project_lockfile
from shared.domain.tree.policy import check_project
from shared.services.assets.load_catalog import load_catalog, load_locks
from shared.services.assets.load_templates import load_templates
from shared.services.assets.template_lines import ROOT, files_on, lines_of
from tests.support.drawn import drawn_of
from tests.templates.test_classic import built

PACKS = load_templates()
KEYS = tuple(key for key in PACKS if "classic" in lines_of(key))
ABOUT = ("shared/templates_classic/", "shared/domain/assets/classic_pack", "shared/catalog/classic")


def with_packs() -> Api:
    world = World()
    return Api(world, {"ports": world.ports(templates=PACKS)})


def classic(key: str) -> Files:
    return files_on(PACKS[key], "classic", load_catalog())


def test_every_framework_has_one_and_what_is_written_for_it_is_of_a_pack() -> None:
    assert {PACKS[key].framework for key in KEYS} == {pack.framework for pack in PACKS.values()}
    assert {folder.name for folder in ROOT.iterdir()} <= set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_it_is_pinned_to_the_line_and_has_nothing_of_the_newer(key: str) -> None:
    files, catalog = classic(key), load_catalog()
    package = files["package.json"].decode()
    line = catalog.of(package)
    assert (line.chosen, "svelte" in line.line) == ("classic", key == "svelte")
    assert [each for each in check_project(files, catalog) if each.severity == "error"] == []
    assert json.loads(project_lockfile(package, choose_lock(package, load_locks())))["packages"]
    code = b"\n".join(files.values()).decode("utf-8", "replace")
    assert [
        new for new in ("@theme", "@tailwindcss/vite", '@import "tailwindcss"', "wrap-anywhere ") if new in code
    ] == []
    assert "color-mix(in srgb, var(${name})" in code and '"accent-soft": colour("--accent-soft")' in code
    assert code.count("@tailwind utilities;") == 1


@pytest.mark.e2e
@pytest.mark.slow_install
@pytest.mark.parametrize("key", drawn_of(__file__, KEYS, lambda _: ABOUT))
def test_it_is_built_tested_and_opened(key: str) -> None:
    uploaded = built(classic(key), "types", "tests")
    assert uploaded.result["status"] == "succeeded", uploaded.log
    said = {name: check["status"] for name, check in uploaded.result["checks"].items()}
    assert said == dict.fromkeys(("types", "tests", "page"), "passed"), uploaded.result
    page = uploaded.result["page"]
    assert (page["errors"], page["console"], page["failed_requests"]) == ([], [], []), page
    wanted = "Overview" if key.endswith("-app") else "A good place to start"
    assert wanted in json.dumps(page["tree"]) + page["title"]


def test_what_a_pack_needs_and_the_line_has_not_is_our_own_mistake() -> None:
    with pytest.raises(Bug, match="left-pad"):
        on_classic({"package.json": b'{"dependencies": {"left-pad": "1"}}'}, load_catalog().others[0], {})


def test_an_app_begins_on_the_line_that_was_asked_for_and_stays_there_when_it_starts_over() -> None:
    api = with_packs()
    made = api.client.post("/admin/apps", json={"name": "Shop", "framework": "svelte", "line": "classic"})
    assert made.status_code == 201, made.text
    app = made.json()
    assert '"svelte": "4.' in package_of(api, app["id"], app["draft_revision_id"])
    state: ProjectState = api.container.ports.states.get(app["tenant_id"], app["id"])
    assert state.stack["framework"].startswith("Svelte 4.")
    path = f"/admin/apps/{app['id']}/builder/template-reset"
    again = api.client.post(path, json={"template": "vue"}).json()
    assert '"tailwindcss": "3.' in package_of(api, app["id"], again["id"])
    refused = api.client.post(path, json={"template": "svelte-app"})
    assert (refused.status_code, refused.json()["diagnostics"][0]["code"]) == (422, "TEMPLATE_LINE")
    moved = api.client.post(path, json={"template": "svelte-app", "line": "current"}).json()
    assert '"svelte": "5.' in package_of(api, app["id"], moved["id"])


def test_a_line_that_is_none_and_a_template_that_is_not_made_for_one_make_nothing() -> None:
    api = with_packs()
    for body in ({"line": "newest"}, {"line": "classic", "template": "svelte-app"}):
        assert api.client.post("/admin/apps", json={"name": "Shop", **body}).status_code == 422
    assert api.client.get("/admin/apps").json()["items"] == []
    lines = {one["key"]: one["lines"] for one in api.client.get("/admin/templates").json()["items"]}
    assert (lines["react"], lines["svelte-app"]) == (["current", "classic"], ["current"])


def package_of(api: Api, app: str, revision: str) -> str:
    path = f"/admin/apps/{app}/builder/revisions/{revision}/files/package.json"
    content: str = api.client.get(path).json()["content"]
    return content
