"""The browser of local builds: found, installed once, or told to be missing."""

import os
import subprocess
from pathlib import Path

import pytest

from local.runner.tools import ensure_browser
from toolchain.add_browser import FONTS
from worker.page.browser import find_browser, own_browser
from worker.toolchain import InstalledToolchain

LINUX = "Linux x86_64"


@pytest.fixture
def toolchain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InstalledToolchain:
    """On a machine without any browser."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setenv("HOME", str(tmp_path))
    home = tmp_path / "toolchains"
    return InstalledToolchain(home, home / "node", None, home / "digest" / "node_modules", "digest", home / "cache")


def put(target: Path) -> None:
    target.mkdir()
    (target / "chromium").write_bytes(b"\x7fELF")
    (target / "chromium").chmod(0o755)


def refuse(target: Path) -> None:
    target.mkdir()
    raise subprocess.CalledProcessError(1, ["npm"])


def whole_browser(tmp_path: Path, name: str = "chromium") -> Path:
    """A browser of the machine's own, found by its name on the path."""
    program = tmp_path / "nothing" / name
    program.parent.mkdir(exist_ok=True)
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    return program


def test_where_there_is_none_one_is_installed_and_found_again(toolchain: InstalledToolchain) -> None:
    messages: list[str] = []
    assert ensure_browser(toolchain, messages.append, add=put, machine=LINUX)
    assert messages == ["installing a headless Chromium (once, 65 MB)"]
    assert ensure_browser(toolchain, messages.append, add=refuse, machine=LINUX) and len(messages) == 1
    found = find_browser(toolchain)
    assert found is not None and found.program == own_browser(toolchain)


def test_one_that_cannot_be_installed_is_told_and_leaves_nothing(toolchain: InstalledToolchain) -> None:
    messages: list[str] = []
    assert not ensure_browser(toolchain, messages.append, add=refuse, machine=LINUX)
    assert "no Chromium on this machine" in messages[-1] and "CalledProcessError" in messages[-1]
    assert not own_browser(toolchain).parent.exists()
    assert ensure_browser(toolchain, messages.append, add=put, machine=LINUX), "the next start tries again"


@pytest.mark.parametrize("machine", ["Linux aarch64", "Darwin arm64"])
def test_elsewhere_a_person_is_asked_for_one(toolchain: InstalledToolchain, machine: str) -> None:
    messages: list[str] = []
    assert not ensure_browser(toolchain, messages.append, add=put, machine=machine)
    assert len(messages) == 1 and "name it with CHROMIUM" in messages[0]


def test_a_named_one_that_is_missing_is_not_replaced(
    toolchain: InstalledToolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "missing"))
    assert not ensure_browser(toolchain, lambda _: None, add=put, machine=LINUX)


def test_the_shell_is_installed_beside_a_whole_browser_and_comes_first(
    toolchain: InstalledToolchain, tmp_path: Path
) -> None:
    whole = whole_browser(tmp_path)
    before = find_browser(toolchain)
    assert before is not None and before.program == whole
    assert ensure_browser(toolchain, lambda _: None, add=put, machine=LINUX)
    found = find_browser(toolchain)
    assert found is not None and found.program == own_browser(toolchain)


def test_a_whole_browser_serves_when_the_shell_cannot_be_had_and_a_day_passes_before_the_next_try(
    toolchain: InstalledToolchain, tmp_path: Path
) -> None:
    whole, result = whole_browser(tmp_path), list[str]()
    assert ensure_browser(toolchain, result.append, add=refuse, machine=LINUX)
    assert f"pages are opened in {whole}, which takes longer" in result[-1]
    count = len(result)
    assert ensure_browser(toolchain, result.append, add=put, machine=LINUX) and len(result) == count, "not asked again"
    mark = own_browser(toolchain).parent.with_suffix(".failed")
    os.utime(mark, (0, 0))
    assert ensure_browser(toolchain, result.append, add=put, machine=LINUX)
    found = find_browser(toolchain)
    assert found is not None and found.program == own_browser(toolchain)


def earlier(toolchain: InstalledToolchain) -> Path:
    """An installed browser whose fonts were those of an earlier release; its font settings."""
    home = own_browser(toolchain).parent
    home.parent.mkdir(parents=True, exist_ok=True)
    put(home)
    (home / "fonts").mkdir()
    (home / "fonts" / "fonts.conf").write_text("<fontconfig><dir>/usr/share/fonts</dir></fontconfig>")
    return home / "fonts" / "fonts.conf"


def put_current(target: Path) -> None:
    put(target)
    (target / "fonts").mkdir()
    (target / "fonts" / "fonts.conf").write_text(FONTS)


def test_browser_with_fonts_of_an_earlier_release_is_replaced_once(toolchain: InstalledToolchain) -> None:
    """Its settings named the machine's fonts too, and findings about layout differed from machine to machine."""
    settings, messages = earlier(toolchain), list[str]()
    assert ensure_browser(toolchain, messages.append, add=put_current, machine=LINUX)
    assert settings.read_text() == FONTS and len(messages) == 1
    assert ensure_browser(toolchain, pytest.fail, add=refuse, machine=LINUX)
    assert sorted(one.name for one in settings.parents[2].iterdir() if one.is_dir()) == ["chromium"]


def test_browser_that_cannot_be_replaced_stays(toolchain: InstalledToolchain) -> None:
    settings, messages = earlier(toolchain), list[str]()
    assert ensure_browser(toolchain, messages.append, add=refuse, machine=LINUX)
    assert "/usr/share/fonts" in settings.read_text() and "keeps its earlier fonts" in messages[-1]


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chrome-headless-shell"])
def test_the_machines_own_shell_comes_before_its_whole_browser_and_nothing_is_installed(
    toolchain: InstalledToolchain, tmp_path: Path, name: str
) -> None:
    whole_browser(tmp_path)
    shell = whole_browser(tmp_path, name)
    assert ensure_browser(toolchain, pytest.fail, add=refuse, machine=LINUX)
    found = find_browser(toolchain)
    assert found is not None and found.program == shell
