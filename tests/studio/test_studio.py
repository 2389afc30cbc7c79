"""The Studio's own tests, and the size and shape of what a browser loads of it."""

import gzip
import os
import re
import subprocess
from pathlib import Path

import pytest

from devkit.node.npm_tool import node
from tests.support.drawn import drawn_of
from toolchain.compile_packages import ensure_packages
from toolchain.studio_build import STUDIO, ensure_studio

pytestmark = pytest.mark.slow_install
ENTRY_BYTES, WORKSPACE_BYTES, STYLE_BYTES = 160_000, 280_000, 20_000
PANE_BYTES, EDITOR_BYTES = 20_000, 130_000
"""What is fetched when it is first opened: a pane, and the editor without its languages."""
SCRIPT = re.compile(r"/assets/([\w.-]+\.js)")
IMPORTED = re.compile(r"(?:\bfrom|\bimport)\s*[\"'`]\./([\w.-]+\.js)[\"'`]")
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", re.IGNORECASE)


@pytest.fixture(scope="module")
def built() -> Path:
    return ensure_studio(node(), print)


def packed(files: list[Path]) -> int:
    """What they weigh on their way to the browser."""
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def named(built: Path, name: str) -> list[Path]:
    """The file of a part that is fetched on demand."""
    found = list((built / "assets").glob(f"{name}-*.js"))
    assert len(found) == 1, name
    return found


def with_imports(files: list[Path]) -> list[Path]:
    """Files with all that a browser must fetch before it can run them."""
    known, left = set[Path](), list(files)
    while left:
        file = left.pop()
        known.add(file)
        left += [path for name in IMPORTED.findall(file.read_text()) if (path := file.parent / name) not in known]
    return sorted(known)


@pytest.mark.parametrize("shard", drawn_of(__file__, ["1/3", "2/3", "3/3"], lambda _: ("studio/", "clients/")))
def test_its_own_tests_are_green(shard: str) -> None:
    ensure_packages(STUDIO, node(), "installing", print)
    command = [str(node().binary), "node_modules/vitest/vitest.mjs", "run", "--reporter=dot", f"--shard={shard}"]
    done = subprocess.run(
        command, cwd=STUDIO, check=False,
        env=os.environ | {"NO_COLOR": "1"}, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert int(re.findall(r"Tests +(\d+) passed", done.stdout)[0]) >= 100


def test_what_a_browser_loads_is_small(built: Path) -> None:
    """The home page, the workspace with it, and the styles."""
    home = with_imports(named(built, "index"))
    assert {file.name for file in home} == set(SCRIPT.findall((built / "index.html").read_text()))
    assert packed(home) <= ENTRY_BYTES
    assert packed(with_imports([*home, *named(built, "WorkspaceRoute")])) <= WORKSPACE_BYTES
    assert packed(list((built / "assets").glob("*.css"))) <= STYLE_BYTES


def test_what_is_opened_later_is_fetched_later(built: Path) -> None:
    """Each pane and the editor are no part of the workspace, and small by themselves."""
    workspace = set(with_imports(named(built, "WorkspaceRoute")))
    panes = (
        "Pilot",
        "AutopilotDialog",
        "DashboardPane",
        "CodePane",
        "ChangesPane",
        "HistoryPane",
        "PlanPane",
        "TasksPane",
        "FeaturesPane",
        "DocsPane",
        "SearchPane",
        "KnowledgePane",
        "RunsPane",
        "UsagePane",
        "ProjectPane",
        "TerminalPane",
        "SettingsPane",
    )
    more = {name: set(with_imports(named(built, name))) - workspace for name in (*panes, "CodeEditor")}
    assert all(more.values())
    assert {name: packed([*more[name]]) for name in panes if packed([*more[name]]) > PANE_BYTES} == {}
    assert packed([*more["CodeEditor"]]) <= EDITOR_BYTES


def test_the_page_obeys_its_own_policy(built: Path) -> None:
    """No inline script or style, no handler in an attribute, nothing of another origin."""
    page = (built / "index.html").read_text()
    assert INLINE.search(page) is None
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert addresses and all(address.startswith("/studio/") for address in addresses)
    for file in (built / "assets").glob("*.css"):
        assert set(re.findall(r"url\(([^)]{1,9})", file.read_text())) <= {"/studio/a"}, file.name
