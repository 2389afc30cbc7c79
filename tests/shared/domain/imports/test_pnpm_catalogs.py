"""Versions that pnpm keeps in its workspace file are those of the package.json."""

import pytest

from shared.domain.imports.pnpm_catalogs import with_versions

WORKSPACE = b"""packages: []

# named and not
catalog:
  react: ^18.3.1
catalogs:

  frontend:
    '@vueuse/core': ^13.3.0   # why
    "vue": '~3.5.16'
  dev:
    vitest: 3
onlyBuiltDependencies:
  - esbuild
overrides:
  vue: 2
"""
PACKAGE = b"""{ "dependencies": {
  "vue": "catalog:frontend", "@vueuse/core" : "catalog:frontend",
  "react": "catalog:", "react-dom": "catalog:default", "vitest": "catalog:dev",
  "gone": "catalog:none", "own": "1" } }"""


def test_each_is_filled_in_at_its_line_and_what_is_not_there_stays() -> None:
    entries = {"a/package.json": PACKAGE, "a/pnpm-workspace.yaml": WORKSPACE}
    assert (
        with_versions(entries, "a/")["a/package.json"]
        == b"""{ "dependencies": {
  "vue": "~3.5.16", "@vueuse/core" : "^13.3.0",
  "react": "^18.3.1", "react-dom": "catalog:default", "vitest": "3",
  "gone": "catalog:none", "own": "1" } }"""
    )


@pytest.mark.parametrize("workspace", [b"", b"catalogs: [", b"catalog:\n  react:\n", b"\xff\0" * 99, b" :" * 300_000])
def test_a_workspace_file_that_says_nothing_changes_nothing(workspace: bytes) -> None:
    entries = {"package.json": PACKAGE, "pnpm-workspace.yaml": workspace}
    assert with_versions(entries, "")["package.json"] == PACKAGE
    assert with_versions({"package.json": PACKAGE}, "") == {"package.json": PACKAGE}
