"""A registry of npm that attacks the owner who adds a package: the real npm, our guard, and the task of the worker."""

import gzip
import io
import json
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from devkit.fakes.samples import TENANT
from shared.domain.assets.addition_status import AdditionStatus
from tests.shared.services.builds.additions.test_additions import ELSEWHERE, Keeper
from tests.support.drawn import drawn_of
from tests.support.npm_registry import NpmRegistry, archive_of, integrity_of
from worker.toolchain import InstalledToolchain

Trick = Callable[[NpmRegistry, dict[str, Any]], None]
AT = "/plugin/-/plugin-1.4.0.tgz"
HERE = "127.0.0.1"


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


class Changing(dict[str, Any]):
    """What is asked for again is another one than before."""

    def __init__(self, first: Mapping[str, Any], second: Mapping[str, Any]) -> None:
        super().__init__(first)
        self._second, self._asked = second, set[str]()

    def get(self, key: str, default: Any = None) -> Any:
        again, self._asked = key in self._asked, self._asked | {key}
        return self._second.get(key, default) if again else super().get(key, default)


def changing(**fields: Any) -> Trick:
    """The version that is resolved is described otherwise than the one that was looked at."""

    def act(registry: NpmRegistry, version: dict[str, Any]) -> None:
        later = json.loads(json.dumps(registry.documents))
        later["plugin"]["versions"]["1.4.0"].update(fields)
        registry.documents = Changing(registry.documents, later)

    return act


def moved(path: str, to: str) -> Trick:
    return lambda registry, version: registry.moved.update({path: to.replace("REGISTRY", registry.url)})


def needing(name: str, spec: str, **helper: Any) -> Trick:
    """The package needs another one; with `helper`, `evil` is one that the registry has."""

    def act(registry: NpmRegistry, version: dict[str, Any]) -> None:
        if helper:
            registry.publish("evil", "1.0.0", **helper)
        version["dependencies"] = {name: spec}

    return act


def newer(registry: NpmRegistry, version: dict[str, Any]) -> None:
    """The package brings a version of its own of what the line has."""
    registry.publish("framework", "99.0.0")
    version["dependencies"] = {"framework": "99.0.0"}


