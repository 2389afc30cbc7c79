"""A job's packages: exactly its own, from archives that are what the catalog says, each stored once."""

import base64
import gzip
import hashlib
import json
import os
import tarfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from devkit.stack.open_folder import open_folder
from devkit.stack.worker_jobs import PAGE, HttpStore, node_toolchain, pack, project, tar_of
from shared.domain.builds.package_spec import Package
from shared.domain.builds.worker_contract import parse_job
from worker.build import run_job
from worker.main import fetch_archives
from worker.package_archive import ArchiveInvalid, unpack_archive
from worker.packages import NotFetched, Packages
from worker.sandbox.base import Sandbox
from worker.toolchain import WRITABLE_MODULE_DIRS, InstalledToolchain

LINUX = ("linux", "x64", "glibc")


def hash_of(archive: bytes) -> str:
    return f"sha512-{base64.b64encode(hashlib.sha512(archive).digest()).decode()}"


def archive_of(files: Mapping[str, str], folder: str = "package") -> bytes:
    members = []
    for path, text in files.items():
        member = tarfile.TarInfo(f"{folder}/{path}")
        member.mode = 0o644
        members.append((member, text.encode()))
    return gzip.compress(tar_of(members), mtime=0)


def manifest(name: str, **more: Any) -> str:
    return json.dumps({"name": name, "version": "1.0.0", "main": "index.js", **more})


def module(name: str, text: str = "", **more: Any) -> bytes:
    return archive_of({"package.json": manifest(name, **more), "index.js": text or f"module.exports = '{name}';\n"})


class Registry:
    """`Fetch` out of a dictionary, which counts what it was asked for."""

    def __init__(self, archives: Mapping[str, bytes]) -> None:
        self.archives, self.asked = archives, list[str]()

    def __call__(self, packages: Sequence[Package], folder: Path) -> Mapping[str, Path]:
        found: dict[str, Path] = {}
        for package in packages:
            self.asked.append(package.name)
            if package.name in self.archives:
                found[package.integrity] = folder / f"{len(found)}.tgz"
                found[package.integrity].write_bytes(self.archives[package.name])
        return found

    def package(self, name: str, place: str = "", **more: Any) -> Package:
        hashed = hash_of(self.archives.get(name, name.encode()))
        return Package(place or f"node_modules/{name}", name, "1.0.0", hashed, **more)


@pytest.fixture
def registry() -> Registry:
    run = archive_of({"package.json": manifest("tool", bin="run.js"), "run.js": "#!/usr/bin/env node\n"})
    return Registry({"alpha": module("alpha"), "beta": module("beta"), "tool": run, "@a/b": module("@a/b")})


@pytest.fixture
def toolchain(open_dir: Path) -> Iterator[InstalledToolchain]:
    with open_folder(open_dir) as home:
        (home / "tools").mkdir(0o755)
        yield node_toolchain(home / "tools")


@pytest.fixture
def own(toolchain: InstalledToolchain) -> Package:
    """A package that the toolchain has from the start, with one more inside of it."""
    inside = toolchain.node_modules / "own"
    (inside / "node_modules" / "deep").mkdir(parents=True)
    (inside / "index.js").write_text("module.exports = 'own';\n")
    (inside / "package.json").write_text(manifest("own"))
    (inside / "node_modules" / "deep" / "package.json").write_text(manifest("deep"))
    entry = {"version": "1.0.0", "integrity": hash_of(b"own")}
    lock = {"packages": {"": {}, "node_modules/own": entry}}
    (toolchain.node_modules.parent / "package-lock.json").write_text(json.dumps(lock))
    return Package("node_modules/own", "own", "1.0.0", hash_of(b"own"))


def names(modules: Path) -> set[str]:
    return {path.name for path in modules.iterdir()} - {*WRITABLE_MODULE_DIRS, ".bin"}


def test_a_job_sees_its_own_packages_and_no_others(
    sandbox: Sandbox, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore, registry: Registry, own: Package
) -> None:
    script = (
        "import fs from 'node:fs'; import alpha from 'alpha'; import own from 'own';"
        "const other = await import('beta').then(() => 'seen', () => 'not seen');"
        f"fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', '{PAGE}'); console.log(alpha, own, other);"
    )
    wanted = [registry.package("alpha"), own]
    document = store.job("bld_1", pack(project(script)))
    document["toolchain"] = {"digest": "test", "packages": [one.document() for one in wanted]}
    packages = Packages(toolchain, registry, LINUX)
    packages.toolchain_of([registry.package("beta")])
    run_job(parse_job(document), toolchain=toolchain, sandbox=sandbox, work_dir=work_dir, packages=packages)
    uploaded = store.uploaded("bld_1")
    assert (uploaded.result["status"], uploaded.log) == ("succeeded", "alpha own not seen\n")
    assert "packages_ms" in uploaded.result["timings"]


