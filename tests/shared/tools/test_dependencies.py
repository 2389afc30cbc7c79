"""`add_dependency` and `remove_dependency`: the manifest, and the lockfile with it."""

import json

import pytest

from shared.services.assets.load_catalog import load_catalog
from shared.tools.base import Workspace
from tests.support.workspace import a_workspace, check_refused, use


def manifest(workspace: Workspace) -> dict[str, dict[str, str]]:
    return json.loads(workspace.files["package.json"])  # type: ignore[no-any-return]  # parsed JSON


def test_a_package_is_declared_at_its_pinned_version() -> None:
    workspace = a_workspace({"package-lock.json": b"{}"})
    added = use(workspace, "add_dependency", name="clsx")
    assert manifest(workspace)["dependencies"] == {"clsx": added.data["version"]}
    assert b'"node_modules/clsx"' in workspace.files["package-lock.json"]


def test_a_package_stands_in_one_section_only() -> None:
    workspace = a_workspace()
    use(workspace, "add_dependency", name="clsx", kind="devDependencies")
    use(workspace, "add_dependency", name="clsx", kind="dependencies")
    assert "clsx" in manifest(workspace)["dependencies"] and manifest(workspace)["devDependencies"] == {}


def test_adding_it_again_changes_nothing() -> None:
    workspace = a_workspace()
    use(workspace, "add_dependency", name="clsx")
    before = workspace.files
    use(workspace, "add_dependency", name="clsx")
    assert workspace.files == before


@pytest.mark.parametrize("name", ["left-pad", "", "../x", "x" * 100_000, "clsx@1", "CLSX", "\ud800"])
def test_what_is_not_in_the_catalog_is_refused(name: str) -> None:
    assert len(check_refused(a_workspace(), "add_dependency", name=name)) < 600


ELSEWHERE = {
    "lucide-vue-next": "The catalog has {} for Vue, and this app is made with Svelte",
    "formik": "The catalog has {} for React, and this app is made with Vue",
    "svelte-routing": "The catalog has {} in its classic line, and this app is on the current line",
}


@pytest.mark.parametrize(
    ("framework", "asked", "added"),
    [
        ("vue", "lucide", "@lucide/vue"), ("react", "react-spring", "motion"),
        ("svelte", "svelte-routing", "sv-router"),
        ("vue", "formik", "vee-validate"), ("zod", "highcharts", "chart.js"),
        ("svelte", "lucide-vue-next", "@lucide/svelte"),
    ],
)  # fmt: skip
def test_what_stands_in_for_a_well_known_package_is_added_and_named(framework: str, asked: str, added: str) -> None:
    workspace = a_workspace({"package.json": json.dumps({"dependencies": {framework: "1"}}).encode()})
    done = use(workspace, "add_dependency", name=asked)
    assert added in manifest(workspace)["dependencies"] and asked not in manifest(workspace)["dependencies"]
    why = ELSEWHERE.get(asked, "{} is not in the catalog").format(asked)
    assert done.text.startswith(f"{why}; ") and f"Import from '{added}'." in done.text


@pytest.mark.parametrize(
    ("declared", "asked", "where", "same"),
    [
        ({"vue": "1"}, "recharts", "has recharts for React, and this app is made with Vue.", "vue-chartjs"),
        ({"vue": "1"}, "react-router", "for React, and this app is made with Vue.", "vue-router"),
        ({"react": "1"}, "pinia", "for Vue, and this app is made with React.", "zustand"),
        ({"react": "1"}, "vuetify", "for Vue, and this app is made with React.", "@mui/material"),
        ({"react": "1"}, "@mui/lab", "in its classic line, and this app is on the current line.", "@mui/material"),
        ({"vue": "1"}, "recoil", "in its classic line for React, and this app is on the current line and made with "
         "Vue.", "pinia"),
    ],
)  # fmt: skip
def test_what_is_there_for_others_only_is_said_with_what_serves_the_same_purpose_here(
    declared: dict[str, str], asked: str, where: str, same: str
) -> None:
    workspace = a_workspace({"package.json": json.dumps({"dependencies": declared}).encode()})
    refused = check_refused(workspace, "add_dependency", name=asked)
    assert f"{where} For the same purpose here: " in refused and same in refused


def test_an_app_on_the_classic_line_is_told_what_the_current_one_has() -> None:
    current = load_catalog()
    classic = current.others[0]
    only = next(name for name, one in current.packages.items() if one.fits("react") and not classic.version(name))
    workspace = a_workspace(
        {"package.json": json.dumps({"dependencies": {"react": classic.version("react")}}).encode()}
    )
    workspace.catalog = classic
    refused = check_refused(workspace, "add_dependency", name=only)
    assert f"The catalog has {only} in its current line, and this app is on the classic line." in refused


def test_a_project_may_change_from_one_framework_to_another() -> None:
    workspace = a_workspace({"package.json": json.dumps({"dependencies": {"react": "1"}}).encode()})
    check_refused(workspace, "add_dependency", name="vue-router")
    use(workspace, "add_dependency", name="vue")
    use(workspace, "add_dependency", name="vue-router")
    assert {"react", "vue", "vue-router"} <= manifest(workspace)["dependencies"].keys()


def test_what_the_catalog_has_is_added_itself() -> None:
    workspace = a_workspace({"package.json": json.dumps({"dependencies": {"react": "1"}}).encode()})
    use(workspace, "add_dependency", name="framer-motion")
    assert {"framer-motion", "motion"} & manifest(workspace)["dependencies"].keys() == {"framer-motion"}


def test_a_stand_in_of_another_framework_is_not_added() -> None:
    refused = check_refused(a_workspace(), "add_dependency", name="notistack")
    assert "Added" not in refused


def test_a_neighbour_is_named() -> None:
    assert "date-fns" in check_refused(a_workspace(), "add_dependency", name="date-fn")


@pytest.mark.parametrize(
    "content",
    [b"[]", b"3", b"", b"{", b"\xff", b"[" * 100_000, b'{"dependencies": []}', b'{"devDependencies": "x"}', b"\0"],
    ids=["list", "number", "empty", "broken", "not utf-8", "deep", "section list", "section text", "binary"],
)
def test_a_manifest_that_is_none_is_refused_and_never_raises(content: bytes) -> None:
    check_refused(a_workspace({"package.json": content, "package-lock.json": b"{}"}), "add_dependency", name="clsx")


def test_an_unknown_section_is_refused() -> None:
    check_refused(a_workspace(), "add_dependency", name="clsx", kind="peerDependencies")


def test_a_package_is_taken_out_of_every_section() -> None:
    workspace = a_workspace({"package-lock.json": b"{}"})
    use(workspace, "add_dependency", name="clsx")
    use(workspace, "add_dependency", name="zod")
    use(workspace, "remove_dependency", name="clsx")
    manifest = json.loads(workspace.files["package.json"])
    assert "clsx" not in manifest["dependencies"] and "zod" in manifest["dependencies"]
    assert b'"node_modules/clsx"' not in workspace.files["package-lock.json"]


@pytest.mark.parametrize("name", ["left-pad", "", "x" * 100_000, "\ud800"])
def test_what_is_not_declared_is_refused(name: str) -> None:
    assert len(check_refused(a_workspace(), "remove_dependency", name=name)) < 600


@pytest.mark.parametrize("content", [b"[]", b"", b"{", b"[" * 100_000, b'{"dependencies": []}'])
def test_nothing_is_taken_out_of_a_manifest_that_is_none(content: bytes) -> None:
    check_refused(a_workspace({"package.json": content, "package-lock.json": b"{}"}), "remove_dependency", name="clsx")
