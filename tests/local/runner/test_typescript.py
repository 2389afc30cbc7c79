"""The native compiler of local builds: installed once, kept as its lockfile names it, or done without."""

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from devkit.node.toolchain import toolchain
from local.runner.tools import ensure_typescript
from toolchain.add_typescript import LOCKED, WORKER, NotForThisMachine, add_typescript
from worker.toolchain import InstalledToolchain

PLATFORMS = ("linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64")


@pytest.fixture
def tools(tmp_path: Path) -> InstalledToolchain:
    nothing = tmp_path / "nothing"
    return InstalledToolchain(nothing, nothing, None, nothing, "digest", nothing, tmp_path / "t" / "typescript-1")


def put(target: Path) -> None:
    target.mkdir()
    (target / "tsc").write_bytes(b"\x7fELF")


def refuse(target: Path) -> None:
    target.mkdir()
    raise subprocess.CalledProcessError(1, ["npm"])


def other_machine(_: Path) -> None:
    raise NotForThisMachine("no")


def test_it_is_installed_once_and_found_again(tools: InstalledToolchain) -> None:
    messages: list[str] = []
    assert ensure_typescript(tools, messages.append, add=put)
    assert messages == ["installing TypeScript's native compiler (once, 10 MB)"]
    assert ensure_typescript(tools, messages.append, add=refuse) and len(messages) == 1


@pytest.mark.parametrize("add", [refuse, other_machine])
def test_one_that_cannot_be_had_is_told_leaves_nothing_and_is_tried_again_the_next_day(
    tools: InstalledToolchain, add: Callable[[Path], None]
) -> None:
    messages: list[str] = []
    assert not ensure_typescript(tools, messages.append, add=add)
    assert messages[-1].startswith("types are checked by the project's own compiler, which takes longer")
    assert tools.typescript is not None and not tools.typescript.exists()
    assert not ensure_typescript(tools, pytest.fail, add=put), "not within a day"
    mark = tools.typescript.with_suffix(".failed")
    mark.unlink()
    assert ensure_typescript(tools, messages.append, add=put)


def test_a_toolchain_without_a_place_for_it_goes_without(tools: InstalledToolchain) -> None:
    assert not ensure_typescript(replace(tools, typescript=None), pytest.fail, add=put)


def test_the_lockfile_pins_every_machine_by_hash_and_names_no_registry() -> None:
    text = (LOCKED / "package-lock.json").read_text("utf-8")
    packages = json.loads(text)["packages"]
    programs = {name.removeprefix("node_modules/@typescript/typescript-") for name in packages if "@typescript" in name}
    assert programs >= set(PLATFORMS)
    assert all(entry["integrity"].startswith("sha512-") for name, entry in packages.items() if name)
    assert not re.search(r"https?://", text)


@pytest.mark.slow_install
@pytest.mark.parametrize(("machine", "elf"), [((), None), (WORKER, 62), (("--os=linux", "--cpu=arm64"), 183)])
def test_the_program_of_each_machine_is_installed_whole(
    tmp_path: Path, machine: tuple[str, ...], elf: int | None
) -> None:
    """The number is the processor that the file's own head names."""
    add_typescript(tmp_path / "typescript", machine)
    head = (tmp_path / "typescript" / "tsc").read_bytes()[:20]
    assert elf is None or (head[:4], int.from_bytes(head[18:20], "little")) == (b"\x7fELF", elf)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "typescript").iterdir()}
    assert modes.pop("tsc") == 0o555 and set(modes.values()) == {0o444}
    assert {"lib.d.ts", "lib.dom.d.ts", "NOTICE.txt"} <= modes.keys()


@pytest.mark.slow_install
def test_the_installed_one_is_the_one_of_the_lockfile() -> None:
    tools = toolchain()
    assert ensure_typescript(tools, print) and tools.typescript is not None
    said = subprocess.run([tools.typescript / "tsc", "--version"], capture_output=True, text=True, check=True).stdout
    wanted = json.loads((LOCKED / "package.json").read_text("utf-8"))["dependencies"]["typescript"]
    assert said.strip() == f"Version {wanted}"
