"""The toolchain: installed once for each catalog version, by one process at a time, or refused with one clear line."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from devkit.node.npm_tool import node
from devkit.node.toolchain import toolchain
from shared.domain.tree.lockfile import project_lockfile
from shared.services.assets.load_catalog import ROOT, load_catalog, load_catalog_lock
from toolchain.catalog import ToolchainError, ensure_toolchain, explain_npm_failure, toolchain_digest
from worker.toolchain import WRITABLE_MODULE_DIRS

SMALL = ("clsx", "immer")


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    """A catalog of two small packages, one of which has source maps."""
    folder = tmp_path / "catalog"
    folder.mkdir()
    package_json = json.dumps({"name": "small", "dependencies": {name: load_catalog().version(name) for name in SMALL}})
    (folder / "package.json").write_text(package_json, "utf-8")
    (folder / "package-lock.json").write_text(project_lockfile(package_json, load_catalog_lock()), "utf-8")
    (folder / ".npmrc").write_bytes((ROOT / ".npmrc").read_bytes())
    return folder


@pytest.fixture
def unreachable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """npm with an empty cache and a registry where nobody answers."""
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "empty-cache"))


def left_in(data: Path) -> list[str]:
    return sorted(path.name for path in (data / "toolchains").iterdir() if path.is_dir())


@pytest.mark.slow_install
def test_it_installs_once_and_is_found_at_once_afterwards(catalog: Path, tmp_path: Path) -> None:
    said: list[str] = []
    first = ensure_toolchain(tmp_path, progress=said.append, catalog=catalog)
    assert said[0].startswith("installing the package catalog") and "installed in" in said[-1]
    said.clear()
    installed = first.node_modules.stat().st_mtime_ns
    assert ensure_toolchain(tmp_path, progress=said.append, catalog=catalog) == first
    assert (said, first.node_modules.stat().st_mtime_ns) == ([], installed)
    assert first.node_modules == tmp_path / "toolchains" / first.digest / "node_modules"
    assert first.node_bin.is_relative_to(first.node_dir)


@pytest.mark.slow_install
def test_what_it_installs_can_be_shared(catalog: Path, tmp_path: Path) -> None:
    modules = ensure_toolchain(tmp_path, progress=print, catalog=catalog).node_modules
    files = [path for path in modules.rglob("*") if path.is_file() and not path.is_symlink()]
    assert {path.stat().st_mode & 0o777 for path in files} <= {0o444, 0o555}
    assert [path for path in files if path.name.endswith(".map")] == []
    assert {modules.stat().st_mode & 0o777, modules.parent.stat().st_mode & 0o777} == {0o755}
    assert all((modules / name).is_dir() and not any((modules / name).iterdir()) for name in WRITABLE_MODULE_DIRS)


@pytest.mark.slow_install
def test_two_at_once_install_it_once(catalog: Path, tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from toolchain.catalog import ensure_toolchain\n"
        "ensure_toolchain(Path(sys.argv[1]), progress=print, catalog=Path(sys.argv[2]))"
    )
    command = [sys.executable, "-c", script, str(tmp_path), str(catalog)]

    def start(_: int) -> str:
        return subprocess.run(command, cwd=ROOT.parents[1], capture_output=True, text=True, check=True).stdout

    with ThreadPoolExecutor(3) as pool:
        said = list(pool.map(start, range(3)))
    assert sum("installed in" in text for text in said) == 1
    assert len(left_in(tmp_path)) == 1


@pytest.mark.slow_install
def test_an_installation_that_was_cut_off_is_started_again(catalog: Path, tmp_path: Path) -> None:
    digest = toolchain_digest((catalog / "package-lock.json").read_bytes(), node().major)
    for name in (digest, f"{digest}.tmp-killed"):
        (tmp_path / "toolchains" / name / "node_modules" / "half").mkdir(parents=True)
    modules = ensure_toolchain(tmp_path, progress=print, catalog=catalog).node_modules
    assert left_in(tmp_path) == [digest]
    assert (modules / "clsx" / "package.json").is_file() and not (modules / "half").exists()


@pytest.mark.usefixtures("unreachable")
def test_without_a_registry_it_says_so_in_one_line_and_leaves_nothing(catalog: Path, tmp_path: Path) -> None:
    with pytest.raises(ToolchainError) as caught:
        ensure_toolchain(tmp_path, progress=print, catalog=catalog)
    assert str(caught.value).startswith("npm registry unreachable (ECONNREFUSED): check the network")
    assert "\n" not in str(caught.value)
    assert left_in(tmp_path) == []


def test_on_a_full_disk_it_says_what_is_missing_before_it_begins(catalog: Path, tmp_path: Path) -> None:
    said: list[str] = []
    with pytest.raises(
        ToolchainError, match=r"^disk full: .*/toolchains \(2000000000 MB are needed, \d+ MB are free\)$"
    ):
        ensure_toolchain(tmp_path, progress=said.append, catalog=catalog, needed_bytes=2 * 10**15)
    assert said == []


def test_a_lock_that_does_not_fit_is_npms_own_word(catalog: Path, tmp_path: Path) -> None:
    (catalog / "package.json").write_text('{"dependencies": {"clsx": "0.0.1"}}', "utf-8")
    with pytest.raises(ToolchainError, match=r"^npm could not install the package catalog: .npm ci. can only"):
        ensure_toolchain(tmp_path, progress=print, catalog=catalog)
    assert left_in(tmp_path) == []


@pytest.mark.parametrize(
    ("output", "begins"),
    [
        ("npm error code ENOSPC\nnpm error syscall write", "disk full: npm could not store"),
        ("npm error code ENOTFOUND\nnpm error network", "npm registry unreachable (ENOTFOUND)"),
        ("npm error code E503\n", "npm registry unreachable (E503)"),
        (
            "npm error code EINTEGRITY\nnpm error sha512-x integrity checksum failed",
            "npm could not install the package",
        ),
        ("", "npm could not install the package catalog: it gave no reason"),
    ],
)
def test_every_failure_is_one_line(output: str, begins: str) -> None:
    line = explain_npm_failure(output)
    assert line.startswith(begins)
    assert "\n" not in line


def test_a_toolchain_is_named_after_its_packages_and_its_node() -> None:
    names = {toolchain_digest(lock, major) for lock in (b"a", b"b") for major in (22, 24)}
    assert len(names) == 4
    assert toolchain_digest(b"a", 22) in names


@pytest.mark.slow_install
def test_the_real_one_holds_every_package_that_is_ready_at_its_pin() -> None:
    installed = json.loads((toolchain().node_modules / ".package-lock.json").read_text("utf-8"))["packages"]
    packages = load_catalog().packages
    pins = {f"node_modules/{name}": each.version for name, each in packages.items() if not each.on_demand}
    assert {place: installed[place]["version"] for place in pins} == pins
