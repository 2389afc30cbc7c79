"""Projected lockfiles: closed under dependencies, minimal, flagged as npm does, and what npm itself would write."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.node.npm_tool import npm
from devkit.node.toolchain import toolchain
from shared.domain.errors import Invalid
from shared.domain.tree.lockfile import project_lockfile
from shared.services.assets.load_catalog import ROOT, load_catalog_lock
from shared.services.assets.load_templates import load_templates
from tests.support.depth import deep

LOCK = load_catalog_lock()
PACKAGES: dict[str, dict[str, Any]] = json.loads(LOCK)["packages"]
PINS: dict[str, str] = PACKAGES[""]["dependencies"] | PACKAGES[""]["devDependencies"]
FLAGS = {"dev", "optional", "devOptional", "peer"}

subsets = st.lists(st.sampled_from(sorted(PINS)), unique=True, max_size=8)


def manifest(dependencies: list[str], dev: list[str], **fields: object) -> str:
    sections = {"dependencies": dependencies, "devDependencies": dev}
    named = {section: {name: PINS[name] for name in names} for section, names in sections.items()}
    return json.dumps({"name": "app", "version": "1.0.0", **named, **fields})


def projected(dependencies: list[str], dev: list[str] | None = None, **fields: object) -> dict[str, dict[str, Any]]:
    lock = json.loads(project_lockfile(manifest(dependencies, dev or [], **fields), LOCK))
    packages: dict[str, dict[str, Any]] = lock["packages"]
    return packages


def places_above(place: str) -> list[str]:
    """Where Node looks from `place`, nearest first (written independently of the code under test)."""
    parts = place.split("/node_modules/") if place else []
    chain = ["/node_modules/".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return [f"{above}/node_modules/" for above in chain] + ["node_modules/"]


def resolve(name: str, place: str, packages: dict[str, dict[str, Any]]) -> str | None:
    return next((above + name for above in places_above(place) if above + name in packages), None)


def needs(entry: dict[str, Any]) -> set[str]:
    peers = entry.get("peerDependencies", {})
    meta = entry.get("peerDependenciesMeta", {})
    wanted = {name for name in peers if not meta.get(name, {}).get("optional")}
    return wanted | set(entry.get("dependencies", {})) | set(entry.get("devDependencies", {}))


@given(dependencies=subsets, dev=subsets)
@settings(max_examples=40, deadline=None)
def test_it_is_closed_and_every_package_is_the_catalogs_own(dependencies: list[str], dev: list[str]) -> None:
    packages = projected(dependencies, dev)
    for place, entry in packages.items():
        for name in needs(entry) - set(entry.get("optionalDependencies", {})):
            found = resolve(name, place, packages)
            assert found is not None, f"{place or 'the project'} needs {name}"
            assert found == resolve(name, place, PACKAGES), f"{place} would get another {name} than in the catalog"
        if place:
            assert {key: value for key, value in entry.items() if key not in FLAGS} == {
                key: value for key, value in PACKAGES[place].items() if key not in FLAGS
            }


@given(dependencies=subsets, dev=subsets)
@settings(max_examples=40, deadline=None)
def test_it_holds_nothing_that_nobody_asked_for(dependencies: list[str], dev: list[str]) -> None:
    packages = projected(dependencies, dev)
    wanted = {
        resolve(name, place, packages)
        for place, entry in packages.items()
        for name in needs(entry) | set(entry.get("optionalDependencies", {}))
    }
    assert set(packages) - {""} <= wanted


@given(dependencies=subsets, dev=subsets)
@settings(max_examples=40, deadline=None)
def test_what_is_needed_to_run_is_never_flagged_as_only_for_development(
    dependencies: list[str], dev: list[str]
) -> None:
    packages = projected(dependencies, dev)
    waiting = [f"node_modules/{name}" for name in set(dependencies) - set(dev)]
    seen: set[str] = set()
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        assert not {"dev", "devOptional"} & set(packages[place]), place
        waiting += [found for name in needs(packages[place]) if (found := resolve(name, place, packages))]


@given(dependencies=subsets, dev=subsets)
@settings(max_examples=40, deadline=None)
def test_equal_manifests_give_equal_bytes_in_whatever_order_they_are_written(
    dependencies: list[str], dev: list[str]
) -> None:
    once = project_lockfile(manifest(dependencies, dev), LOCK)
    assert once == project_lockfile(manifest(dependencies[::-1], dev[::-1]), LOCK)
    assert "resolved" not in once


def test_the_catalogs_own_manifest_projects_to_the_catalogs_own_lock() -> None:
    assert project_lockfile((ROOT / "current" / "package.json").read_text("utf-8"), LOCK) == LOCK


def test_flags_follow_how_a_package_is_reached() -> None:
    packages = projected(["react"], ["vite", "@testing-library/react"])
    assert not FLAGS & set(packages["node_modules/react"])
    assert packages["node_modules/vite"]["dev"] is True
    assert (
        packages["node_modules/@testing-library/dom"] | {"dev": True, "peer": True}
        == (packages["node_modules/@testing-library/dom"])
    )
    assert packages["node_modules/@rolldown/binding-linux-arm64-gnu"]["optional"] is True
    assert not FLAGS & set(projected(["vite", "vitest"])["node_modules/vite"])


def test_an_optional_peer_comes_only_when_something_else_asks_for_it() -> None:
    assert "node_modules/sass" not in projected([], ["vite"])
    assert "node_modules/sass" in projected([], ["vite", "sass"])


def test_a_manifest_without_dependencies_gives_an_empty_lock() -> None:
    assert json.loads(project_lockfile("{}", LOCK)) == {
        "name": "app", "lockfileVersion": 3, "requires": True, "packages": {"": {"name": "app"}},
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '"x"', '{"dependencies": ["react"]}', "\ud800", "[" * 200_000,
     '{"dependencies": {"react": {}}}', '{"engines": {"node": {"a": 1}}}', '{"devDependencies": {"vite": "\\ud800"}}'],
)  # fmt: skip
def test_what_is_not_a_manifest_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        project_lockfile(text, LOCK)


@pytest.mark.parametrize("section", ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])
def test_packages_outside_the_catalog_are_named(section: str) -> None:
    text = json.dumps(
        {section: {"react": "19", "left-pad": "1", "../../etc": "1", "vite/node_modules/lightningcss": "1"}}
    )
    with pytest.raises(Invalid, match=r"\.\./\.\./etc, left-pad, vite/node_modules/lightningcss$"):
        project_lockfile(text, LOCK)


@given(text=st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | (
    st.dictionaries(st.sampled_from(["dependencies", "devDependencies", "name", "react", "engines", "license"]), inner)
)))  # fmt: skip
@settings(max_examples=100, deadline=None)
def test_odd_manifests_are_refused_or_give_a_lock(text: object) -> None:
    try:
        lock = project_lockfile(json.dumps(text), LOCK)
    except Invalid:
        return
    assert json.loads(lock.encode())["lockfileVersion"] == 3


def installed_tree(folder: Path) -> dict[str, tuple[str, bool]]:
    """What lies in `node_modules`: place -> version, and whether the catalog's installation has it at that version."""
    shared = toolchain().node_modules
    tree = {}
    for path in folder.glob("node_modules/**/package.json"):
        place = path.parent.relative_to(folder).as_posix()
        if place in PACKAGES:
            here = path.read_bytes()
            there = shared.parent / place / "package.json"
            tree[place] = (json.loads(here)["version"], there.is_file() and there.read_bytes() == here)
    return tree


