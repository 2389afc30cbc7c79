"""No accepted body costs more than a stated number of steps: counted, on the worst input of the largest size."""

import ast
from pathlib import Path

import pytest

from devkit.hostile_work import CASES, Case
from tests.support.drawn import drawn_of
from tests.support.work_meter import Meter, TooMuchWork, metered

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "case", drawn_of(__file__, CASES, lambda _: ("devkit/hostile_work.py",), one_in=3), ids=lambda case: case.name
)
def test_it_stays_within_its_budget(case: Case) -> None:
    preparing = Meter(10**12)
    with metered(preparing) as load:
        act = case.prepare(load)
        preparing.allow(case.steps)
        try:
            act()
        except TooMuchWork as spent:
            pytest.fail(f"{case.name}: {spent}")


def test_the_meter_counts_what_python_does_in_c() -> None:
    """Comparing slices of lists, and searching in texts, cost what they go through."""
    meter = Meter(10**9)
    lines, text = ["a"] * 1_000, "a" * 1_000
    assert meter.equal(meter.cut(lines, slice(0, 900)), ["a"] * 900)
    assert meter.steps >= 1_800
    before = meter.steps
    assert meter.call(text.find, "b") == -1
    assert not meter.within("b", text)
    assert meter.steps - before >= 2_000


_QUADRATIC = {"difflib": {"shared/domain/assets/catalog.py"}, "unicodedata.normalize": {
    "shared/domain/runs/attachments.py", "shared/domain/tree/paths.py", "shared/domain/tree/path_characters.py",
    "shared/domain/text/ranking.py", "shared/domain/apps/slugs.py", "shared/domain/imports/zip_reading.py",
    "shared/adapters/git/branch_files.py", "shared/domain/planning/titles.py",
}}  # fmt: skip
"""What takes time by the square, and the modules that bound what they give it (each is a case, or cuts its input)."""


@pytest.mark.parametrize("name", sorted(_QUADRATIC))
def test_what_takes_time_by_the_square_is_used_only_where_its_input_is_cut(name: str) -> None:
    users = set()
    for folder in ("shared", "functions", "worker"):
        for path in (ROOT / folder).rglob("*.py"):
            if name.partition(".")[0] in _imported(path) and name.rpartition(".")[2] in path.read_text():
                users.add(path.relative_to(ROOT).as_posix())
    assert users <= _QUADRATIC[name]


def _imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found
