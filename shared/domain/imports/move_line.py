"""A project moved to another line of the catalog: its versions, and what its code says otherwise there."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from shared.domain.assets.catalog import CURRENT, Catalog, declared_versions
from shared.domain.assets.classic_pack import LOCK, PACKAGE, newer_sheets, older_code, with_older_names
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.fit_project import Fitted, fit_project
from shared.domain.imports.import_package import map_package

_SECTIONS = ("dependencies", "devDependencies")
_IN_HEAD = re.compile(rb"<(?:title|meta)\b")
_STYLED_BY = ("tailwind.config.js", "postcss.config.js", "vite.config.ts")


def move_line(files: Files, target: Catalog, here: Files, there: Files) -> Fitted:
    """The project without a lockfile. `here` and `there` are its template on both lines, empty where it has none: a
    file that is as the template has it becomes the template's other one, whatever else has to be rewritten.
    """
    original = files.get(PACKAGE, b"")
    moved = _with_twins(files, here, there)
    if target.line != CURRENT:
        moved = _older(moved, original)
    moved = {path: content for path, content in moved.items() if path != LOCK}
    moved[PACKAGE], mapped = map_package(moved.get(PACKAGE, b""), target)
    fitted = fit_project(moved, mapped, moved[PACKAGE] if here else original, target)
    found = [each for each in fitted.found if each.code not in ("SCRIPTS_DROPPED", "VERSION_MAPPED")]
    kept = {**fitted.files, PACKAGE: _with_scripts(fitted.files[PACKAGE], original)}
    return Fitted(kept, [*found, *_left(kept, target)], fitted.missing, fitted.replaced)


def _with_scripts(package: bytes, original: bytes) -> bytes:
    """An app's scripts are its own, whatever they run."""
    moved, before = _object(package), _object(original)
    if moved is None or before is None or before.get("scripts") in (None, moved.get("scripts")):
        return package
    moved["scripts"] = before["scripts"]
    return _written(moved)


def _older(files: Files, original: bytes) -> Files:
    """Only a project that is styled by Tailwind 4 gets a configuration of 3."""
    renamed = {**files, PACKAGE: with_older_names(files.get(PACKAGE, b""))}
    spec = dict(declared_versions(original.decode("utf-8", "replace"))).get("tailwindcss", "")
    rewritten = older_code(renamed)
    return rewritten if _major(spec) == "4" else {path: text for path, text in rewritten.items() if path in renamed}


def _left(files: Files, target: Catalog) -> Iterator[Diagnostic]:
    """What still builds on the older line, and does nothing there."""
    if target.line == CURRENT:
        return
    if _major(target.version("tailwindcss") or "") == "3":
        hint = "Name the theme in tailwind.config.js, and write the rest in @layer."
        said = "This sheet has what Tailwind CSS 3 does not know (@theme, @utility, @plugin ...)."
        yield from (
            Diagnostic(code="TAILWIND_NEWER", message=said, path=path, hint=hint) for path in newer_sheets(files)
        )
    if _major(target.version("react") or "") == "18":
        said = "React 18 leaves <title> and <meta> where they are written; set document.title in an effect."
        for path, text in files.items():
            if path.endswith(("tsx", "jsx")) and _IN_HEAD.search(text) and b"<svg" not in text:
                yield Diagnostic(severity="warning", code="REACT_NEWER", message=said, path=path)


def _with_twins(files: Files, here: Files, there: Files) -> Files:
    differing = {path for path in {*here, *there} - {PACKAGE, LOCK} if here.get(path) != there.get(path)}
    edited = {path for path in differing if files.get(path) != here.get(path)}
    styling = {path for path in differing if path.endswith(".css") or path in _STYLED_BY}
    taken = differing - edited - (styling if styling & edited else set())
    rest = {path: content for path, content in files.items() if path not in taken}
    moved = {**rest, **{path: there[path] for path in taken if path in there}}
    return {**moved, PACKAGE: _with_twin_names(moved, here, there)} if here else moved


def _with_twin_names(files: Files, here: Files, there: Files) -> bytes:
    """The package.json with what only the other template declares, and without what only this one does, unless code
    names it.
    """
    package, before, after = (_object(each.get(PACKAGE, b"")) for each in (files, here, there))
    if package is None or before is None or after is None:
        return files.get(PACKAGE, b"")
    for section in _SECTIONS:
        old, new = _section(before, section), _section(after, section)
        declared = dict(_section(package, section))
        gone = [name for name in old if name not in new and name in declared and not _is_named(name, files)]
        kept = {name: spec for name, spec in declared.items() if name not in gone}
        kept |= {name: spec for name, spec in new.items() if name not in {*old, *kept}}
        package[section] = dict(sorted(kept.items())) if list(declared) == sorted(declared) else kept
    return _written(package)


def _written(package: Mapping[str, Any]) -> bytes:
    return (json.dumps(package, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _is_named(name: str, files: Files) -> bool:
    ways = [f"{quote}{name}{end}".encode() for quote in "\"'" for end in (quote, "/")]
    return any(way in content for path, content in files.items() if path not in (PACKAGE, LOCK) for way in ways)


def _object(content: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _section(package: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    section = package.get(name)
    return section if isinstance(section, dict) else {}


def _major(version: str) -> str:
    return version.lstrip("^~>=v ").partition(".")[0]
