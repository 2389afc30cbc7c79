"""The contract of `SnapshotStore`."""

import hashlib
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.fakes.samples import OTHER_TENANT, SAMPLE_FILES
from shared.domain.errors import NotFound

CHARACTERS = st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"), exclude_characters="/\\")
NAMES = st.text(CHARACTERS, min_size=1, max_size=40).filter(lambda name: name not in (".", "..", ".git"))
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)


@st.composite
def trees(draw: st.DrawFn) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for path in draw(st.lists(PATHS, max_size=6)):
        if not any(path == other or path.startswith(f"{other}/") or other.startswith(f"{path}/") for other in files):
            files[path] = draw(st.binary(max_size=60))
    return files


def test_a_tree_comes_back_as_it_was(stores: Any, tenant: str) -> None:
    tree = stores.snapshots.put(tenant, "app_a", SAMPLE_FILES)
    assert len(tree) == 40
    assert tree == stores.snapshots.tree_id(SAMPLE_FILES)
    assert stores.snapshots.get(tenant, "app_a", tree) == SAMPLE_FILES
    assert list(stores.snapshots.get(tenant, "app_a", tree)) == sorted(SAMPLE_FILES)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(trees())
def test_any_tree_comes_back_from_storage(stores: Any, tenant: str, files: dict[str, bytes]) -> None:
    tree = stores.snapshots.put(tenant, "app_a", files)
    cold = getattr(stores, "renewed", lambda: stores)().snapshots
    assert cold.get(tenant, "app_a", tree) == files
    assert [entry.path for entry in cold.manifest(tenant, "app_a", tree)] == sorted(files)


def test_the_manifest_lies_beside(stores: Any, tenant: str) -> None:
    tree = stores.snapshots.put(tenant, "app_a", {"b": b"12", "a/c": b""})
    cold = getattr(stores, "renewed", lambda: stores)().snapshots
    for snapshots in (stores.snapshots, cold):
        entries = [(entry.path, entry.size, entry.sha256) for entry in snapshots.manifest(tenant, "app_a", tree)]
        assert entries == [("a/c", 0, hashlib.sha256(b"").hexdigest()), ("b", 2, hashlib.sha256(b"12").hexdigest())]


def test_a_tree_belongs_to_one_app_of_one_tenant(stores: Any, tenant: str) -> None:
    tree = stores.snapshots.put(tenant, "app_a", SAMPLE_FILES)
    for place in ((OTHER_TENANT, "app_a", tree), (tenant, "app_b", tree), (tenant, "app_a", "0" * 40),
                  (tenant, "app_a", "../../x"), (tenant, "app_a", "")):  # fmt: skip
        with pytest.raises(NotFound):
            stores.snapshots.get(*place)
        with pytest.raises(NotFound):
            stores.snapshots.manifest(*place)


def test_what_is_handed_out_cannot_change_what_is_stored(stores: Any, tenant: str) -> None:
    files = dict(SAMPLE_FILES)
    tree = stores.snapshots.put(tenant, "app_a", files)
    files["late"] = b""
    stores.snapshots.get(tenant, "app_a", tree).clear()
    assert stores.snapshots.get(tenant, "app_a", tree) == SAMPLE_FILES


def test_equal_trees_share_one_object(stores: Any, tenant: str) -> None:
    first = stores.snapshots.put(tenant, "app_a", {"b": b"2", "a": b"1"})
    assert stores.snapshots.put(tenant, "app_a", {"a": b"1", "b": b"2"}) == first
    cold = getattr(stores, "renewed", lambda: stores)().snapshots
    assert cold.put(tenant, "app_a", {"a": b"1", "b": b"2"}) == first
    assert cold.put(tenant, "app_a", {"a": b"1", "b": b"3"}) != first


def git(folder: Path, *arguments: str) -> str:
    environment = {
        "GIT_AUTHOR_NAME": "ann", "GIT_AUTHOR_EMAIL": "ann", "GIT_AUTHOR_DATE": "1700000000 +0000", "HOME": str(folder),
        "GIT_COMMITTER_NAME": "ann", "GIT_COMMITTER_EMAIL": "ann", "GIT_COMMITTER_DATE": "1700000000 +0000",
        "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1",
    }  # fmt: skip
    done = subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_the_ids_are_gits_own(stores: Any, tmp_path: Path) -> None:
    files = {"a.txt": b"1\n", "a/b.txt": b"", "a.b/c": b"\x00\xff", "ü/é.ts": "é".encode(), "a0": b"x"}
    git(tmp_path, "init", "-q")
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    git(tmp_path, "-c", "core.autocrlf=false", "add", "-A")
    tree = git(tmp_path, "write-tree")
    assert stores.snapshots.tree_id(files) == tree
    first = git(tmp_path, "commit-tree", tree, "-m", "Épic: one\n\nbody")
    assert stores.snapshots.commit_id(tree, None, "Épic: one\n\nbody", "ann", 1_700_000_000) == first
    second = git(tmp_path, "commit-tree", tree, "-p", first, "-m", "two")
    assert stores.snapshots.commit_id(tree, first, "two", "ann", 1_700_000_000) == second


def test_an_author_cannot_write_a_header_of_his_own(stores: Any) -> None:
    tree = stores.snapshots.tree_id(SAMPLE_FILES)
    odd = stores.snapshots.commit_id(tree, None, "m", "a\nparent 0 <x>\x00", 0)
    assert odd == stores.snapshots.commit_id(tree, None, "m", "aparent 0 x", 0)
    assert len(stores.snapshots.commit_id(tree, None, "", "", 0)) == 40
