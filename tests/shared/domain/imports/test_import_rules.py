"""Imports: what a foreign project becomes, and what it says about it."""

import json

import pytest

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.import_rules import framework_of, map_import
from shared.domain.tree.policy import check_project


class Pins:
    _versions = {"react": "19.3.1", "vite": "8.3.8", "typescript": "5.9.3", "recharts": "3.0.0"}

    def version(self, name: str) -> str | None:
        return self._versions.get(name)

    def of(self, package_json: str) -> "Pins":
        return self

    def nearest(self, name: str) -> list[str]:
        return ["recharts"] if "chart" in name else []


PACKAGE = {
    "name": "starter",
    "scripts": {"dev": "vite", "build": "tsc -b && vite build", "prepare": "husky"},
    "dependencies": {"react": "^19.0.0"},
    "devDependencies": {"vite": "8.3.8", "typescript": "~7.0.2"},
    "packageManager": "pnpm@10.0.0",
}
STARTER: Files = {
    "package.json": json.dumps(PACKAGE).encode(),
    "package-lock.json": b"{}",
    "index.html": b"<div></div>",
    "_gitignore": b"dist\n",
    "_oxlintrc.json": b"{}",
    "src/main.tsx": b"export {}\n",
    "src/build/tool.ts": b"export {}\n",
    "src/assets/hero.png": b"\x89PNG\0",
    ".vscode/extensions.json": b"{}",
    ".vscode/settings.json": b"{}",
    "node_modules/react/index.js": b"",
    "dist/index.html": b"",
    ".DS_Store": b"",
    "docs/a.md": b"",
    "docs/b.md": b"",
    "Dockerfile": b"",
    "src/run.sh": b"",
    ".env": b"SECRET=1",
}


def imported(entries: Files) -> tuple[Files, dict[str, list[Diagnostic]]]:
    files, found = map_import(entries, Pins())
    by_code: dict[str, list[Diagnostic]] = {}
    for each in found:
        by_code.setdefault(each.code, []).append(each)
    return files, by_code


def package(files: Files) -> dict[str, object]:
    value = json.loads(files["package.json"])
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("top", ["", "my-app/", "Mein Projekt-main/"])
def test_a_starter_becomes_a_project_of_ours(top: str) -> None:
    files, found = imported({top + name: content for name, content in STARTER.items()})
    assert sorted(files) == [
        ".gitignore", ".oxlintrc.json", "index.html", "package.json", "src/assets/hero.png", "src/build/tool.ts",
        "src/main.tsx",
    ]  # fmt: skip
    assert check_project(files, Pins()) == []
    assert {code: len(each) for code, each in found.items()} == {
        "FOLDER_IGNORED": 3,
        "FILE_IGNORED": 1,
        "NAME_MAPPED": 2,
        "LOCKFILE_DROPPED": 1,
        "FILE_UNMANAGED": 4,
        "PACKAGE_FIELD_DROPPED": 1,
        "INSTALL_SCRIPT_DROPPED": 1,
        "VERSION_MAPPED": 2,
    }


def test_each_mapping_is_told() -> None:
    files, found = imported(STARTER)
    assert package(files)["dependencies"] == {"react": "19.3.1"}
    assert package(files)["devDependencies"] == {"vite": "8.3.8", "typescript": "5.9.3"}
    react, typescript = found["VERSION_MAPPED"]
    assert (react.severity, react.message) == ("info", "react ^19.0.0 was mapped to the catalog's 19.3.1.")
    assert typescript.severity == "warning"
    assert "major" in (typescript.hint or "")


@pytest.mark.parametrize(
    ("spec", "pin", "severity"),
    [("^0.4.0", "0.5.1", "warning"), ("~0.5.0", "0.5.1", "info"), ("0", "0.5.1", "info"), ("^1.4", "1.5.0", "info")],
)
def test_before_1_0_a_minor_version_is_a_major_one(spec: str, pin: str, severity: str) -> None:
    class One(Pins):
        _versions = {"a": pin}

    _, found = map_import({"package.json": json.dumps({"dependencies": {"a": spec}}).encode()}, One())
    assert [each.severity for each in found] == [severity]


def test_a_folder_is_told_once_with_its_count() -> None:
    _, found = imported(STARTER)
    messages = [each.message for each in found["FOLDER_IGNORED"]]
    assert "The folder .vscode/ was left out (2 files)." in messages
    assert [each.message for each in found["FILE_UNMANAGED"] if each.path == "docs/"] == [
        "2 files were left out: docs/ is outside the managed paths."
    ]


