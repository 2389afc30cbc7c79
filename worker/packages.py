"""The packages of one job: a `node_modules` with exactly those, made of files that lie on this machine once.

A package is found by the hash of its archive: in the toolchain's own packages, or unpacked in the store beside them,
where it comes from `fetch` when a job first needs it. Each set of packages is laid out once, as hard links.
"""

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from shared.domain.builds.package_spec import Package
from worker.package_archive import ArchiveInvalid, unpack_archive
from worker.package_manifest import programs
from worker.toolchain import WRITABLE_MODULE_DIRS, InstalledToolchain, Toolchain

Fetch = Callable[[Sequence[Package], Path], Mapping[str, Path]]
"""Archives of packages, by their hash, put into a folder. NotFetched where one cannot be had."""
_FORM = "1"
_KEPT, _KEPT_SECONDS = 40, 24 * 3600.0


class NotFetched(Exception):
    """A package of the job cannot be had now; the message is one line for people."""


class Packages:
    """The packages of this machine: those of `toolchain`, those that were fetched before, and those that can be."""

    def __init__(self, toolchain: InstalledToolchain, fetch: Fetch, machine: tuple[str, str, str]) -> None:
        self._toolchain, self._fetch, self._machine = toolchain, fetch, machine
        self._home = toolchain.node_modules.parent.parent
        self._own = _installed(toolchain.node_modules)
        self._lock = threading.Lock()

    def toolchain_of(self, wanted: Sequence[Package]) -> Toolchain:
        """The toolchain with these packages alone. NotFetched when one cannot be had."""
        fitting = [package for package in wanted if package.fits(*self._machine)]
        target = self._home / f"closure-{_name(fitting)}"
        if not target.is_dir():
            with self._lock:
                self._complete(fitting)
                self._lay_out(fitting, target)
                _forget_unused(self._home, target)
        os.utime(target)
        return self._with(target / "node_modules", {package.place: package.integrity for package in fitting})

    def _with(self, node_modules: Path, hashes: Mapping[str, str]) -> Toolchain:
        """What stands in for a package of the toolchain does so for that very version only."""

        def same(name: str) -> bool:
            place = f"node_modules/{name}"
            return self._own.get(hashes.get(place, "")) == self._toolchain.node_modules / name

        return replace(
            self._toolchain,
            node_modules=node_modules,
            test_dom=self._toolchain.test_dom if same("happy-dom") else None,
            typescript=self._toolchain.typescript if same("typescript") else None,
        )

    def _source(self, package: Package) -> Path:
        return self._own.get(package.integrity) or self._stored(package.integrity)

    def _stored(self, integrity: str) -> Path:
        return self._home / "packages" / hashlib.sha256(integrity.encode()).hexdigest()[:32]

    def _complete(self, packages: Sequence[Package]) -> None:
        missing = {one.integrity: one for one in packages if not self._source(one).is_dir()}
        if not missing:
            return
        with tempfile.TemporaryDirectory(prefix="chatbuilder-archives-") as folder:
            archives = self._fetch(list(missing.values()), Path(folder))
            for integrity, package in missing.items():
                if integrity not in archives:
                    raise NotFetched(f"{package.name}@{package.version} could not be fetched.")
                self._store(package, archives[integrity])

    def _store(self, package: Package, archive: Path) -> None:
        target = self._stored(package.integrity)
        target.parent.mkdir(exist_ok=True)
        with _staged(target) as staging:
            try:
                unpack_archive(archive, package.integrity, staging)
                named = programs(staging)
            except (ArchiveInvalid, OSError) as error:
                raise NotFetched(f"{package.name}@{package.version}: {error}") from error
            for _, file in named:
                if (staging / file).is_file():
                    (staging / file).chmod(0o555)

    def _lay_out(self, packages: Sequence[Package], target: Path) -> None:
        with _staged(target) as staging:
            for package in sorted(packages, key=lambda one: one.place):
                source = self._source(package)
                _make_open(staging, package.place)
                _link_tree(source, staging / package.place, own=source in self._own.values())
            modules = _make_open(staging, "node_modules")
            _link_programs(modules, [one.place for one in packages if one.place.count("node_modules/") == 1])
            for name in WRITABLE_MODULE_DIRS:
                _make_open(modules, name)


def _name(packages: Sequence[Package]) -> str:
    lines = sorted(f"{package.place} {package.integrity}" for package in packages)
    return hashlib.sha256("\n".join([_FORM, *lines]).encode()).hexdigest()[:24]


def _installed(node_modules: Path) -> dict[str, Path]:
    """The toolchain's packages by hash, as the lockfile beside them names them."""
    try:
        lock = json.loads((node_modules.parent / "package-lock.json").read_bytes())["packages"]
    except FileNotFoundError:
        return {}
    places = {entry["integrity"]: place for place, entry in lock.items() if place and "integrity" in entry}
    paths = {integrity: node_modules.parent / place for integrity, place in places.items()}
    return {integrity: path for integrity, path in paths.items() if path.is_dir()}


@contextlib.contextmanager
def _staged(target: Path) -> Any:
    """A folder that becomes `target` as a whole; another process may have been quicker."""
    staging = Path(tempfile.mkdtemp(prefix=f"{target.name}.tmp-", dir=target.parent))
    try:
        staging.chmod(0o755)
        yield staging
        try:
            staging.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _make_open(folder: Path, path: str) -> Path:
    """The folder at `path` in `folder`, with those on the way, where every user may enter."""
    for part in Path(path).parts:
        folder = folder / part
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
    return folder


def _link_tree(source: Path, target: Path, *, own: bool) -> None:
    """Every file of a package under a second name. Packages that npm has put inside another are places of their own."""
    with os.scandir(source) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if not (own and entry.name == "node_modules"):
                    _link_tree(Path(entry.path), _make_open(target, entry.name), own=own)
            elif not entry.is_symlink():
                os.link(entry.path, target / entry.name)


def _link_programs(modules: Path, places: Sequence[str]) -> None:
    """Link the programs of the packages at the top in `.bin`, as npm does.

    A package that is called like the program comes first: otherwise an added package could take the place of `vite`.
    """
    folder = _make_open(modules, ".bin")
    names = sorted(place.removeprefix("node_modules/") for place in places)
    found = [(name != program, name, program, file) for name in names for program, file in programs(modules / name)]
    for _, name, program, file in sorted(found):
        link = folder / program
        if not link.is_symlink() and (modules / name / file).is_file():
            link.symlink_to(Path("..", name, file))


def _forget_unused(home: Path, current: Path) -> None:
    """All but the newest, and never what a build of the last day may still use. The store keeps its files."""
    found = sorted((path for path in home.glob("closure-*") if path != current), key=lambda path: -path.stat().st_mtime)
    for path in found[_KEPT:]:
        if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
            shutil.rmtree(path, ignore_errors=True)
