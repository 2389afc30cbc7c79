"""Making a project of ours from the files of a foreign archive. Nothing is changed without a word about it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic, Severity
from shared.domain.imports.file_case import with_right_case
from shared.domain.imports.fit_files import ignored_place, top_folder
from shared.domain.imports.import_base import fit_base
from shared.domain.imports.import_hosting import fit_hosting
from shared.domain.imports.import_kit import fit_kit
from shared.domain.imports.import_layout import fit_layout
from shared.domain.imports.import_links import without_missing_links
from shared.domain.imports.import_package import framework_of, map_package
from shared.domain.imports.server_code import SERVER_FOLDERS, server_left_out
from shared.domain.imports.zip_reading import read_zip
from shared.domain.tree.managed_paths import LOCKFILES, is_named_dotfile
from shared.domain.tree.package_rules import PACKAGE_JSON
from shared.domain.tree.path_characters import shown
from shared.domain.tree.paths import clean_path, path_faults, place_fault

__all__ = ["framework_of", "map_import", "read_zip"]


_SERVERS = frozenset(f"{folder}/" for folder in SERVER_FOLDERS)


def map_import(entries: Mapping[str, bytes], catalog: CatalogView) -> tuple[Files, list[Diagnostic]]:
    """The managed files, fitted to the catalog, and what was left out or changed. The policy is checked separately."""
    top = top_folder(entries)
    inside = {name.removeprefix(top): content for name, content in sorted(entries.items())}
    kept, found = _without_ignored(inside)
    kit = partial(fit_kit, catalog=catalog)
    fits = (
        _with_dot_names,
        _without_lockfiles,
        kit,
        with_right_case,  # before the layout, which follows names
        fit_layout,
        with_right_case,  # and after it, which knows where "/x" leads
        fit_base,
        fit_hosting,
        _managed,
        without_missing_links,
    )
    for fit in fits:
        kept, said = fit(kept)
        found += said
    files = kept
    if PACKAGE_JSON in files:
        files[PACKAGE_JSON], mapped = map_package(files[PACKAGE_JSON], catalog)
        found += mapped
    return files, found


def _about(severity: Severity, code: str, message: str, path: str) -> Diagnostic:
    return Diagnostic(severity=severity, code=code, message=message, path=shown(path))


def _without_ignored(entries: Mapping[str, bytes]) -> tuple[Files, list[Diagnostic]]:
    places = {name: ignored_place(name) for name in entries}
    counts = Counter(place for place in places.values() if place is not None)
    found = [_ignored(place, count) for place, count in counts.items()]
    return {name: content for name, content in entries.items() if places[name] is None}, found


def _ignored(place: str, count: int) -> Diagnostic:
    files = f"{count:,} file{'s' if count > 1 else ''}"
    if place.endswith("/"):
        return _about("info", "FOLDER_IGNORED", f"The folder {shown(place)} was left out ({files}).", place)
    return _about("info", "FILE_IGNORED", f"{shown(place)} was left out ({files}).", place)


def _with_dot_names(entries: Files) -> tuple[Files, list[Diagnostic]]:
    """Template packs ship `_gitignore`, since npm would not ship `.gitignore`."""
    names = {name: "." + name[1:] for name in entries if name.startswith("_") and is_named_dotfile("." + name[1:])}
    names = {name: dotted for name, dotted in names.items() if dotted not in entries}
    found = [_about("info", "NAME_MAPPED", f"{name} is now {dotted}.", dotted) for name, dotted in names.items()]
    return {names.get(name, name): content for name, content in entries.items()}, found


def _without_lockfiles(entries: Files) -> tuple[Files, list[Diagnostic]]:
    locks = sorted((LOCKFILES | {"bun.lockb"}) & entries.keys())
    found = [
        _about("info", "LOCKFILE_DROPPED", f"{name} was left out; versions come from the catalog.", name)
        for name in locks
    ]
    return {name: content for name, content in entries.items() if name not in locks}, found


def _managed(entries: Files) -> tuple[Files, list[Diagnostic]]:
    faults = {name: fault for name in entries for fault in _first_fault(name)}
    files = {clean_path(name): content for name, content in entries.items() if name not in faults}
    return files, [*_unmanaged(faults)]


def _first_fault(name: str) -> list[Diagnostic]:
    faults = path_faults(name)
    place = None if faults else place_fault(clean_path(name))
    return faults[:1] if place is None else [place]


def _unmanaged(faults: Mapping[str, Diagnostic]) -> Iterator[Diagnostic]:
    """One warning for a file; for many in one folder, one for the folder."""
    groups: dict[str, list[str]] = {}
    for name in faults:
        folder, slash, _ = name.partition("/")
        is_ours = folder in ("src", "public", "tests") or not slash
        groups.setdefault(name if is_ours else folder + "/", []).append(name)
    for group, names in groups.items():
        if group in _SERVERS:
            yield server_left_out([group], len(names))
            continue
        why = faults[names[0]].message if len(names) == 1 else f"{shown(group)} is outside the managed paths."
        message = f"{len(names):,} file{'s were' if len(names) > 1 else ' was'} left out: {why}"
        yield _about("warning", "FILE_UNMANAGED", message, group if len(names) > 1 else names[0])
