"""Names in another case than their file's: macOS and Windows find the file, a build on Linux does not."""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import dirname, normpath

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.frameworks import COMPONENTS
from shared.domain.imports.move_files import ENDINGS, PAGES, naming_text
from shared.domain.tree.managed_paths import STYLES, extension
from shared.domain.tree.path_characters import shown

_NAMED_MOST, _TRIED_MOST = 15, 50_000
_AS_WRITTEN = ("",)
_IMPORT = re.compile(
    r"""(\b(?:from|import|require|mock)\s{0,3}\(?\s{0,3}["'])((?:\.{1,2}|[@~])?/[^"'`()\s]{1,200})(?=["'])"""
)
_URL = re.compile(r"""(\bnew URL\(\s{0,9}["'])(\.{1,2}/[^"'`()\s]{1,200})(?=["']\s{0,9},\s{0,9}import\.meta\.url)""")
_SHEET = re.compile(
    r"""(\burl\(\s{0,9}["']?|@(?:import|use|forward|reference|config)\s{1,9}["'])([^"'()\s]{1,200})(?=["')])"""
)
_ATTRIBUTE = re.compile(r"""(\b(?:src|href|poster)\s{0,3}=\s{0,3}["'])([^"'<>\s{}]{1,200})(?=["'])""", re.I)
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#|\$|%", re.I)


def with_right_case(files: Files) -> tuple[Files, list[Diagnostic]]:
    """`files` with each name of a file written as the file is, where exactly one can be meant."""
    names = _Names(files)
    changed: Files = {}
    for path, content in files.items():
        text = before = naming_text(path, content)
        for way, endings in _ways(path) if text else ():
            text = names.correct(path, endings, text, way)
        changed |= {path: text.encode()} if text != before else {}
    return ({**files, **changed}, [case_mapped(changed, list(names.corrected))]) if changed else (files, [])


def in_right_case(name: str, file: str) -> str | None:
    """`name` with its folders and its file written as those of `file`; None where they differ in more than case."""
    plain, rest = _split(name)
    lead = re.match(r"(?:\.{1,2}/|[@~]?/)*", plain)
    start = lead.end() if lead else 0
    segments = plain[start:].split("/")
    real = file.split("/")[-len(segments) :]
    if [each.lower() for each in segments] != [each.lower() for each in real]:
        return None
    return f"{plain[:start]}{'/'.join(real)}{rest}"


class _Names:
    """The files by their names in small letters, how many names may still be looked up, and what was put right."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._index: dict[str, list[str]] = {}
        self._left = _TRIED_MOST
        self.corrected: dict[str, None] = {}
        for path in files:
            self._index.setdefault(path.lower(), []).append(path)

    def correct(self, path: str, endings: Sequence[str], text: str, way: re.Pattern[str]) -> str:
        def name(found: re.Match[str]) -> str:
            self._left -= 1
            right = self._right(path, found[2], endings) if self._left >= 0 else None
            if right is None or right == found[2]:
                return found[0]
            self.corrected[f"{shown(found[2])} is {shown(right)} ({shown(path)})"] = None
            return found[1] + right

        return way.sub(name, text)

    def _right(self, path: str, name: str, endings: Sequence[str]) -> str | None:
        """As the only file is written that can be meant; None where one has that very name, or none or several."""
        plain = _split(name)[0]
        if not plain or _ELSEWHERE.match(name):
            return None
        places = [(f"{base}{ending}", ending) for base in _bases(path, plain) for ending in endings]
        if any(place in self._files for place, _ in places):
            return None
        meant = {file: ending for place, ending in places for file in self._index.get(place.lower(), ())}
        if len(meant) != 1:
            return None
        file, ending = meant.popitem()
        return in_right_case(name, file[: len(file) - len(ending)])


def _bases(path: str, plain: str) -> Iterator[str]:
    """Where a name may lead."""
    folder = dirname(path)
    places = [f"{folder}/{plain}"]
    if plain.startswith("/"):
        places = [plain[1:], f"public/{plain[1:]}"]
    elif plain.startswith(("@/", "~/")):
        places = [f"src/{plain[2:]}", plain[2:]]
    elif extension(path) in PAGES:
        places += [f"public/{folder}/{plain}"]
    for place in places:
        whole = normpath(place.lstrip("/"))
        if not whole.startswith("..") and whole != ".":
            yield whole


def _ways(path: str) -> tuple[tuple[re.Pattern[str], Sequence[str]], ...]:
    kind = extension(path)
    if kind in PAGES:
        return (_ATTRIBUTE, _AS_WRITTEN), (_IMPORT, ENDINGS)
    if kind in STYLES:
        return ((_SHEET, ("", ".css", ".scss", ".sass", ".less")),)
    code = (_IMPORT, ENDINGS), (_URL, _AS_WRITTEN)
    return (*code, (_SHEET, _AS_WRITTEN), (_ATTRIBUTE, _AS_WRITTEN)) if kind in COMPONENTS else code


def _split(name: str) -> tuple[str, str]:
    plain = re.split(r"[?#]", name, maxsplit=1)[0]
    return plain, name[len(plain) :]


def case_mapped(changed: Mapping[str, bytes], pairs: Sequence[str]) -> Diagnostic:
    more = f" and {len(pairs) - _NAMED_MOST} more" if len(pairs) > _NAMED_MOST else ""
    message = f"Names in another case than their files were put right: {', '.join(pairs[:_NAMED_MOST])}{more}."
    return Diagnostic(severity="info", code="CASE_MAPPED", message=message[:2000], path=min(changed))
