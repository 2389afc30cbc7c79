"""Imports by an alias in another case than their file's: the compiler says which file it is."""

import re
from collections.abc import Iterable

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.imports import read_imports
from shared.domain.fixes.project import Edit, edited
from shared.domain.frameworks import COMPONENTS
from shared.domain.imports.file_case import case_mapped, in_right_case
from shared.domain.tree.managed_paths import CODE, extension
from shared.domain.tree.path_characters import shown

_READ_MOST = 256 * 1024
_MESSAGE = re.compile(r'Cannot resolve "([^"\n]{1,300})"')
_HINT = re.compile(r"The file is (\S{1,300}): upper and lower case differ")
_ENDING = re.compile(r"(?:/index)?\.\w{1,10}$")


def with_aliased_case(files: Files, found: Iterable[Diagnostic]) -> tuple[Files, list[Diagnostic]]:
    """`files` with the imports put right of which `found` names the only file that can be meant."""
    by_path: dict[str, dict[str, str]] = {}
    for each in found:
        if each.code == "IMPORT_CASE_MISMATCH" and each.path is not None and each.path in files:
            by_path.setdefault(each.path, {}).update(_names(files, each))
    changed: Files = {}
    pairs: list[str] = []
    for path, names in by_path.items():
        text = _text(path, files[path])
        edits = _edits(path, text, names)
        if edits:
            changed[path] = edited(text, edits).encode()
            pairs += [f"{shown(old)} is {shown(new)} ({shown(path)})" for old, new in names.items()]
    return ({**files, **changed}, [case_mapped(changed, pairs)]) if changed else (files, [])


def _names(files: Files, found: Diagnostic) -> dict[str, str]:
    """The specifier as it is and as it should be."""
    message, hint = _MESSAGE.fullmatch(found.message), _HINT.fullmatch(found.hint or "")
    if message is None or hint is None or sum(path.lower() == hint[1].lower() for path in files) != 1:
        return {}
    for file in (hint[1], _ENDING.sub("", hint[1])):
        right = in_right_case(message[1], file) or _after_alias(message[1], file)
        if right:
            return {message[1]: right} if right != message[1] else {}
    return {}


def _after_alias(name: str, file: str) -> str | None:
    """The parts after the alias, which is the first one, as those of the file."""
    alias, slash, rest = name.partition("/")
    right = in_right_case(rest, file) if slash else None
    return f"{alias}/{right}" if right else None


def _edits(path: str, text: str, names: dict[str, str]) -> list[Edit]:
    imports = read_imports(text, scripts_only=extension(path) in COMPONENTS) if text else []
    return [(one.start, one.end, names[one.specifier]) for one in imports if one.specifier in names]


def _text(path: str, content: bytes) -> str:
    try:
        return content.decode() if len(content) <= _READ_MOST and extension(path) in CODE else ""
    except UnicodeDecodeError:
        return ""