def test_an_archive_is_fetched_once_and_a_set_is_laid_out_once(
    toolchain: InstalledToolchain, registry: Registry, own: Package
) -> None:
    packages = Packages(toolchain, registry, LINUX)
    alpha, twice = registry.package("alpha"), registry.package("alpha", "node_modules/own/node_modules/alpha")
    first = packages.toolchain_of([alpha, own]).node_modules
    assert packages.toolchain_of([own, alpha]).node_modules == first
    second = packages.toolchain_of([alpha, own, twice]).node_modules
    assert registry.asked == ["alpha"]
    assert (first / "alpha" / "index.js").samefile(second / "own" / "node_modules" / "alpha" / "index.js")
    assert not (first / "own" / "node_modules").exists(), "what npm put inside a package is a place of its own"
    assert Packages(toolchain, registry, LINUX).toolchain_of([alpha]).node_modules != first
    assert registry.asked == ["alpha"]


def test_files_are_readable_by_all_and_programs_are_on_the_path(
    toolchain: InstalledToolchain, registry: Registry
) -> None:
    before = os.umask(0o077)
    try:
        wanted = [registry.package("tool"), registry.package("@a/b")]
        modules = Packages(toolchain, registry, LINUX).toolchain_of(wanted).node_modules
    finally:
        os.umask(before)
    assert names(modules) == {"tool", "@a"}
    assert (modules / ".bin" / "tool").resolve() == modules / "tool" / "run.js"
    assert (modules / "tool" / "run.js").stat().st_mode & 0o777 == 0o555
    assert (modules / "@a" / "b" / "index.js").stat().st_mode & 0o777 == 0o444
    assert {path.stat().st_mode & 0o777 for path in [modules, *modules.rglob("*")] if path.is_dir()} == {0o755}
    assert all((modules / name).is_dir() for name in WRITABLE_MODULE_DIRS)


def test_what_is_of_no_use_on_this_machine_is_left_out(toolchain: InstalledToolchain, registry: Registry) -> None:
    wanted = [
        registry.package("alpha", os=("darwin",)), registry.package("beta", os=("!win32",), cpu=("x64",)),
        registry.package("tool", libc=("musl",)),
    ]  # fmt: skip
    assert names(Packages(toolchain, registry, LINUX).toolchain_of(wanted).node_modules) == {"beta"}
    assert registry.asked == ["beta"]


def escaping() -> bytes:
    return archive_of({"../../escaped-from-the-package.js": "1", "package.json": manifest("bad")})


def linked() -> bytes:
    link = tarfile.TarInfo("package/index.js")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return gzip.compress(tar_of([(link, b""), (tarfile.TarInfo("package/package.json"), manifest("bad").encode())]))


@pytest.mark.parametrize(
    ("archive", "said"),
    [
        (escaping(), "a file lies outside of the package"),
        (b"no archive", "the archive cannot be unpacked"),
        (module("bad")[:60], "the archive cannot be unpacked"),
        (archive_of({"index.js": "1"}), "No such file"),
        (archive_of({"package.json": "{"}), "Expecting"),
    ],
    ids=["escapes", "no-archive", "cut-off", "no-manifest", "bad-manifest"],
)
def test_an_archive_that_is_none_is_refused_and_leaves_nothing(
    toolchain: InstalledToolchain, archive: bytes, said: str
) -> None:
    registry = Registry({"bad": archive})
    with pytest.raises(NotFetched, match=f"^bad@1.0.0: .*{said}"):
        Packages(toolchain, registry, LINUX).toolchain_of([registry.package("bad")])
    home = toolchain.node_modules.parents[1]
    assert not list(home.glob("closure-*")) and not list(home.glob("packages/*"))
    assert not list(home.glob("**/escaped-from-the-package.js"))


def test_another_archive_than_the_catalogs_is_refused(toolchain: InstalledToolchain) -> None:
    honest, other = Registry({"alpha": module("alpha")}), Registry({"alpha": module("alpha", "evil()")})
    with pytest.raises(NotFetched, match="another hash than the catalog's"):
        Packages(toolchain, other, LINUX).toolchain_of([honest.package("alpha")])
    assert honest.asked == []


