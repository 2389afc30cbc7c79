"""The policy half of the fast gate."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.base import Files
from shared.domain.errors import Invalid
from shared.domain.limits import Limits
from shared.domain.text.json_places import JsonFault, read_json
from shared.domain.tree.policy import check_project, require_project

PACKAGE: dict[str, Any] = {
    "name": "x",
    "scripts": {"build": "vite build"},
    "dependencies": {"react": "19.3.1"},
    "devDependencies": {"vite": "8.3.8"},
}


class Pins:
    """A catalog of four packages."""

    _versions = {"react": "19.3.1", "vite": "8.3.8", "recharts": "3.0.0", "@types/node": "24.1.0"}

    def version(self, name: str) -> str | None:
        return self._versions.get(name)

    def of(self, package_json: str) -> "Pins":
        return self

    def nearest(self, name: str) -> list[str]:
        return ["recharts"] if "chart" in name else []


def project(package: object = PACKAGE, **more: bytes) -> Files:
    text = package if isinstance(package, str) else json.dumps(package, indent=2)
    return {"package.json": text.encode(), "index.html": b"<!doctype html>", "src/main.ts": b"export {}\n"} | more


def codes(files: Files, limits: Limits | None = None) -> list[str]:
    return [found.code for found in check_project(files, Pins(), limits or Limits())]


def with_dependency(name: str, spec: object) -> Files:
    return project(PACKAGE | {"dependencies": {name: spec}})


def test_a_sound_project_has_no_findings() -> None:
    assert require_project(project(), Pins()) == []


def test_findings_stop_it_and_are_all_told() -> None:
    files = project(**{"../a.ts": b"", "src/a.exe": b"", "src/b.ts": b"\xff", "src/c.ts": b"a\n\0"})
    with pytest.raises(Invalid) as caught:
        require_project(files, Pins())
    assert caught.value.code == "BUILDER_PATCH_POLICY_VIOLATION"
    found = [each.code for each in caught.value.diagnostics]
    assert found == ["PATH_TRAVERSAL", "EXTENSION_NOT_ALLOWED", "INVALID_UTF8", "NUL_IN_TEXT"]
    assert caught.value.diagnostics[3].line == 2


def test_package_json_must_be_there() -> None:
    assert codes({"index.html": b""}) == ["PACKAGE_JSON_MISSING"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{\n  "name": "x",\n}', 3, 1),
        ("", 1, 1),
        ("{} x", 1, 4),
        ("\ufeff{}", 1, 1),
        ('{"a": NaN}', 1, 1),
        ("[" * 100_000, 1, 1),
        ('{"a":' * 700 + "1" + "}" * 700, 1, 1),
        ("1" * 5000, 1, 1),
        ("[]", 1, 1),
    ],
)
def test_invalid_json_has_its_place(text: str, line: int, column: int) -> None:
    found = check_project(project(text), Pins())
    assert [(each.code, each.line, each.column) for each in found] == [("PACKAGE_JSON_INVALID", line, column)]


def test_a_key_may_stand_only_once() -> None:
    text = '{"scripts": {"build": "a"},\n "dependencies": {\n  "react": "19.3.1",\n  "react": "19.3.1"\n }}'
    found = check_project(project(text), Pins())
    assert [(each.code, each.line, each.column) for each in found] == [("DUPLICATE_KEY", 4, 3)]


@pytest.mark.parametrize(
    ("name", "spec", "code"),
    [
        ("react", "^19.3.1", "PACKAGE_VERSION_MISMATCH"),
        ("react", "19.3.0", "PACKAGE_VERSION_MISMATCH"),
        ("react", "latest", "PACKAGE_VERSION_MISMATCH"),
        ("react", "", "PACKAGE_VERSION_MISMATCH"),
        ("react", "*", "PACKAGE_VERSION_MISMATCH"),
        ("react", "workspace:*", "PACKAGE_SOURCE_FORBIDDEN"),
        ("react", "file:../react", "PACKAGE_SOURCE_FORBIDDEN"),
        ("react", "git+ssh://git@example.com/a.git", "PACKAGE_SOURCE_FORBIDDEN"),
        ("react", "https://example.com/a.tgz", "PACKAGE_SOURCE_FORBIDDEN"),
        ("react", "npm:preact@10.0.0", "PACKAGE_SOURCE_FORBIDDEN"),
        ("react", "user/repo", "PACKAGE_SOURCE_FORBIDDEN"),
        ("react", 19, "PACKAGE_NAME_INVALID"),
        ("React", "19.3.1", "PACKAGE_NAME_INVALID"),
        ("../react", "19.3.1", "PACKAGE_NAME_INVALID"),
        ("a b", "1.0.0", "PACKAGE_NAME_INVALID"),
        ("left-pad", "1.3.0", "PACKAGE_NOT_IN_CATALOG"),
    ],
)
def test_a_dependency_that_is_not_a_pin_is_refused(name: str, spec: object, code: str) -> None:
    assert codes(with_dependency(name, spec)) == [code]


def test_the_hint_gives_the_right_pin() -> None:
    [found] = check_project(with_dependency("react", "^18"), Pins())
    assert found.hint == 'Use "react": "19.3.1".'
    assert (found.path, found.line) == ("package.json", 7)


def test_the_hint_names_the_nearest_package() -> None:
    [found] = check_project(with_dependency("chart.js", "4.0.0"), Pins())
    assert "recharts" in (found.hint or "")


@pytest.mark.parametrize("script", ["preinstall", "install", "postinstall", "prepare", "prepublish", "dependencies"])
def test_scripts_that_run_on_install_are_refused(script: str) -> None:
    assert codes(project(PACKAGE | {"scripts": {"build": "x", script: "curl evil"}})) == ["INSTALL_SCRIPT_FORBIDDEN"]


@pytest.mark.parametrize("field", ["overrides", "resolutions", "workspaces", "optionalDependencies", "pnpm"])
def test_fields_that_change_what_is_installed_are_refused(field: str) -> None:
    assert codes(project(PACKAGE | {field: {"a": "1"}})) == ["PACKAGE_FIELD_FORBIDDEN"]
    assert codes(project(PACKAGE | {field: {}})) == []


@pytest.mark.parametrize("scripts", [{}, {"build": ""}, {"build": 1}, {"build": "  "}])
def test_there_must_be_a_build_script(scripts: dict[str, object]) -> None:
    assert codes(project(PACKAGE | {"scripts": scripts})) == ["BUILD_SCRIPT_MISSING"]


@pytest.mark.parametrize("field", ["scripts", "dependencies", "devDependencies"])
@pytest.mark.parametrize("value", [[], "x", 1, None])
def test_sections_must_be_objects(field: str, value: object) -> None:
    assert codes(project(PACKAGE | {field: value})) == ["PACKAGE_JSON_INVALID"]


def test_a_package_in_both_sections_is_a_warning() -> None:
    [found] = check_project(project(PACKAGE | {"devDependencies": {"react": "19.3.1"}}), Pins())
    assert (found.code, found.severity) == ("DEPENDENCY_DECLARED_TWICE", "warning")


def test_sizes_and_counts() -> None:
    small = Limits(text_file_bytes=400, binary_file_bytes=500, files=5, project_bytes=1000)
    assert codes(project(**{"src/a.ts": b"x" * 401}), small) == ["FILE_TOO_LARGE"]
    assert codes(project(**{"src/a.png": b"\0" * 500}), small) == []
    assert codes(project(**{"src/a.png": b"\0" * 501}), small) == ["FILE_TOO_LARGE"]
    assert codes(project(**{f"src/{n}.ts": b"" for n in range(3)}), small) == ["TOO_MANY_FILES"]
    assert codes(project(**{"src/a.png": b"\0" * 500, "src/b.png": b"\0" * 500}), small) == ["PROJECT_TOO_LARGE"]


def test_names_that_cannot_live_together() -> None:
    assert codes(project(**{"src/Main.ts": b""})) == ["CASE_TWINS"]
    assert codes(project(**{"src/main.ts/a.ts": b""})) == ["FILE_AND_FOLDER"]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(_JSON, st.sampled_from([None, 1, "\t"]))
def test_every_key_has_its_place(value: object, indent: int | str | None) -> None:
    text = json.dumps(value, indent=indent)
    document = read_json(text)
    assert document.value == value
    assert document.repeated == []
    lines = text.split("\n")
    for path, (line, column) in document.places.items():
        assert lines[line - 1][column - 1 :].startswith(json.dumps(path[-1]) + ":")


@given(st.text(alphabet='{}[]":,1e-+. \n\\utrfalsn', max_size=30))
def test_reading_json_fails_only_as_told(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(JsonFault):
            read_json(text)
        return
    assert read_json(text).value == expected


@given(st.binary(max_size=60))
def test_any_bytes_as_package_json_end_in_findings(content: bytes) -> None:
    assert codes({"package.json": content, "index.html": b""}) != []
