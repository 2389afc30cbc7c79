"""Every area of attack is tried at least as often as attackers tried it, by tests that exist."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.hostile.areas import AREAS, Area
from tests.support.depth import deep

pytestmark = deep  # all these files are collected in a process of its own

REPOSITORY = Path(__file__).parents[2]
CASE = re.compile(r"^(tests/\S+?\.py)::(\w+)", re.MULTILINE)


@pytest.fixture(scope="module")
def cases() -> Counter[str]:
    """How many cases `make test` and `make test-deep` have together, by file, function and folder."""
    files = sorted({test.name.partition("::")[0] for area in AREAS for test in area.tests})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-o", "addopts=--import-mode=importlib", *files]
    listed = subprocess.run(
        [*command, "-p", "no:schemathesis"], cwd=REPOSITORY, capture_output=True, text=True,
        env={"PATH": os.environ["PATH"], "TEST_DEPTH": "deep", "HOME": str(Path.home())},
    )  # fmt: skip
    assert listed.returncode == 0, listed.stdout[-2000:] + listed.stderr[-2000:]
    found: Counter[str] = Counter()
    for file, function in CASE.findall(listed.stdout):
        found.update([f"{file}::{function}", file, *map(str, Path(file).parents)])
    return found


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)
def test_an_area_is_tried_as_often_as_attackers_tried_it(area: Area, cases: Counter[str]) -> None:
    assert all(cases[test.name] for test in area.tests)
    assert sum(cases[test.name] * test.each for test in area.tests) >= area.tried
