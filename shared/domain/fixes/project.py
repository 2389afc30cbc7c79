"""What a fixer looks at, what it answers, and how text is edited."""

import json
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from shared.domain.assets.catalog import Catalog
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.imports import Import, read_imports
from shared.domain.fixes.tokens import MOST_CHARACTERS, Token, tokens
from shared.domain.tree.package_rules import PACKAGE_JSON
from shared.domain.work_budget import FIX_NAMES, FIX_READ_CHARACTERS

CODE = ("ts", "tsx", "js", "jsx", "mts", "mjs", "cts", "cjs", "vue", "svelte")
_JSX = ("tsx", "jsx", "js", "mjs")
_SCRIPT = re.compile(r"<script\b([^<>]*)>", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script\s*>", re.IGNORECASE)
_HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_JSX_LANG = re.compile(r"""lang\s*=\s*["']?[jt]sx""")
_TEST = re.compile(r"^tests?/|(^|/)__tests__/|\.(test|spec)\.[^/]+$")

_CLAUSE = re.compile(r"""\bimport\b((?:(?!import\b)[^;"'`()]){0,4000}?)\bfrom\s*["']([^"'\n]*)""")
_WORD = re.compile(r"[\w$]+")
_TYPE = re.compile(r"\b(?:type|interface)\s+(?=([\w$]+))")

Edit = tuple[int, int, str]


class Fix(NamedTuple):
    """One file's new text, and a sentence for each thing that was put right in it."""

    path: str
    content: str
    told: tuple[str, ...]


class Source(NamedTuple):
    """One module, read. In a component only its scripts are."""

    text: str
    tokens: tuple[Token, ...]
    imports: tuple[Import, ...]


class Room:
    """What one plan may still read and look up. What is not read, or not looked up, is not certain."""

    def __init__(self) -> None:
        self._characters, self._names = FIX_READ_CHARACTERS, FIX_NAMES

    def read(self, text: str) -> bool:
        """Whether the text may be read."""
        self._characters -= len(text)
        return self._characters >= 0

    def look_up(self) -> bool:
        """Whether one more name may be looked up."""
        self._names -= 1
        return self._names >= 0


@dataclass(frozen=True)
class Project:
    """A tree, with what the fast gate said of it. Only what is certain of all of these together is ever changed."""

    files: Files
    report: CompileReport
    catalog: Catalog
    read: dict[tuple[str, bytes], Source | None] = field(default_factory=dict, compare=False)
    room: Room = field(default_factory=Room, compare=False)
    icons: dict[tuple[str, str], str | None] = field(default_factory=dict, compare=False)

    def errors(self, *codes: str) -> list[Diagnostic]:
        """The errors of these codes that name a file of the tree."""
        found = self.report.diagnostics
        return [each for each in found if each.severity == "error" and each.code in codes and each.path in self.files]

    def text(self, path: str) -> str | None:
        """The file's text; None for what is none."""
        data = self.files.get(path, b"\0")
        try:
            return None if b"\0" in data else data.decode()
        except UnicodeDecodeError:
            return None

    def source(self, path: str) -> Source | None:
        """The module, or None when it is not surely understood."""
        key = (path, self.files.get(path, b""))
        if key not in self.read:
            text = self.text(path)
            self.read[key] = None if text is None or extension(path) not in CODE else self.read_text(path, text)
        return self.read[key]

    def read_text(self, path: str, text: str) -> Source | None:
        """The text as the module at `path`; None also when there is no room left to read it."""
        return read_source(path, text) if self.room.read(text) else None

    @cached_property
    def manifest(self) -> Any:
        """What package.json holds; None when it cannot be read."""
        try:
            return json.loads(self.text(PACKAGE_JSON) or "")
        except (ValueError, RecursionError):
            return None

    @cached_property
    def exporters(self) -> dict[str, list[str]]:
        """The modules below src, without tests, by what they export; a default one by the name of its file."""
        found: dict[str, list[str]] = {}
        for path, names in self.report.exports.items():
            stem = posixpath.splitext(path)[0].removesuffix("/index")
            named = {*names, posixpath.basename(stem)} if "default" in names else {*names}
            for name in named if path.startswith("src/") and not is_test(path) else ():
                found.setdefault(name, []).append(path)
        return found

    @cached_property
    def exported(self) -> frozenset[str]:
        """All that any module exports."""
        return frozenset(name for names in self.report.exports.values() for name in names)

    def types(self, path: str) -> frozenset[str]:
        """The names that the file declares as types."""
        if path not in self._types:
            self._types[path] = frozenset(_TYPE.findall(self.text(path) or ""))
        return self._types[path]

    @cached_property
    def _types(self) -> dict[str, frozenset[str]]:
        return {}

    def after(self, fixes: Sequence[Fix]) -> "Project":
        """The tree with the fixes made."""
        return replace(self, files={**self.files, **{fix.path: fix.content.encode() for fix in fixes}})


Fixer = Callable[[Project], list[Fix]]


def read_source(path: str, text: str) -> Source | None:
    """The tokens and imports of the file's code; None when any of it is in doubt."""
    all_tokens: list[Token] = []
    for offset, code, jsx in _regions(path, text):
        found = tokens(code, jsx=jsx)
        if found is None:
            return None
        all_tokens += [Token(each.kind, each.start + offset, each.end + offset, each.text) for each in found]
    return Source(text, tuple(all_tokens), tuple(read_imports(all_tokens)))


def _regions(path: str, text: str) -> list[tuple[int, str, bool]]:
    if extension(path) not in ("vue", "svelte"):
        return [(0, text, extension(path) in _JSX)]
    plain = _HTML_COMMENT.sub(lambda match: " " * len(match[0]), text)
    return [*_scripts(plain)]


def _scripts(plain: str) -> Iterator[tuple[int, str, bool]]:
    opening = _SCRIPT.search(plain)
    while opening is not None:
        closing = _SCRIPT_END.search(plain, opening.end())
        if closing is None:
            return
        yield opening.end(), plain[opening.end() : closing.start()], _JSX_LANG.search(opening[1]) is not None
        opening = _SCRIPT.search(plain, closing.end())


def glimpse(text: str) -> dict[str, set[str]]:
    """The words of what looks like import clauses, by specifier: whether a file is worth being read, and no more."""
    found: dict[str, set[str]] = {}
    for clause, specifier in _CLAUSE.findall(text) if len(text) <= MOST_CHARACTERS else ():
        found.setdefault(specifier, set()).update(_WORD.findall(clause))
    return found


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with each part replaced; places are those of the text before."""
    pieces: list[str] = []
    at = 0
    for start, end, new in sorted(set(edits)):
        pieces += [text[at:start], new]
        at = end
    return "".join([*pieces, text[at:]])


def extension(path: str) -> str:
    """Without the dot, in lower case."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name[1:] else ""


def is_test(path: str) -> bool:
    """Whether the gate only parses the file."""
    return _TEST.search(path) is not None


def grouped(edits: Iterable[tuple[str, Edit, str]], project: Project) -> list[Fix]:
    """Edits of several files, each with its sentence, as one fix a file."""
    by_path: dict[str, list[tuple[Edit, str]]] = {}
    for path, edit, note in edits:
        by_path.setdefault(path, []).append((edit, note))
    return [_fix(path, made, project) for path, made in by_path.items()]


def _fix(path: str, made: Sequence[tuple[Edit, str]], project: Project) -> Fix:
    text = edited(project.text(path) or "", [edit for edit, _ in made])
    return Fix(path, text, tuple(dict.fromkeys(note for _, note in made)))
