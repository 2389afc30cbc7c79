"""What a fixer looks at, what it answers, and how text is edited."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.catalog import Catalog
from shared.domain.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.imports import Import, read_imports
from shared.domain.fixes.tokens import MOST_CHARACTERS, Token, tokens

CODE = ("ts", "tsx", "js", "jsx", "mts", "mjs", "cts", "cjs", "vue", "svelte")
_JSX = ("tsx", "jsx", "js", "mjs")
_SCRIPT = re.compile(r"<script\b([^<>]*)>", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script\s*>", re.IGNORECASE)
_HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_JSX_LANG = re.compile(r"""lang\s*=\s*["']?[jt]sx""")
_TEST = re.compile(r"^tests?/|(^|/)__tests__/|\.(test|spec)\.[^/]+$")

_CLAUSE = re.compile(r"""\bimport\b((?:(?!import\b)[^;"'`()]){0,4000}?)\bfrom\s*["']([^"'\n]*)""")
_WORD = re.compile(r"[\w$]+")

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


@dataclass(frozen=True)
class Project:
    """A tree, with what the fast gate said of it. Only what is certain of all of these together is ever changed."""

    files: Files
    report: CompileReport
    catalog: Catalog
    read: dict[tuple[str, bytes], Source | None] = field(default_factory=dict, compare=False)

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
            self.read[key] = None if text is None or extension(path) not in CODE else read_source(path, text)
        return self.read[key]

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
    for start, end, new in sorted(set(edits), reverse=True):
        text = text[:start] + new + text[end:]
    return text


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
    for path, edit, told in edits:
        by_path.setdefault(path, []).append((edit, told))
    return [_fix(path, made, project) for path, made in by_path.items()]


def _fix(path: str, made: Sequence[tuple[Edit, str]], project: Project) -> Fix:
    text = edited(project.text(path) or "", [edit for edit, _ in made])
    return Fix(path, text, tuple(dict.fromkeys(told for _, told in made)))