def test_a_link_in_an_archive_is_not_made(toolchain: InstalledToolchain) -> None:
    registry = Registry({"bad": linked()})
    modules = Packages(toolchain, registry, LINUX).toolchain_of([registry.package("bad")]).node_modules
    assert [path.name for path in (modules / "bad").iterdir()] == ["package.json"]


def test_a_registry_that_is_away_is_said_in_the_result(
    sandbox: Sandbox, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore, registry: Registry
) -> None:
    document = store.job("bld_1", pack(project("")))
    document["toolchain"] = {"packages": [registry.package("gone").document()]}
    packages = Packages(toolchain, registry, LINUX)
    run_job(parse_job(document), toolchain=toolchain, sandbox=sandbox, work_dir=work_dir, packages=packages)
    result = store.uploaded("bld_1").result
    assert (result["status"], result["reason"]) == ("failed", "worker_error")
    assert result["message"] == "The build's packages are not all here. gone@1.0.0 could not be fetched."


def test_sets_that_no_build_uses_go_when_there_are_many(
    toolchain: InstalledToolchain, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages, old = Packages(toolchain, registry, LINUX), time.time() - 3 * 24 * 3600
    home = toolchain.node_modules.parents[1]
    for number in range(45):
        (home / f"closure-{number}").mkdir()
        os.utime(home / f"closure-{number}", (old - number,) * 2)
    kept = packages.toolchain_of([registry.package("alpha")]).node_modules.parent
    left = {path.name for path in home.glob("closure-*")}
    assert kept.name in left and len(left) == 41 and "closure-44" not in left


def test_archives_come_from_the_addresses_of_the_job(store: HttpStore, registry: Registry, tmp_path: Path) -> None:
    wanted = []
    for name in ("alpha", "beta"):
        store.sources[f"/{name}"] = registry.archives[name]
        wanted.append(registry.package(name, url=f"{store.url}/{name}?signature=secret"))
    found = fetch_archives(wanted, tmp_path)
    assert [found[one.integrity].read_bytes() for one in wanted] == [registry.archives[one.name] for one in wanted]
    gone = registry.package("gone", url=f"{store.url}/gone?signature=secret")
    with pytest.raises(NotFetched, match=r"^gone@1.0.0: .*404") as caught:
        fetch_archives([*wanted, gone], tmp_path)
    assert "secret" not in str(caught.value)
    with pytest.raises(NotFetched, match="no address"):
        fetch_archives([registry.package("alpha")], tmp_path)


def with_bin(named: Any) -> bytes:
    return archive_of({"package.json": manifest("odd", bin=named), "run.js": ""})


@pytest.mark.parametrize(
    "named",
    [["run.js"], 7, {"..": "run.js"}, {"": "run.js"}, {"a": None}, {"a": "\0"}, {"a" * 300: "run.js"}],
    ids=repr,
)
def test_programs_that_are_none_keep_no_build_from_its_packages(named: Any, toolchain: InstalledToolchain) -> None:
    registry = Registry({"odd": with_bin(named)})
    modules = Packages(toolchain, registry, LINUX).toolchain_of([registry.package("odd")]).node_modules
    assert [list((modules / ".bin").iterdir()), (modules / "odd" / "run.js").is_file()] == [[], True]


def headers(kind: bytes, count: int, size: int = 0) -> bytes:
    """That many headers, of which the last one says it has `size` bytes more."""
    members = []
    for number in range(count):
        member = tarfile.TarInfo(f"package/{number}")
        member.type, member.size = kind, size if number == count - 1 else 0
        members.append(member.tobuf())
    return b"".join(members)


@pytest.mark.parametrize(
    ("tar", "said"),
    [
        (headers(tarfile.DIRTYPE, 60_001), "more than 60000 files"),
        (headers(tarfile.XHDTYPE, 1, 2**31) + bytes(2**26), "a header"),
        (headers(tarfile.GNUTYPE_LONGNAME, 1, 2**31) + bytes(2**26), "a header"),
        (headers(tarfile.XHDTYPE, 3000), "cannot be unpacked"),
    ],
    ids=["folders", "long-header", "long-name", "headers-of-headers"],
)
def test_an_archive_that_is_large_where_nothing_is_written_is_refused(tar: bytes, said: str, tmp_path: Path) -> None:
    archive = gzip.compress(tar, 1)
    (tmp_path / "bomb.tgz").write_bytes(archive)
    with pytest.raises(ArchiveInvalid, match=said):
        unpack_archive(tmp_path / "bomb.tgz", hash_of(archive), tmp_path / "target")
