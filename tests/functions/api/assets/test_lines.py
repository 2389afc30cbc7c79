"""The lines of the catalog, and an app's own, over HTTP."""

from typing import Any

import pytest

from devkit.api.api import Api
from tests.shared.services.builds.pipeline import run_pipeline


def test_the_lines_are_listed_with_what_each_framework_is_on_them() -> None:
    items = Api().client.get("/admin/catalog/lines").json()["items"]
    known = {(one["line"], one["framework"]): one for one in items}
    assert set(known) == {
        (line, name) for line in ("current", "classic") for name in ("react", "vue", "svelte", "vanilla")
    }
    majors = {key: {pin["name"]: pin["major"] for pin in one["versions"]} for key, one in known.items()}
    assert majors["current", "react"]["react"] == 19 and majors["classic", "react"]["react"] == 18
    assert majors["classic", "svelte"]["svelte"] == 4 and majors["classic", "vue"]["tailwindcss"] == 3
    assert "react" not in majors["classic", "vanilla"]
    assert {one["set"] for one in items} == {"current", "classic", "classic-svelte"}
    assert known["classic", "svelte"]["set"] == "classic-svelte"
    assert all(one["new_apps"] and one["packages"] > 20 for one in items)


@pytest.mark.parametrize(
    ("asked", "name", "major"),
    [
        ({}, "react", "19"), ({"line": "classic"}, "react", "18"), ({"line": "classic-svelte"}, "svelte", "4"),
        ({"line": "classic", "framework": "svelte"}, "svelte", "4"),
        ({"line": "current", "framework": "vue"}, "vue", "3"),
        ({"line": "classic", "framework": "vanilla"}, "tailwindcss", "3"),
    ],
)  # fmt: skip
def test_packages_are_searched_on_a_line(asked: dict[str, str], name: str, major: str) -> None:
    found = Api().client.get("/admin/catalog", params={**asked, "q": name}).json()
    pins = {one["name"]: one["version"] for one in found["items"]}
    assert pins[name].startswith(f"{major}."), found


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"line": "newest"}, "LINE_UNKNOWN"), ({"line": "../classic"}, "LINE_UNKNOWN"), ({"line": ""}, "LINE_UNKNOWN"),
        ({"line": "classic-svelte", "framework": "react"}, "LINE_FRAMEWORK"),
        ({"line": "classic-svelte", "framework": "vue"}, "LINE_FRAMEWORK"),
    ],
)  # fmt: skip
def test_a_line_that_is_none_or_another_framework_s_is_refused(asked: dict[str, str], code: str) -> None:
    answer = Api().client.get("/admin/catalog", params=asked)
    assert answer.status_code == 422
    assert [one["code"] for one in answer.json()["diagnostics"]] == [code]


def test_a_name_that_is_longer_than_any_line_s_is_refused() -> None:
    assert Api().client.get("/admin/catalog", params={"line": "x" * 41}).status_code == 422


def test_an_app_is_moved_and_the_same_request_says_how_it_goes_on() -> None:
    api = Api()
    app = api.client.post("/admin/apps", json={"name": "Shop"}).json()
    path = f"/admin/apps/{app['id']}/builder/line"
    before = api.client.get(path).json()
    body = {"line": "classic", "base_revision_id": app["draft_revision_id"]}
    waits = api.client.post(path, json=body)
    assert (waits.status_code, waits.json()["status"]) == (200, "building")
    run_pipeline(api.world, api.world.builds.find(waits.json()["build_id"]))
    kept = api.client.post(path, json=body).json()
    assert (before["line"], kept["status"], api.client.get(path).json()["line"]) == ("current", "kept", "classic")
    state: Any = api.container.ports.states.get(app["tenant_id"], app["id"])
    assert state.stack["framework"].startswith("React 18.")
    late = api.client.post(path, json=body)
    assert (late.status_code, late.json()["code"]) == (409, "REVISION_CONFLICT")


@pytest.mark.parametrize(
    "body",
    [
        {"line": "newest"}, {"line": "classic-svelte"}, {"line": None}, {}, {"line": ["classic"]},
        {"line": "classic", "unfinished": "maybe"}, {"line": "classic", "force": True},
    ],
)  # fmt: skip
def test_bad_wishes_are_refused_and_change_nothing(body: dict[str, Any]) -> None:
    api = Api()
    app = api.client.post("/admin/apps", json={"name": "Shop"}).json()
    before = api.world.stored()
    wish = {"base_revision_id": app["draft_revision_id"], **body}
    assert api.client.post(f"/admin/apps/{app['id']}/builder/line", json=wish).status_code == 422
    assert api.world.stored() == before
