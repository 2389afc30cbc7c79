"""A component is used and imported from nowhere, and exactly one module of the project exports it; so with hooks."""

import posixpath
import re
from collections.abc import Iterator
from itertools import islice

from shared.domain.fixes.missing_hook import Calls, hook_edits, names_hook
from shared.domain.fixes.new_import import new_import
from shared.domain.fixes.project import Edit, Fix, Project, Source, edited, extension, glimpse, is_test
from shared.domain.fixes.specifiers import folder_of, specifier_for
from shared.domain.work_budget import FIX_NAMES

_TAG = re.compile(r"<([A-Z][\w$]*)")
_HOOK = re.compile(r"\b(use[A-Z]\w{0,60})\s{0,3}[<(]")
_WITH_TAGS = ("tsx", "jsx")
_KINDS = (*_WITH_TAGS, "ts", "js", "mts", "mjs")
_MANY = 20  # modules that export one name: of so many none is clearly meant
_SURE = re.compile(r"[\w@./ \-\[\]()+,~]+")


def fix_missing_import(project: Project) -> list[Fix]:
    """Only in files that parse."""
    broken = {found.path for found in project.report.diagnostics if found.code == "SYNTAX_ERROR"}
    return [fix for path in sorted(project.files) if path not in broken for fix in _fix(project, path)]


def _fix(project: Project, path: str) -> Iterator[Fix]:
    text = project.text(path) if extension(path) in _KINDS and not is_test(path) else None
    if text is None or not path.startswith("src/"):
        return
    imported = set[str]().union(*glimpse(text).values())
    tags = _exported(project, path, _TAG.findall(text) if extension(path) in _WITH_TAGS else [], imported)
    hooks = _exported(project, path, _HOOK.findall(text), imported)
    source = project.source(path) if tags or hooks or names_hook(text, imported) else None
    if source is None:
        return
    kinds, calls = _kinds(source), Calls(source)
    sure = {name for name in tags if kinds.get(name) == {"tag"}} | {name for name in hooks if calls.is_undeclared(name)}
    edits, notes = list[Edit](), list[str]()
    for edit, said in [*hook_edits(project, path, source, calls), *_imports(project, path, source, sure)]:
        edits.append(edit)
        notes.append(said)
    if edits:
        yield Fix(path, edited(text, edits), tuple(notes))


def _exported(project: Project, path: str, used: list[str], imported: set[str]) -> set[str]:
    """Of the names that are used those that no import brings and some module of the project exports."""
    wanted = (name for name in dict.fromkeys(used) if name not in imported)
    return set(islice((name for name in wanted if _exporters(project, path, name)), FIX_NAMES))


def _imports(project: Project, path: str, source: Source, names: set[str]) -> Iterator[tuple[Edit, str]]:
    for name in sorted(names):
        targets = _exporters(project, path, name)
        if len(targets) != 1:
            continue
        like = next((one.specifier for one in source.imports if one.specifier.startswith("@/")), "./")
        specifier = specifier_for(path, targets[0], project.files, like)
        if specifier is None or not _SURE.fullmatch(specifier):
            continue
        clause = f"{{ {name} }}" if name in project.report.exports[targets[0]] else name
        yield new_import(source, clause, specifier), f"{path} imports {name} from {specifier!r} now."


def _exporters(project: Project, importer: str, name: str) -> list[str]:
    """The modules that export the name as a value; not those that only hand on what stands below them."""
    known = [path for path in project.exporters.get(name, ()) if path != importer]
    found = [path for path in known[:_MANY] if name not in project.types(path)]
    return [path for path in found if not _hands_on(path, found)]


def _hands_on(path: str, found: list[str]) -> bool:
    is_index = posixpath.basename(path).startswith("index.")
    return is_index and any(other != path and other.startswith(f"{folder_of(path)}/") for other in found)


def _kinds(source: Source) -> dict[str, set[str]]:
    """As what each name is used. One that is only a tag is never anything that could declare it."""
    kinds: dict[str, set[str]] = {}
    before = [None, *source.tokens]
    for last, token in zip(before, source.tokens, strict=False):
        if token.kind in ("name", "tag") and (last is None or last.text not in (".", "?.")):
            kinds.setdefault(token.text, set()).add(token.kind)
    return kinds
