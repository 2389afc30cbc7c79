"""A registry of npm that attacks the owner who adds a package: the real npm, our guard, and the task of the worker."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shared.domain.assets.addition_status import AdditionStatus
from tests.shared.services.builds.additions.test_additions import ELSEWHERE, Keeper
from tests.support.npm_registry import NpmRegistry, archive_of, integrity_of
from worker.toolchain import InstalledToolchain

Trick = Callable[[NpmRegistry, dict[str, Any]], None]
AT = "/plugin/-/plugin-1.4.0.tgz"


def served(archive: bytes, *, honest: bool = True) -> Trick:
    """Another archive than the published one; `honest`: with its own hash in the metadata."""

    def act(registry: NpmRegistry, version: dict[str, Any]) -> None:
        registry.archives[AT] = archive
        if honest:
            version["dist"]["integrity"] = integrity_of(archive)

    return act


def said(**fields: Any) -> Trick:
    """The metadata of the version says something else."""
    return lambda registry, version: version.update(fields)


def named(**fields: Any) -> Trick:
    """The document of the package says something else."""
    return lambda registry, version: registry.documents["plugin"].update(fields)


def dist(**fields: Any) -> Trick:
    return lambda registry, version: version["dist"].update(fields)


OTHER = {"index.js": "1"}
TRICKS: dict[str, Trick] = {
    "another archive": served(archive_of({"name": "plugin", "version": "1.4.0"}, {"evil.js": "1"}), honest=False),
    "another name inside": served(archive_of({"name": "framework", "version": "1.4.0"}, OTHER)),
    "another version inside": served(archive_of({"name": "plugin", "version": "9.9.9"}, OTHER)),
    "hidden script": served(archive_of({"name": "plugin", "version": "1.4.0", "scripts": {"install": "x"}}, OTHER)),
    "hidden gyp": served(archive_of({"name": "plugin", "version": "1.4.0"}, {"binding.gyp": "{}"})),
    "bundled": served(archive_of({"name": "plugin", "version": "1.4.0"}, {"node_modules/framework/index.js": "1"})),
    "path outside": served(archive_of({"name": "plugin", "version": "1.4.0"}, {"../../../out.js": "1"})),
    "no archive": served(b"<html>"),
    "sha1 alone": lambda registry, version: version["dist"].update(integrity="", shasum="0" * 40),
    "an archive elsewhere": dist(tarball=f"{ELSEWHERE}/plugin.tgz"),
    "a file as archive": dist(tarball="file:///etc/passwd"),
    "an alias as version": said(version="npm:framework@2.0.0"),
    "a command as version": said(version=f"1.4.0 --registry={ELSEWHERE}"),
    "an address as version": said(version=f"{ELSEWHERE}/plugin.tgz"),
    "times in a list": named(time=["2024-01-02T03:04:05.000Z"]),
    "no times": named(time={}),
    "odd times": named(time={"1.4.0": {"a": 1}}),
    "a time to come": named(time={"1.4.0": "2999-01-01T00:00:00.000Z"}),
    "a git dependency": said(dependencies={"evil": "git+ssh://git@elsewhere.example/evil.git"}),
    "an address as dependency": said(dependencies={"evil": f"{ELSEWHERE}/evil.tgz"}),
    "a file as dependency": said(dependencies={"evil": "file:../../../../etc"}),
    "a script that is told": said(scripts={"postinstall": "x"}, hasInstallScript=True),
    "a foreign scope": said(dependencies={"@company-internal/secret": "99.0.0"}),
    "versions as text": named(versions="none"),
}


@pytest.fixture
def keeper(registry: NpmRegistry, toolchain: InstalledToolchain, tmp_path: Path) -> Keeper:
    return Keeper(registry, toolchain, tmp_path)


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_a_trick_of_the_registry_adds_nothing(keeper: Keeper, registry: NpmRegistry, trick: Trick) -> None:
    registry.publish("plugin", "1.4.0")
    registry.advisories = {}
    trick(registry, registry.documents["plugin"]["versions"]["1.4.0"])
    added = keeper.add("plugin")
    assert added.status != AdditionStatus.ADDED and added.code, added
    assert keeper.names == ["framework"]
    assert added.reason and len(added.reason) < 600 and ELSEWHERE not in str(registry.served)


HARMLESS: dict[str, Trick] = {
    "another name": named(name="framework"),
    "an address that may be left out": said(optionalDependencies={"evil": f"{ELSEWHERE}/evil.tgz"}),
    "prototype keys": lambda registry, version: registry.documents["plugin"].update(
        json.loads('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}')
    ),
    "its own npmrc": served(
        archive_of({"name": "plugin", "version": "1.4.0"}, {".npmrc": f"registry={ELSEWHERE}\nignore-scripts=false\n"})
    ),
    "programs outside": served(
        archive_of({"name": "plugin", "version": "1.4.0", "bin": {"vite": "../../x", "../sh": "index.js"}}, OTHER)
    ),
    "a publish config": said(publishConfig={"registry": ELSEWHERE}, _resolved=f"{ELSEWHERE}/x.tgz"),
    "a large document": named(readme="x" * 3_000_000),
}


@pytest.mark.parametrize("trick", HARMLESS.values(), ids=HARMLESS)
def test_what_means_nothing_to_us_changes_nothing(keeper: Keeper, registry: NpmRegistry, trick: Trick) -> None:
    registry.publish("plugin", "1.4.0")
    registry.advisories = {}
    trick(registry, registry.documents["plugin"]["versions"]["1.4.0"])
    added = keeper.add("plugin")
    assert (added.status, added.version) == (AdditionStatus.ADDED, "1.4.0"), added
    assert keeper.names == ["framework", "plugin"] and ELSEWHERE not in str(registry.served)
