"""The Studio is built once for each state of its sources; what fails is one line and leaves nothing behind."""

import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from toolchain.catalog import ToolchainError
from toolchain.node import find_node
from toolchain.studio_build import STUDIO, ensure_studio, sources_digest

LOCKED = '{"name": "x", "lockfileVersion": 3, "requires": true, "packages": {"": {"name": "x"}}}'
VITE = """
const { appendFileSync, cpSync } = require("node:fs");
appendFileSync("builds.txt", ".");
const out = process.argv[process.argv.indexOf("--outDir") + 1];
cpSync("index.html", out + "/index.html");
if (process.env.BREAK) { console.log("src/x.tsx: it does not parse"); process.exit(1); }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A Studio whose Vite copies the page, and counts how often it did."""
    (tmp_path / "src").mkdir()
    for name, text in {"index.html": "one", "package.json": '{"name": "x"}', "package-lock.json": LOCKED}.items():
        (tmp_path / name).write_text(text)
    program = tmp_path / "node_modules" / "vite" / "bin" / "vite.js"
    program.parent.mkdir(parents=True)
    program.write_text(VITE)
    (tmp_path / "node_modules" / ".package-lock.json").write_text("{}")
    return tmp_path


def build(folder: Path) -> Path:
    return ensure_studio(find_node(), lambda text: None, folder)


def builds(folder: Path) -> int:
    return len((folder / "builds.txt").read_text())


def test_it_is_built_once_for_its_sources(folder: Path) -> None:
    first = build(folder)
    assert (first / "index.html").read_text() == "one"
    assert (build(folder), builds(folder)) == (first, 1)


def test_a_change_of_any_source_builds_again(folder: Path) -> None:
    made = {build(folder)}
    (folder / "index.html").write_text("two")
    made.add(build(folder))
    (folder / "src" / "new.ts").write_text("1")
    made.add(build(folder))
    (folder / "src" / "new.ts").rename(folder / "src" / "other.ts")
    made.add(build(folder))
    assert (len(made), builds(folder)) == (4, 4)


def test_a_test_is_no_source(folder: Path) -> None:
    first = build(folder)
    (folder / "src" / "new.test.ts").write_text("1")
    assert build(folder) == first


def test_several_at_once_build_once(folder: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: build(folder), range(4)))) == 1
    assert builds(folder) == 1


def test_builds_of_earlier_days_go_and_todays_stay(folder: Path) -> None:
    """Another stack of this checkout may still serve one of today's."""
    old, today = build(folder), folder / "dist" / "today"
    shutil.copytree(old, today)
    os.utime(old, (time.time() - 90_000,) * 2)
    (folder / "index.html").write_text("two")
    new = build(folder)
    assert {path.name for path in (folder / "dist").iterdir()} == {new.name, "today"}


def test_what_does_not_build_is_one_reason_and_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAK", "1")
    with pytest.raises(ToolchainError, match=r"^the Studio does not build: src/x.tsx: it does not parse$"):
        build(folder)
    assert list((folder / "dist").iterdir()) == []
    monkeypatch.delenv("BREAK")
    assert (build(folder) / "index.html").is_file()


def test_without_its_packages_and_without_a_registry_it_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    (folder / "package.json").write_text('{"name": "x", "dependencies": {"left-pad": "1.3.0"}}')
    shutil.rmtree(folder / "node_modules")
    with pytest.raises(ToolchainError, match=r"^npm registry unreachable") as caught:
        build(folder)
    assert "\n" not in str(caught.value) and not (folder / "dist").exists()


def test_the_digest_knows_the_client_that_the_studio_is_built_with() -> None:
    assert sources_digest(STUDIO) == sources_digest(STUDIO)
    assert len(sources_digest(STUDIO)) == 16
