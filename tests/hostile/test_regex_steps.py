"""Every regular expression of the product takes steps that grow with its text, not with the text's square."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.regex_steps import Steps, TooManySteps, pumps

ROOT = Path(__file__).resolve().parents[2]
_SMALL, _LARGE = 40, 80
_RATIO = 2.9
_FLOOR = 6 * _SMALL
_MOST = 60_000
BOUNDED = {
    "shared.domain.builds.commands._SOME_URL": "a command has at most 500 characters",
    "shared.domain.edits.placeholders._PLACEHOLDER": "300 characters of a line, without runs of one kind",
    "shared.domain.quality.risks._RULES[2]": "a line of source has at most 1,000 characters",
    "shared.domain.quality.risks._RULES[12]": "a line of source has at most 1,000 characters",
    "shared.tools.read_files._LINES": "replaced only in a name whose path is a file's; else matched at its beginning",
}
"""Those that may try more, and what bounds them."""
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


@pytest.mark.parametrize("name", sorted(PATTERNS.keys() - BOUNDED.keys()))
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