def test_what_a_mac_and_an_install_add_to_a_folder_is_left_out_with_words() -> None:
    own = {name: STARTER[name] for name in ("package.json", "index.html", "src/main.tsx")}
    added = {"__MACOSX/shop/._package.json": b"\0", "shop/node_modules/react/index.js": b"", "shop/.DS_Store": b"\0"}
    files, found = imported({**{f"shop/{name}": content for name, content in own.items()}, **added})
    assert sorted(files) == ["index.html", "package.json", "src/main.tsx"]
    said = " ".join(each.message for each in (*found["FOLDER_IGNORED"], *found["FILE_IGNORED"]))
    assert all(word in said for word in ("__MACOSX", "node_modules", ".DS_Store")), said


def test_a_package_off_the_catalog_is_an_error_with_the_nearest() -> None:
    files, found = imported(STARTER | {"package.json": b'{"dependencies": {"chart.js": "4.4.0", "react": "19.3.1"}}'})
    [error] = found["PACKAGE_NOT_IN_CATALOG"]
    assert (error.severity, error.hint) == ("error", "The nearest in the catalog: recharts.")
    assert "VERSION_MAPPED" not in found
    assert package(files)["dependencies"] == {"chart.js": "4.4.0", "react": "19.3.1"}


@pytest.mark.parametrize("spec", ["file:../react", "workspace:*", "git+https://example.com/r.git", "latest", ""])
def test_any_source_of_a_catalog_package_is_mapped(spec: str) -> None:
    files, found = imported({"package.json": json.dumps({"dependencies": {"react": spec}}).encode()})
    assert package(files)["dependencies"] == {"react": "19.3.1"}
    assert len(found["VERSION_MAPPED"]) == 1


def test_a_package_json_with_nothing_to_map_stays_byte_for_byte() -> None:
    content = b'{ "dependencies":{"react":"19.3.1"} , "x": 1 }'
    files, _ = imported({"package.json": content})
    assert files["package.json"] == content


@pytest.mark.parametrize("content", [b"", b"{,}", b"[]", b"\xff", b"null", b'{"dependencies": [], "scripts": 3}'])
def test_an_unreadable_package_json_is_left_to_the_policy(content: bytes) -> None:
    files, found = imported({"package.json": content, "index.html": b""})
    assert files["package.json"] == content
    assert found == {}
    assert check_project(files, Pins()) != []


def test_a_lone_surrogate_keeps_its_escape() -> None:
    files, _ = imported({"package.json": b'{"description": "\\ud800", "dependencies": {"react": "*", "\\ud800": "1"}}'})
    assert b'"\\ud800"' in files["package.json"]
    for each in check_project(files, Pins()):
        each.model_dump_json().encode()


def test_workspaces_are_left_to_the_policy() -> None:
    files, _ = imported({"package.json": json.dumps(PACKAGE | {"workspaces": ["packages/*"]}).encode()})
    assert [each.code for each in check_project(files, Pins())] == ["PACKAGE_FIELD_FORBIDDEN"]


def test_a_dotted_name_already_there_is_not_replaced() -> None:
    files, found = imported({"package.json": b"{}", ".gitignore": b"mine", "_gitignore": b"theirs"})
    assert files[".gitignore"] == b"mine"
    assert "NAME_MAPPED" not in found
    assert found["FILE_UNMANAGED"][0].path == "_gitignore"


def test_a_project_at_the_top_is_not_mistaken_for_a_folder() -> None:
    files, _ = imported({"src/package.json": b"{}", "src/src/a.ts": b"", "package.json": b"{}"})
    assert sorted(files) == ["package.json", "src/package.json", "src/src/a.ts"]


def test_hostile_names_that_reach_the_mapping_are_left_out() -> None:
    files, found = imported({"../a.ts": b"", "/b.ts": b"", "src/\u202e.ts": b"", "src/a.ts": b""})
    assert [*files] == ["src/a.ts"]
    assert len(found["FILE_UNMANAGED"]) == 3


@pytest.mark.parametrize(
    ("package_json", "framework"),
    [
        ({"dependencies": {"react": "1"}}, "react"),
        ({"dependencies": {"vue": "1"}}, "vue"),
        ({"devDependencies": {"svelte": "1"}}, "svelte"),
        ({"devDependencies": {"vite": "1"}}, "vanilla"),
        ({"dependencies": {"react": "1", "vue": "1"}, "devDependencies": {"@vitejs/plugin-react": "1"}}, "react"),
        ({"dependencies": {"react": "1"}, "devDependencies": {"@sveltejs/vite-plugin-svelte": "1"}}, "svelte"),
        ({"devDependencies": {"@vitejs/plugin-react-swc": "1"}}, "react"),
        ({"dependencies": ["react"]}, "vanilla"),
        ([], "vanilla"),
        (None, "vanilla"),
    ],
)
def test_the_framework(package_json: object, framework: str) -> None:
    assert framework_of(package_json) == framework
