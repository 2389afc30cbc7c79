"""Whether the benchmark finds what is spoilt on purpose: a prompt's line, a tool, a price, each in a copy."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quality.compare import Finding, Run, compare
from devkit.node.toolchain import ROOT, toolchain

TASK = "text-and-colour"
_SECONDS = 600.0
_UNMADE = """
import dataclasses
EDIT_FILE = dataclasses.replace(EDIT_FILE, run=lambda params, workspace: ToolResult(ok=True, text="edited"))
"""
_PROMPT = Path("shared/prompts/coder.md")
_TOOL = Path("shared/tools/edit_file.py")
_PRICES = Path("shared/prices.json")


@dataclass(frozen=True)
class Spoilt:
    """What is done to the copy, and how a finding of it reads."""

    name: str
    spoil: Callable[[Path], None]
    shown_by: Callable[[Finding], bool]


def remove_line(copy: Path) -> None:
    """The first rule of the coder's prompt that is written as a list item."""
    file = copy / _PROMPT
    lines = file.read_text("utf-8").splitlines(keepends=True)
    lines.remove(next(line for line in lines if line.startswith("- ")))
    file.write_text("".join(lines), "utf-8")


def break_tool(copy: Path) -> None:
    """Edits are said to be made, and are not."""
    file = copy / _TOOL
    file.write_text(file.read_text("utf-8") + _UNMADE, "utf-8")


def double_prices(copy: Path) -> None:
    """Every number of the price table, twice as much."""
    file = copy / _PRICES
    file.write_text(json.dumps(doubled(json.loads(file.read_text("utf-8")))), "utf-8")


def doubled(value: object) -> object:
    """A table with every number doubled."""
    if isinstance(value, dict):
        return {name: doubled(one) for name, one in value.items()}
    if isinstance(value, list):
        return [doubled(one) for one in value]
    return value * 2 if isinstance(value, int | float) and not isinstance(value, bool) else value


SPOILT = (
    Spoilt("a prompt's line removed", remove_line, lambda one: f"{_PROMPT}" in one.text and "\n       -- " in one.text),
    Spoilt("a tool broken", break_tool, lambda one: one.worse and "passed 100%, now 0%" in one.text),
    Spoilt("the cost doubled", double_prices, lambda one: one.worse and "cost 2.00 times" in one.text),
)


def check_sabotage(task: str = TASK) -> Iterator[tuple[str, bool, str]]:
    """(what was spoilt, whether it was found, what was found), for each."""
    with tempfile.TemporaryDirectory() as folder:
        before = run_copy(Path(folder, "whole"), None, task)
        for one in SPOILT:
            found = compare(before, run_copy(Path(folder, one.spoil.__name__), one.spoil, task))
            yield one.name, any(map(one.shown_by, found)), "; ".join(map(str, found))


def run_copy(copy: Path, spoil: Callable[[Path], None] | None, task: str) -> Run:
    """The good transcript of a task in a copy of the product, spoilt or whole."""
    copy_product(copy)
    if spoil:
        spoil(copy)
    out = copy / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.quality", "run", task, "--transcript", "good", "--out", str(out)],
        cwd=copy, env={**os.environ, "CHATBUILDER_TEST_TOOLCHAIN": str(toolchain().node_modules.parents[2])},
        stdout=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        process.wait(_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return Run.read(out / "trials.jsonl")


def copy_product(copy: Path) -> None:
    """The files of this checkout that git knows, or would."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