def npm_ci(folder: Path, package_json: str) -> dict[str, tuple[str, bool]]:
    check_it_is_npms_own(folder, package_json)
    npm(folder, "ci")
    return installed_tree(folder)


def check_it_is_npms_own(folder: Path, package_json: str) -> None:
    """npm, asked to bring the lock up to date, finds nothing to change."""
    shutil.copy(ROOT / ".npmrc", folder)
    (folder / "package.json").write_text(package_json, "utf-8")
    lock = project_lockfile(package_json, LOCK)
    (folder / "package-lock.json").write_text(lock, "utf-8")
    npm(folder, "install", "--package-lock-only", "--prefer-offline")
    assert (folder / "package-lock.json").read_text("utf-8") == lock, "npm would write another lock"


@pytest.mark.slow_install
@pytest.mark.parametrize("key", ["vue", "svelte", "vanilla"])
def test_npm_would_write_the_same_lock_for_a_template(key: str, tmp_path: Path) -> None:
    check_it_is_npms_own(tmp_path, load_templates()[key].files["package.json"].decode())


@pytest.mark.slow_install
def test_npm_ci_gives_a_template_the_catalogs_tree(tmp_path: Path) -> None:
    package_json = load_templates()["react"].files["package.json"].decode()
    tree = npm_ci(tmp_path, package_json)
    declared = json.loads(package_json)
    for name, version in (declared["dependencies"] | declared["devDependencies"]).items():
        assert tree[f"node_modules/{name}"][0] == version
    assert {place for place, (_, same) in tree.items() if not same} == set()


@deep
@pytest.mark.slow_install
def test_npm_ci_accepts_a_motley_project(tmp_path: Path) -> None:
    chosen = ["@xyflow/react", "bits-ui", "i18next", "katex", "motion", "papaparse", "sv-router", "three", "vue-sonner"]
    tree = npm_ci(tmp_path, manifest(chosen, ["@testing-library/vue", "@types/three", "sass", "svelte-check"]))
    assert {place for place, (_, same) in tree.items() if not same} == set()
    assert tree["node_modules/@xyflow/react/node_modules/zustand"][0] != PINS["zustand"]
