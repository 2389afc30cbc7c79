"""Mending places with the files at hand: tools report lines of transformed code, or no line at all."""

import json
import re
from collections.abc import Sequence
from functools import cached_property

from shared.domain.base import Files
from shared.domain.build_log.lines import Finding
from shared.domain.diagnostics import Diagnostic
from shared.domain.work_budget import LOG_QUOTES

_QUOTED = re.compile(r"`([^`]{2,200})`|(?<!\w)'([^']{2,200})'|\"([^\"]{2,200})\"| at (\S{2,100})$")
_JSON_PLACE = re.compile(r" at line (\d+) column (\d+)$")


def mend(findings: Sequence[Finding], files: Files) -> list[Diagnostic]:
    """The diagnostics with places that are right for `files`, as far as the text tells; never a wrong line.

    Each file is read once, and all lines that belong to no file are looked for in one walk over the tree.
    """
    tree = _Tree(files, frozenset(each.shown for each in findings if each.shown and each.diagnostic.path is None))
    return [_mended(finding, tree) for finding in findings]


class _Text:
    """One file, split once."""

    def __init__(self, content: bytes) -> None:
        self.lines = content.decode("utf-8", "replace").splitlines()

    @cached_property
    def _joined(self) -> str:
        return "\n".join(self.lines)

    @cached_property
    def _by_words(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines, 1):
            found.setdefault(line.strip(), []).append(number)
        return found

    def reading(self, shown: str) -> list[int]:
        return self._by_words.get(shown, [])

    def place_of(self, wanted: str) -> tuple[int, int] | None:
        """Line and column of the first place where it stands in a line."""
        at = self._joined.find(wanted) if "\n" not in wanted else -1
        if at < 0:
            return None
        return self._joined.count("\n", 0, at) + 1, at - self._joined.rfind("\n", 0, at)


class _Tree:
    """The files of a build as its findings are looked up in them. `shown`: lines whose file nobody named."""

    def __init__(self, files: Files, shown: frozenset[str]) -> None:
        self._files = files
        self._shown = shown
        self._texts: dict[str, _Text] = {}

    def text(self, path: str) -> _Text | None:
        """The file's text; None when there is no such file."""
        if path in self._files and path not in self._texts:
            self._texts[path] = _Text(self._files[path])
        return self._texts.get(path)

    def holders(self, shown: str) -> list[tuple[str, int]]:
        """Where a line that reads as shown stands, in the whole tree."""
        return self._holders.get(shown, [])

    @cached_property
    def _holders(self) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = {}
        for path in sorted(self._files):
            for number, line in enumerate(_Text(self._files[path]).lines, 1):
                if (words := line.strip()) in self._shown:
                    found.setdefault(words, []).append((path, number))
        return found

    @cached_property
    def bad_json(self) -> list[str]:
        return [path for path in sorted(self._files) if _is_bad_json(path, self._files[path])]


def _mended(finding: Finding, tree: _Tree) -> Diagnostic:
    found = finding.diagnostic
    if found.path is None:
        return _searched(finding, tree)
    text = tree.text(found.path)
    if text is None:
        return found
    if found.line is not None and finding.shown is not None:
        found = _compared(found, finding.shown, text)
    return found if found.line is not None else _quoted(found, text)


def _searched(finding: Finding, tree: _Tree) -> Diagnostic:
    """A finding without a file belongs to the only file that can have caused it."""
    found = finding.diagnostic
    if found.code == "vite-json" and (place := _JSON_PLACE.search(found.message)):
        holders = [(path, int(place[1]), int(place[2])) for path in tree.bad_json]
    elif finding.shown is not None:
        holders = [(path, line, 0) for path, line in tree.holders(finding.shown)]
    else:
        return found
    if len(holders) != 1:
        return found
    path, line, column = holders[0]
    return found.model_copy(update={"path": path, "line": line, "column": column or None})


def _is_bad_json(path: str, content: bytes) -> bool:
    if not path.endswith(".json"):
        return False
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return True
    return False


def _compared(found: Diagnostic, shown: str, text: _Text) -> Diagnostic:
    """The line that really reads as shown, the nearest if there are several; no line when none does."""
    given = found.line or 1
    if given <= len(text.lines) and text.lines[given - 1].strip() == shown:
        return found
    same = min(text.reading(shown), key=lambda line: abs(line - given), default=None)
    return found.model_copy(update={"line": same} if same else {"line": None, "column": None})


def _quoted(found: Diagnostic, text: _Text) -> Diagnostic:
    """The first place where something stands that the message quotes, or the message itself."""
    quoted = [next(words for words in groups if words) for groups in _QUOTED.findall(found.message)]
    for wanted in (*quoted[:LOG_QUOTES], found.message):
        place = text.place_of(wanted)
        if place is not None:
            return found.model_copy(update={"line": place[0], "column": place[1]})
    return found
