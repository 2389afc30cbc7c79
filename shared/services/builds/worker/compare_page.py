"""What the page of an import lacks of what the project showed as it came."""

import re
from collections.abc import Sequence

from shared.domain.builds.worker_page import OriginalPage, PageReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.untrusted import shortened

_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.){1,2000})"')
_WORD = re.compile(r"[^\W\d_]{2,}")
_LEAST_WORDS, _MOST_MISSING = 4, 0.5
_EXCERPT = 240


def compared(report: PageReport, original: OriginalPage | None) -> list[Diagnostic]:
    """PAGE_BLANK where nothing is left of it, PAGE_DIFFERS where more than half of its words are missing."""
    before = _texts(original.page) if original is not None and original.page is not None else []
    now = _texts(report)
    if not before or not report.screenshot:
        return []
    if not report.tree.strip():
        said = f"The page shows nothing since the import. Before it showed: {_excerpt(before)}"
        return [Diagnostic(code="PAGE_BLANK", message=said)]
    words, left = _words(before), _words(now)
    missing = words - left
    if len(missing) < _LEAST_WORDS or len(missing) <= _MOST_MISSING * len(words):
        return []
    share = f"{len(missing)} of {len(words)} words of the page are missing since the import."
    return [
        Diagnostic(
            code="PAGE_DIFFERS", message=f"{share} Before: {_excerpt(before)} Now: {_excerpt(now) or 'no words.'}"
        )
    ]


def _texts(report: PageReport) -> list[str]:
    """The visible texts; addresses, roles and states stand outside the quotation marks."""
    return [found[1] for line in report.tree.split("\n") for found in _QUOTED.finditer(line)]


def _words(texts: Sequence[str]) -> set[str]:
    """Numbers are left out: they change with the clock."""
    return {word.lower() for text in texts for word in _WORD.findall(text)}


def _excerpt(texts: Sequence[str]) -> str:
    text = " ".join(texts)
    return f'"{shortened(text, _EXCERPT)}"' if text else ""
