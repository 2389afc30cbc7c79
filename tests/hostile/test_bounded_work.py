"""No accepted body costs more than its steps and bytes: both measured, on the worst input of the largest size."""

import ast
import importlib
import pkgutil
import re
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devkit.hostile_case import HELD_MOST, MB, Case
from devkit.hostile_work import CASES
from tests.support.drawn import drawn_of
from tests.support.regex_steps import Steps, TooManySteps, pumps
from tests.support.work_meter import Meter, TooMuchWork, metered

ROOT = Path(__file__).resolve().parents[2]


DRAWN = drawn_of(__file__, CASES, lambda _: ("devkit/hostile_",), one_in=16)


@pytest.mark.parametrize("case", DRAWN, ids=lambda case: case.name)
def test_it_stays_within_its_budget(case: Case) -> None:
    preparing = Meter(10**12)
    with metered(preparing) as load:
        act = case.prepare(load)
        preparing.allow(case.steps)
        try:
            act()
        except TooMuchWork as spent:
            pytest.fail(f"{case.name}: {spent}")


@pytest.mark.parametrize("case", DRAWN, ids=lambda case: case.name)
def test_it_holds_no_more_than_its_bytes(case: Case) -> None:
    act = case.prepare(importlib.import_module)
    peak = peak_of(act)
    assert peak <= case.held, f"{case.name} held {peak / MB:.1f} MB"


def peak_of(act: Callable[[], object]) -> int:
    """Bytes that were allocated at once while it ran, its result included."""
    tracemalloc.start()
    try:
        result = act()
        peak = tracemalloc.get_traced_memory()[1]
        del result
    finally:
        tracemalloc.stop()
    return peak


def test_names_are_unique_and_no_row_allows_more_than_all_may_hold() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
    assert [case.name for case in CASES if case.held > HELD_MOST] == []


def test_bytes_that_are_freed_before_the_end_are_measured() -> None:
    assert peak_of(lambda: len(bytearray(3 * MB))) >= 3 * MB


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
    "shared/domain/edits/edit_text.py",
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


_SMALL, _LARGE = 40, 80
_RATIO = 2.9
_FLOOR = 6 * _SMALL
_MOST = 60_000
BOUNDED = {
    "shared.adapters.openai.errors._CONTEXT": "the words of an error are cut, and each gap has at most 40 characters",
    "shared.adapters.openai.errors._WINDOW": "the words of an error are cut, and a number has at most 11 characters",
    "shared.domain.imports.own_base._OPTION": "a script has at most 2,000 characters, a folder 200",
    "shared.domain.builds.commands._SOME_URL": "a command has at most 500 characters",
    "shared.domain.quality.claim_words.SENTENCES": "a sentence has at most 300 characters, a gap 60",
    "shared.domain.edits.placeholders._PLACEHOLDER": "300 characters of a line, without runs of one kind",
    "shared.domain.quality.risks._RULES[2]": "a line of source has at most 1,000 characters",
    "shared.domain.quality.risks._RULES[12]": "a line of source has at most 1,000 characters",
    "shared.tools.read_files._LINES": "replaced only in a name whose path is a file's; else matched at its beginning",
}
"""Those, or tables of those, that may try more, and what bounds them."""
MATCHED = {"shared.domain.build_log.shapes.SHAPES"}
"""Tables of patterns that are only matched from the start of a line."""


def _patterns() -> Iterator[tuple[str, re.Pattern[str] | re.Pattern[bytes]]]:
    seen: set[tuple[object, int]] = set()
    for folder in ("shared", "functions", "worker"):
        for found in pkgutil.walk_packages([str(ROOT / folder)], f"{folder}."):
            if found.name.endswith(("__main__", "db_child", ".handler")):  # handlers make their clients when imported
                continue
            for name, value in vars(importlib.import_module(found.name)).items():
                several = value if isinstance(value, list | tuple) else (value,)
                flat = [part for each in several for part in (each if isinstance(each, tuple) else (each,))]
                for order, each in enumerate(part for part in flat if isinstance(part, re.Pattern)):
                    if (each.pattern, each.flags) not in seen:
                        seen.add((each.pattern, each.flags))
                        yield f"{found.name}.{name}" + (f"[{order}]" if len(several) > 1 else ""), each


PATTERNS = dict(_patterns())


def test_handlers_hold_no_patterns() -> None:
    assert [path for path in ROOT.glob("functions/*/handler.py") if "re.compile" in path.read_text()] == []


def _is_searched(name: str) -> bool:
    """Whether a pattern is used at all places of a text, and not only where a match begins."""
    if name.partition("[")[0] in MATCHED:
        return False
    module, _, short = name.partition("[")[0].rpartition(".")
    text = Path(importlib.import_module(module).__file__ or "").read_text()
    used = set(re.findall(rf"\b{re.escape(short)}\.(\w+)", text)) | set(re.findall(rf"\b{re.escape(short)}\b", text))
    direct = used - {short}
    return not direct or not direct <= {"match", "fullmatch"}


def _steps(pattern: re.Pattern[str] | re.Pattern[bytes], text: str, search: bool) -> int:
    try:
        return Steps(pattern, most=_MOST).of(text, search=search)
    except TooManySteps:
        return _MOST
    except RecursionError:  # only its depth is too much for this counter, which says nothing about the pattern
        return 0


UNBOUNDED = sorted(name for name in PATTERNS if not {name, name.partition("[")[0]} & BOUNDED.keys())


@pytest.mark.parametrize("name", UNBOUNDED)
def test_twice_the_text_takes_about_twice_the_steps(name: str) -> None:
    pattern, search = PATTERNS[name], _is_searched(name)
    for small, large in zip(pumps(pattern, _SMALL), pumps(pattern, _LARGE), strict=True):
        first, second = _steps(pattern, small, search), _steps(pattern, large, search)
        assert second < _MOST, small
        assert second <= _RATIO * max(first, _FLOOR), (small, first, second)


def test_a_pattern_that_takes_steps_by_the_square_is_found() -> None:
    for bad in (r"\s*[─╰]─{2,}[╯─]*\s*$", r"</\s*([\w$-]*)[\w$.:-]*\s*>", r"(x+x+)+y"):
        pattern = re.compile(bad)
        pairs = zip(pumps(pattern, _SMALL), pumps(pattern, _LARGE), strict=True)
        counts = [(_steps(pattern, small, False), _steps(pattern, large, False)) for small, large in pairs]
        assert any(second == _MOST or second > _RATIO * max(first, _FLOOR) for first, second in counts), bad
