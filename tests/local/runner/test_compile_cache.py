"""Node's compile cache: filled once by our own packs, taken by every build, written by none."""

import re
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from devkit.node.toolchain import toolchain
from devkit.stack.open_folder import open_folder
from devkit.stack.sandbox_runs import bubblewrap_or_skip
from local.runner.compile_cache import ensure_compile_cache, packs_to_warm
from shared.domain.builds.worker_contract import Limits
from shared.services.assets.load_templates import TemplatePack, load_templates
from toolchain.write_files import write_files
from worker.sandbox.base import Command, Outcome, Workplace
from worker.sandbox.bubblewrap import Bubblewrap
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain

VANILLA = load_templates()["vanilla"]


def one_pack() -> dict[str, TemplatePack]:
    """One is enough to fill a cache for itself."""
    return {"vanilla": VANILLA}


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as directory:
        yield directory


@pytest.fixture
def cold(folder: Path) -> InstalledToolchain:
    """This machine's toolchain with a compile cache that is not there yet."""
    return replace(toolchain(), compile_cache=folder / "compile-cache")


@pytest.fixture
def bubblewrap() -> Bubblewrap:
    return bubblewrap_or_skip()


def run(bubblewrap: Bubblewrap, cold: InstalledToolchain, folder: Path, script: str) -> Outcome:
    """`script` in vanilla's own project, with Node telling what it does with its cache."""
    root = Path(tempfile.mkdtemp(prefix="job-", dir=folder))
    root.chmod(0o711)
    place = Workplace(root)
    write_files(VANILLA.files, place.project)
    command = Command(("sh", "-c", script), {"NODE_DEBUG_NATIVE": "COMPILE_CACHE"})
    return bubblewrap.run(place, cold, command, Limits(output_bytes=10_000_000), threading.Event())


def test_the_first_start_builds_one_pack_of_each_framework() -> None:
    assert [pack.framework for pack in packs_to_warm().values()] == ["react", "vue", "svelte", "vanilla"]


def test_it_is_made_once_and_builds_and_tests_find_all_their_packages_there(
    cold: InstalledToolchain, bubblewrap: Bubblewrap, folder: Path
) -> None:
    said: list[str] = []
    ensure_compile_cache(cold, bubblewrap, said.append, one_pack)
    assert said == ["warming up the build tools (once)"]
    made = sorted(cold.compile_cache.rglob("*"))
    assert {path.stat().st_mode & 0o777 for path in made if path.is_file()} == {0o444}
    ensure_compile_cache(cold, bubblewrap, said.append, one_pack)
    assert (len(said), sorted(cold.compile_cache.rglob("*"))) == (1, made)
    for script, least in (("vite build", 50), ("vitest run", 100)):
        assert_taken(run(bubblewrap, cold, folder, script), least)


def assert_taken(done: Outcome, least: int) -> None:
    """All code of packages came out of the cache."""
    text = done.output.decode()
    assert done.exit_code == 0, text
    taken = re.findall(r"code cache for \w+ (\S+) was accepted", text)
    read = re.findall(r"reading cache from \S+ for \w+ (\S+?)\[?\.\.\.", text)
    packages = {name for name in read if "/node_modules/" in name and "/.vite-temp/" not in name}
    assert len(packages) > least
    # Several processes tell, so that now and then a line is cut by another's.
    assert len(packages - set(taken)) <= len(packages) // 50


def test_no_build_can_write_to_it(cold: InstalledToolchain, bubblewrap: Bubblewrap, folder: Path) -> None:
    ensure_compile_cache(cold, bubblewrap, print, one_pack)
    before = {path: path.read_bytes() for path in cold.compile_cache.rglob("*") if path.is_file()}
    attack = 'cd "$NODE_COMPILE_CACHE" && touch x; for f in */*; do echo > $f; chmod 777 $f; rm -f $f; done; pwd'
    outcome = run(bubblewrap, cold, folder, attack)
    assert outcome.output.decode().rstrip().endswith("/toolchain/compile-cache")
    assert {path: path.read_bytes() for path in cold.compile_cache.rglob("*") if path.is_file()} == before


def test_without_it_a_build_writes_none(cold: InstalledToolchain, bubblewrap: Bubblewrap, folder: Path) -> None:
    built = run(bubblewrap, cold, folder, "vite build && ls -A /tmp")
    assert built.exit_code == 0 and "node-compile-cache" not in built.output.decode()


def test_packs_that_do_not_build_are_told_of_and_leave_nothing(
    cold: InstalledToolchain, bubblewrap: Bubblewrap, folder: Path
) -> None:
    broken = replace(VANILLA, files={"package.json": b'{"scripts": {"build": "echo why; exit 3"}}'})
    said: list[str] = []
    ensure_compile_cache(cold, bubblewrap, said.append, lambda: {"broken": broken})
    assert said[1:] == ["the build tools could not be warmed up, so builds start a little slower: why"]
    assert list(folder.iterdir()) == []


def test_the_fallback_has_none(cold: InstalledToolchain) -> None:
    ensure_compile_cache(cold, Process(), pytest.fail)
    assert not cold.compile_cache.exists()
