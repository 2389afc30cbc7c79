"""The Studio's own tests, and the size and shape of what a browser loads of it."""

import gzip
import os
import re
import subprocess
from pathlib import Path

import pytest

from local.compile_packages import ensure_packages
from local.studio_build import STUDIO, ensure_studio
from tests.support.npm_tool import node

pytestmark = pytest.mark.slow_install
ENTRY_BYTES, ALL_BYTES, STYLE_BYTES = 160_000, 280_000, 20_000
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", re.IGNORECASE)


@pytest.fixture(scope="module")
def built() -> Path:
    return ensure_studio(node(), print)


def packed(files: list[Path]) -> int:
    """What they weigh on their way to the browser."""
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def test_its_own_tests_are_green() -> None:
    ensure_packages(STUDIO, node(), "installing", print)
    done = subprocess.run(
        [str(node().binary), "node_modules/vitest/vitest.mjs", "run", "--reporter=dot"], cwd=STUDIO, check=False,
        env=os.environ | {"NO_COLOR": "1"}, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert int(re.findall(r"Tests +(\d+) passed", done.stdout)[0]) >= 250


def test_what_a_browser_loads_is_small(built: Path) -> None:
    """The home page, the workspace with it, and the styles."""
    page = (built / "index.html").read_text()
    scripts = list((built / "assets").glob("*.js"))
    entry = [file for file in scripts if file.name in page]
    assert len(entry) == 1
    assert packed(entry) <= ENTRY_BYTES
    assert packed(scripts) <= ALL_BYTES
    assert packed(list((built / "assets").glob("*.css"))) <= STYLE_BYTES


def test_the_page_obeys_its_own_policy(built: Path) -> None:
    """No inline script or style, no handler in an attribute, nothing of another origin."""
    page = (built / "index.html").read_text()
    assert INLINE.search(page) is None
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert addresses and all(address.startswith("/studio/") for address in addresses)
    for file in (built / "assets").glob("*.css"):
        assert set(re.findall(r"url\(([^)]{1,9})", file.read_text())) <= {"/studio/a"}, file.name
