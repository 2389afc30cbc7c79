"""Touched, and not asked for: what a change has to do with nothing in the words of its request.

Guessed from words, so in doubt nothing is told: a file counts as asked for when its name or its changed lines share a
word with the request, or when it and one that does name each other.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from shared.domain.base import Entity, Files
from shared.domain.builds.acceptance import read_check
from shared.domain.builds.acceptance_spec import is_check
from shared.domain.diffs.changes import FileChange
from shared.domain.diffs.file_status import FileStatus
from shared.domain.text.ranking import stem
from shared.domain.text.same_meaning import forms_of
from shared.domain.tree.managed_paths import LOCKFILES

_MOST, _MOST_CHARS, _LEAST = 20, 100_000, 3
_WORD = re.compile(r"[A-Z]?[a-zäöüß]+|[A-Z]+|[0-9]+")
_EXPORT = re.compile(r"export (?:default )?(?:async )?(?:function|class|const|let|interface|type|enum) (\w+)")
_NO_MATTER = (
    "add and are but can change does for from give has have her his into its just like make more new not now one our "
    "out please put same set should show some that the them then there this use want when where which will with you "
    "your app das den der die ein eine einen für ich ist mit noch soll und von wenn wie zu zum zur"
)
_LEFT_OUT = frozenset(_NO_MATTER.split())


class Outside(Entity):
    """`files` and `exports` (`src/cart.ts: total`) that the request does not speak of; `checks` are the titles of
    earlier acceptance checks that the change rewrites or removes, asked for or not."""

    files: list[str] = []
    exports: list[str] = []
    checks: list[str] = []


def outside_request(asked: str, changes: Sequence[FileChange], before: Files, after: Files) -> Outside:
    """What of the change lies outside the request; only `checks` where its words name nothing that was touched."""
    wanted = {form for word in _words(asked[:_MOST_CHARS]) for form in (word, *forms_of(word))}
    said = {one.path: _said(one) for one in changes if not _follows(one.path)}
    inside = _inside({path: words for path, words in said.items()}, wanted)
    checks = sorted({title for one in changes for title in _check_of(one, before)})
    if not inside:
        return Outside(checks=checks[:_MOST])
    files = sorted(said.keys() - inside)
    kept = [one for one in changes if one.path in inside and one.status == FileStatus.MODIFIED and not one.binary]
    exports = [name for one in kept for name in _exports(one.path, wanted, inside, before, after)]
    return Outside(files=files[:_MOST], exports=exports[:_MOST], checks=checks[:_MOST])


def _follows(path: str) -> bool:
    """Whether it comes with other changes, or is told by itself."""
    return path in LOCKFILES or is_check(path)


def _said(change: FileChange) -> set[str]:
    lines = "\n".join(line[1:] for hunk in change.hunks for line in hunk.lines if line[:1] in "+-")
    return {*_words(change.path), *_words(change.old_path or ""), *_words(lines[:_MOST_CHARS])}


def _inside(said: Mapping[str, set[str]], wanted: set[str]) -> set[str]:
    """What shares a word with the request, and what it is tied to by name, however far away."""
    names = {path: set(_words(posixpath.basename(path).partition(".")[0])) for path in said}
    inside = {path for path, words in said.items() if words & wanted}
    while more := {path for path in said.keys() - inside if any(_tied(path, one, names, said) for one in inside)}:
        inside |= more
    return inside


def _tied(one: str, other: str, names: Mapping[str, set[str]], said: Mapping[str, set[str]]) -> bool:
    return (bool(names[one]) and names[one] <= said[other]) or (bool(names[other]) and names[other] <= said[one])


def _exports(path: str, wanted: set[str], inside: Iterable[str], before: Files, after: Files) -> Iterator[str]:
    """The exported parts of a file whose change shares no word with the request, nor names another file of it."""
    names = {word for other in inside if other != path for word in _words(posixpath.basename(other).partition(".")[0])}
    old, new = (_parts(files[path][:_MOST_CHARS].decode("utf-8", "replace")) for files in (before, after))
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name, set()), new.get(name, set())
        if was != now and not {*_words(name), *_words("\n".join(was ^ now))} & (wanted | names):
            yield f"{path}: {name}"


def _parts(text: str) -> dict[str, set[str]]:
    """The lines of each exported declaration: up to the next line at the margin that begins something."""
    parts: dict[str, set[str]] = {}
    lines: set[str] = set()
    for line in text.splitlines():
        exported = _EXPORT.match(line)
        if exported:
            lines = parts.setdefault(exported[1], set())
        elif line[:1].strip() and line[:1] not in "})]":
            lines = set()
        lines.add(line)
    return parts


def _check_of(change: FileChange, before: Files) -> Iterator[str]:
    path = change.old_path or change.path
    if is_check(path) and change.status != FileStatus.ADDED and change.status != FileStatus.RENAMED:
        check = read_check(before[path])
        yield check.title if check else path


def _words(text: str) -> list[str]:
    found = (word.lower() for word in _WORD.findall(text))
    return [stem(word) for word in found if len(word) >= _LEAST and word not in _LEFT_OUT]