def repacked(*manifests: str, root: str = "package") -> bytes:
    """An archive with several files called package.json, of which the last one counts, as text."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for number, text in enumerate(manifests):
            member = tarfile.TarInfo(f"{root if number else 'package'}/package.json")
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))
    return gzip.compress(buffer.getvalue(), mtime=0)


OTHER = {"index.js": "1"}
ITSELF = '{"name": "plugin", "version": "1.4.0"}'
SCRIPTED = '{"name": "plugin", "version": "1.4.0", "scripts": {"preinstall": "x"}}'
WRONG = integrity_of(b"another archive")
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
HASHES: dict[str, Trick] = {
    "another archive that comes later": changing(dist={"tarball": f"{ELSEWHERE}/x.tgz", "integrity": WRONG}),
    "two hashes, one right": lambda registry, version: version["dist"].update(
        integrity=f"{version['dist']['integrity']} {WRONG}"
    ),
    "a weaker hash alone": dist(integrity="sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
    "an unknown hash": dist(integrity="sha3-" + "A" * 86 + "=="),
    "a hash with options": lambda registry, version: version["dist"].update(
        integrity=version["dist"]["integrity"] + "?anything"
    ),
    "a hash of the web": lambda registry, version: version["dist"].update(
        integrity=version["dist"]["integrity"].translate(str.maketrans("+/", "-_")).rstrip("=")
    ),
    "a hash that is a list": lambda registry, version: version["dist"].update(integrity=[version["dist"]["integrity"]]),
    "a hash of nothing": dist(integrity=integrity_of(b"")),
    "the hash of another package": lambda registry, version: version["dist"].update(
        integrity=registry.documents["framework"]["versions"]["2.0.0"]["dist"]["integrity"]
    ),
    "the archive of another package": lambda registry, version: version["dist"].update(
        registry.documents["framework"]["versions"]["2.0.0"]["dist"]
    ),
    "an archive that moved elsewhere": moved(AT, f"{ELSEWHERE}/plugin.tgz"),
    "an archive that moved to another port": moved(AT, f"http://{HERE}:9/plugin.tgz"),
    "an archive that moved in a circle": moved(AT, f"REGISTRY{AT}"),
    "a document that moved elsewhere": moved("/plugin", f"{ELSEWHERE}/plugin"),
    "an archive behind a name": lambda registry, version: version["dist"].update(
        tarball=registry.url.replace("http://", "http://registry@elsewhere.example#") + AT
    ),
    "an archive without a scheme": dist(tarball=f"{ELSEWHERE.removeprefix('http:')}/plugin.tgz"),
    "an archive in the address": dist(tarball="data:application/octet-stream;base64,H4sIAAAAAAAA"),
}
SCRIPTS: dict[str, Trick] = {
    "a script in a second manifest": served(repacked(ITSELF, SCRIPTED)),
    "a script under another root": served(repacked(ITSELF, SCRIPTED, root="other")),
    "a script of a key that is there twice": served(repacked(ITSELF[:-1] + ', "scripts": {}' + SCRIPTED[37:])),
    "a script behind a mark of its order": served(repacked("\ufeff" + SCRIPTED)),
    "a script of what it needs": needing("evil", "1.0.0", scripts={"install": "x"}),
    "a hidden compilation of what it needs": needing("evil", "1.0.0", files={"binding.gyp": "{}"}),
    "a manifest that is no object": served(repacked(f"[{ITSELF}]")),
    "a manifest of deep lists": served(repacked("[" * 100_000)),
}
NAMES: dict[str, Trick] = {
    "another framework with the same need": said(peerDependencies={"framework": "^99.0.0"}),
    "a short name of a forge": needing("evil", "evil/package"),
    "a forge's own scheme": needing("evil", "github:evil/package#main"),
    "a gist": needing("evil", "gist:11081aaa281"),
    "a link": needing("evil", "link:../../etc"),
    "a workspace": needing("evil", "workspace:*"),
    "a way up as a need": needing("../../evil", "1.0.0"),
    "the folder of programs as a need": needing(".bin", "1.0.0"),
    "the folder of packages as a need": needing("node_modules", "1.0.0"),
    "a latest that is no version": lambda registry, version: registry.documents["plugin"].update(
        {"dist-tags": {"latest": "../framework"}}
    ),
    "a latest that is not there": lambda registry, version: registry.documents["plugin"].update(
        {"dist-tags": {"latest": "9.9.9"}}
    ),
    "another name in the version": said(name="framework"),
    "told to be bundled": lambda registry, version: version.update(
        dependencies={"framework": "99.0.0"}, bundleDependencies=["framework"]
    ),
}
ALL = TRICKS | HASHES | SCRIPTS | NAMES


@pytest.fixture
def keeper(registry: NpmRegistry, toolchain: InstalledToolchain, tmp_path: Path) -> Keeper:
    return Keeper(registry, toolchain, tmp_path)


@pytest.mark.parametrize("trick", [*TRICKS, *drawn_of(__file__, [*HASHES, *SCRIPTS, *NAMES], one_in=5)])
def test_a_trick_of_the_registry_adds_nothing(keeper: Keeper, registry: NpmRegistry, trick: str) -> None:
    registry.publish("plugin", "1.4.0")
    registry.advisories = {}
    ALL[trick](registry, registry.documents["plugin"]["versions"]["1.4.0"])
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
    "another package under a name that is there": needing("framework", "npm:evil@1.0.0", files={"x.js": "1"}),
    "another version of what is there": newer,
    "a description that changes later": changing(scripts={"postinstall": "x"}, hasInstallScript=True),
    "a large document": named(readme="x" * 3_000_000),
}


@pytest.mark.parametrize("trick", HARMLESS.values(), ids=HARMLESS)
def test_what_means_nothing_to_us_changes_nothing(keeper: Keeper, registry: NpmRegistry, trick: Trick) -> None:
    registry.publish("plugin", "1.4.0")
    registry.advisories = {}
    trick(registry, registry.documents["plugin"]["versions"]["1.4.0"])
    added = keeper.add("plugin")
    assert (added.status, added.version) == (AdditionStatus.ADDED, "1.4.0"), added
    assert keeper.own.of(TENANT).catalog.packages["framework"].version == "2.0.0"
    assert keeper.names == ["framework", "plugin"] and ELSEWHERE not in str(registry.served)
