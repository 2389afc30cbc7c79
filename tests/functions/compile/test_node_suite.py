"""Runs the `compile` function's own tests with Node's test runner; each file there is one test here."""

import os
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

import pytest

from devkit.node.npm_tool import cache_dir, node, npm
from devkit.node.toolchain import toolchain
from shared.domain.tree.managed_paths import BINARY_EXTENSIONS, TEXT_EXTENSIONS
from tests.support.create_vite import template_folder
from tests.support.depth import deep
from toolchain.filelock import FileLock
from toolchain.node import Node

HERE = Path(__file__).parent
FUNCTION = HERE.parents[2] / "functions" / "compile"
OLDEST = (22, 15)
SECONDS = 600
LONG = ("agreement", "bounded", "fuzz")
ABOUT = ("functions/compile/", "tests/functions/compile/")
NAMES = sorted(path.name.removesuffix(".test.mjs") for path in HERE.glob("*.test.mjs"))


@lru_cache(maxsize=1)
def _node() -> Node:
    found = node()
    version = tuple(map(int, found.version.split(".")[:2]))
    assert version >= OLDEST, f"Node {found.version} has no zstd: the compile function needs 22.15"
    return found


@lru_cache(maxsize=1)
def _packages() -> Path:
    """`functions/compile/node_modules`, with the packages of the lockfile and of its tests."""
    modules, lock = FUNCTION / "node_modules", FUNCTION / "package-lock.json"
    stamp = modules / ".package-lock.json"
    with FileLock(cache_dir() / "compile-function.lock", wait_seconds=300):
        fresh = stamp.is_file() and stamp.stat().st_mtime >= lock.stat().st_mtime
        if not fresh or not (modules / "fast-check").is_dir():
            npm(FUNCTION, "ci")
    return modules


def _environment(name: str) -> dict[str, str]:
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    if name == "agreement":
        environment["COMPILE_TEST_TOOLCHAIN"] = str(toolchain().node_modules)
    if name == "golden":
        environment["COMPILE_TEST_CREATE_VITE"] = str(template_folder("react-ts").parent)
    return environment


@pytest.mark.parametrize("name", [pytest.param(name, marks=[deep] if name in LONG else []) for name in NAMES])
def test_node(name: str) -> None:
    _packages()
    done = subprocess.run(
        [str(_node().binary), "--test", "--test-reporter=tap", str(HERE / f"{name}.test.mjs")],
        env=_environment(name), capture_output=True, text=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
    assert "# skipped 0" in done.stdout and "# pass 0" not in done.stdout, done.stdout


def test_binary_means_the_same_to_the_policy_and_the_gate() -> None:
    """A text the policy lets pass must not be refused as bytes, nor the reverse."""
    program = (
        "const { isBinary } = await import(process.argv[1]); console.log(process.argv.slice(2).filter(isBinary) + '')"
    )
    names = [f"src/a.{extension}" for extension in sorted(TEXT_EXTENSIONS | BINARY_EXTENSIONS)]
    command = [str(_node().binary), "--input-type=module", "-e", program, str(FUNCTION / "src" / "paths.mjs"), *names]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout.strip()
    assert said.split(",") == [f"src/a.{extension}" for extension in sorted(BINARY_EXTENSIONS)]


def test_a_lost_execute_bit_does_not_matter(tmp_path: Path) -> None:
    """An emulator unpacks a function's zip without modes."""
    copy = tmp_path / "compile"
    shutil.copytree(FUNCTION, copy, ignore=shutil.ignore_patterns("fast-check"))
    for binary in copy.glob("node_modules/@esbuild/*/bin/esbuild"):
        binary.chmod(0o644)
    program = "import { handler } from './index.mjs'; console.log(JSON.stringify(await handler({source: {files: {}}})))"
    command = [str(_node().binary), "--input-type=module", "-e", program]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=60, check=False)
    assert '"INDEX_HTML_MISSING"' in done.stdout and '"bundle"' in done.stdout, done.stdout + done.stderr
