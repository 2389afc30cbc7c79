"""What of an import is built as it came, for comparison."""

import json

import pytest

from shared.domain.imports.original import original_project

PACKAGE = {
    "name": "x",
    "scripts": {"build": "tsc -b && vite build --mode x && echo done"},
    "dependencies": {"vue": "^3", "gone": "1"},
}
PROJECT = {
    "package.json": json.dumps(PACKAGE).encode(),
    "index.html": b"<p>",
    "src/main.ts": b"a",
    "vite.config.ts": b"base",
}


class Pins:
    def version(self, name: str) -> str | None:
        return {"vue": "3.5.1"}.get(name)

    def nearest(self, name: str) -> list[str]:
        return []


def original(fitted: dict[str, bytes], **more: bytes) -> dict[str, bytes] | None:
    entries = {f"p-main/{path}": content for path, content in {**PROJECT, **more}.items()}
    return original_project(entries, "p-main/", fitted, ["gone"], Pins())


def test_it_has_its_own_files_the_versions_of_the_catalog_and_vite_alone() -> None:
    files = original(
        {**PROJECT, "vite.config.ts": b"changed"}, **{".env": b"KEY=1", "yarn.lock": b"", ".npmrc": b"token"}
    )
    assert files is not None
    assert sorted(files) == ["index.html", "package.json", "src/main.ts", "vite.config.ts"]
    assert files["vite.config.ts"] == b"base"
    package = json.loads(files["package.json"])
    assert (package["scripts"], package["dependencies"]) == ({"build": "vite build --mode x"}, {"vue": "3.5.1"})


@pytest.mark.parametrize("path", ["README.md", "eslint.config.js", "docs/a.md"])
def test_nothing_is_compared_where_no_page_could_differ(path: str) -> None:
    assert original(PROJECT, **{path: b"x"}) is None
    assert original({**PROJECT, ".gitignore": b"dist"}) is None


def test_a_file_that_was_left_out_is_reason_enough() -> None:
    assert original(PROJECT, **{"src/sky.hdr": b"x"}) is not None


@pytest.mark.parametrize("package", [b"{", b"[]", b'{"scripts": {"build": "webpack"}}', b'{"scripts": []}'])
def test_a_project_that_vite_does_not_build_has_none(package: bytes) -> None:
    assert original({**PROJECT, "src/main.ts": b"b"}, **{"package.json": package}) is None
