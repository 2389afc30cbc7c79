"""What a fixer looks at, what it answers, and how text is edited."""

import json
import posixpath
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from shared.domain.assets.catalog import Catalog
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.imports import Import, read_imports
from shared.domain.frameworks import COMPONENTS
from shared.domain.text.lines import decoded
from shared.domain.tree.package_rules import PACKAGE_JSON
from shared.domain.work_budget import FIX_READ_CHARACTERS

CODE = ("ts", "tsx", "js", "jsx", "mts", "mjs", "cts", "cjs", *COMPONENTS)
PLAIN_SPECIFIER = re.compile(r"[\w@./ \-\[\]()+,~]+")
_TEST = re.compile(r"^tests?/|(^|/)__tests__/|\.(test|spec)\.[^/]+$")
_TYPE = re.compile(r"\b(?:type|interface)\s+(?=([\w$]+))")

Edit = tuple[int, int, str]


class Fix(NamedTuple):
    """One file's new text, and a sentence for each thing that was put right in it."""

    path: str
    content: str
    told: tuple[str, ...]


@dataclass(frozen=True)
class Project:
    """A tree, with what the fast gate said of it. Only what is certain of all of these together is ever changed."""

    files: Files
    report: CompileReport
    catalog: Catalog
    read: dict[tuple[str, bytes], list[Import]] = field(default_factory=dict, compare=False)

    def errors(self, *codes: str) -> list[Diagnostic]:
        """The errors of these codes that name a file of the tree."""
        found = self.report.diagnostics
        return [each for each in found if each.severity == "error" and each.code in codes and each.path in self.files]

    def text(self, path: str) -> str | None:
        """The file's text, or None for a binary file and for a path that is not in the tree."""
        data = self.files.get(path, b"\0")
        return None if b"\0" in data else decoded(data)

    def imports(self, path: str) -> list[Import]:
        """The module's imports, in a component those of its scripts; empty when too much was read already."""
        key = (path, self.files.get(path, b""))
        text = self.text(path) if extension(path) in CODE else None
        if key not in self.read:
            room = FIX_READ_CHARACTERS - sum(len(data) for _, data in self.read)
            fits = text is not None and len(text) <= room
            self.read[key] = read_imports(text, scripts_only=extension(path) in COMPONENTS) if text and fits else []
        return self.read[key]

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

    def types(self, path: str) -> frozenset[str]:
        if path not in self._types:
            self._types[path] = frozenset(_TYPE.findall(self.text(path) or ""))
        return self._types[path]

    @cached_property
    def _types(self) -> dict[str, frozenset[str]]:
        return {}

    def after(self, fixes: Sequence[Fix]) -> "Project":
        return replace(self, files={**self.files, **{fix.path: fix.content.encode() for fix in fixes}})


Fixer = Callable[[Project], list[Fix]]


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
