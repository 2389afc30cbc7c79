"""`remove_dependency`: a package is taken out of the manifest and of the lockfile."""

import json

import pytest

from tests.support.workspace import a_workspace, check_refused, use


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
def test_a_manifest_that_is_none_is_refused_and_never_raises(content: bytes) -> None:
    check_refused(a_workspace({"package.json": content, "package-lock.json": b"{}"}), "remove_dependency", name="clsx")
