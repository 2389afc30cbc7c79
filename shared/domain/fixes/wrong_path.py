"""An import names a file that is not there, and exactly one file can be meant: the specifier is put right."""

import re
from collections.abc import Iterator
from itertools import islice

from shared.domain.fixes.imports import Import
from shared.domain.fixes.project import CODE, PLAIN_SPECIFIER, Edit, Fix, Project, extension, grouped, is_test
from shared.domain.fixes.specifiers import folder_of, meant_by, specifier_for
from shared.domain.work_budget import FIX_NAMES

_UNRESOLVED = re.compile(r'Cannot resolve "(.+)"|"(.+)" is outside the project')
_NO_ALIAS = re.compile(r'Nothing says what "([@~]/)" means in .*')
_MODULES = (*CODE, "json")
_KINDS = frozenset(
    (*_MODULES, "css", "scss", "sass", "less", "styl", "pcss", "svg", "png", "jpg", "jpeg", "gif", "webp", "avif",
     "ico", "bmp", "woff", "woff2", "ttf", "otf", "mp3", "mp4", "wav", "ogg", "webm", "pdf", "txt", "md", "mdx", "html",
     "csv", "xml", "yaml", "yml", "wasm", "glsl", "vert", "frag")
)  # fmt: skip


def fix_wrong_path(project: Project) -> list[Fix]:
    """Tried in order: another case, another extension, the same name elsewhere.

    A module of another name that exports the same is never meant for certain: the file may be written next.
    """
    wrong = islice(_wrong(project), FIX_NAMES)
    return grouped((edit for path, one, no_alias in wrong for edit in _edit(project, path, one, no_alias)), project)


def _wrong(project: Project) -> Iterator[tuple[str, Import, bool]]:
    """(importer, import, whether it uses an alias that nothing defines)."""
    for found in project.errors("LOCAL_IMPORT_UNRESOLVED", "IMPORT_CASE_MISMATCH"):
        alias, named = _NO_ALIAS.fullmatch(found.message), _UNRESOLVED.fullmatch(found.message)
        for one in project.imports(found.path or ""):
            if _is_about(alias, named, one.specifier):
                yield found.path or "", one, alias is not None


def _is_about(alias: re.Match[str] | None, named: re.Match[str] | None, specifier: str) -> bool:
    if alias is not None:
        return specifier.startswith(alias[1])
    name = specifier.partition("?")[0]
    return named is not None and name in (named[1], named[2]) and bool(name)


def _edit(project: Project, path: str, one: Import, no_alias: bool) -> Iterator[tuple[str, Edit, str]]:
    name, mark, query = one.specifier.partition("?")
    target = _target(project, path, name, one)
    if target is None:
        return
    style = "./" if no_alias else name
    new = specifier_for(path, target, project.files, style)
    if new is None or new == name or not PLAIN_SPECIFIER.fullmatch(new):
        return
    note = f"{path} imports {new!r} now, which was written {name!r}."
    yield path, (one.start, one.end, new + mark + query), note


def _target(project: Project, path: str, name: str, one: Import) -> str | None:
    base = meant_by(path, name)
    if base is None:
        return None
    others = [other for other in project.files if other != path and not is_test(other) and not _is_types(other)]
    same_place = [other for other in others if _stem(other, base).lower() == _stem(base, base).lower()]
    exact = [other for other in same_place if other.lower() == base.lower()]
    same_name = [other for other in others if _name(other) == _name(base) and other.startswith("src/")]
    for tier in (exact, same_place, same_name):
        fitting = [other for other in tier if _fits(project, other, base, one)]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _fits(project: Project, other: str, base: str, one: Import) -> bool:
    """The kind of file that was asked for, and, where it is known, all that is imported from it."""
    wanted = extension(base)
    if wanted in _KINDS and not (wanted in CODE and extension(other) in CODE):
        return extension(other) == wanted
    return extension(other) in _MODULES and _exports(project, other, one)


def _exports(project: Project, other: str, one: Import) -> bool:
    if other not in project.report.exports:
        return extension(other) == "json" and not one.names
    return one.names <= set(project.report.exports[other])


def _is_types(path: str) -> bool:
    return path.endswith((".d.ts", ".d.mts", ".d.cts"))


def _stem(path: str, base: str) -> str:
    """Without the extension, when it is one of those that `base` may have meant; an index stands for its folder."""
    stem = path.rpartition(".")[0] if extension(path) in (*_MODULES, "css") else path
    folder = stem.removesuffix("/index")
    return folder if folder.lower() == base.lower() else stem


def _name(path: str) -> str:
    stem = path.rpartition(".")[0] if extension(path) in (*_MODULES, "css") else path
    name = stem.rpartition("/")[2].lower()
    is_module = extension(path) in CODE or extension(path) not in _KINDS
    return folder_of(stem).rpartition("/")[2].lower() if name == "index" and is_module else name
