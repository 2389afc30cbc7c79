"""An icon is imported by a name that its package does not have, and one other name is clearly meant."""

from collections.abc import Collection, Iterator

from shared.domain.fixes.icon_names import is_known, nearest_icon
from shared.domain.fixes.imports import ImportedName
from shared.domain.fixes.project import (
    CODE,
    Edit,
    Fix,
    Project,
    Source,
    edited,
    extension,
    glimpse,
    is_test,
)

_MOST = 50
_COMPONENTS = ("vue", "svelte")  # their markup is not read, so the old name stays the local one
_SEPARATORS = ("{", ",")
_OWN = frozenset(("as", "type"))


def fix_wrong_icon(project: Project) -> list[Fix]:
    """All imports of the catalog's icon packages: also where the gate only warns, or does not know the version."""
    return [fix for path in sorted(project.files) for fix in _fix(project, path)]


def _fix(project: Project, path: str) -> Iterator[Fix]:
    text = project.text(path) if extension(path) in CODE and not is_test(path) else None
    if text is None or not _is_doubtful(project, text):
        return
    source, notes = project.source(path), list[str]()
    while source is not None and len(notes) < _MOST and (found := next(_wrong(project, source), None)):
        name, new, package = found
        notes.append(f"{path}: {package} has no {name.imported}; it is {new} now.")
        text = edited(source.text, _edits(path, source, name, new))
        source = project.read_text(path, text)
    if notes:
        yield Fix(path, text, tuple(notes))


def _is_doubtful(project: Project, text: str) -> bool:
    """Whether it is worth reading the text: all that it seems to import from icon packages is not known."""
    icons = project.catalog.icons
    if not any(package in text for package in icons):
        return False
    words = {specifier: found for specifier, found in glimpse(text).items() if specifier in icons}
    return not words or any(not is_known(word, icons[name]) for name in words for word in words[name] - _OWN)


def _wrong(project: Project, source: Source) -> Iterator[tuple[ImportedName, str, str]]:
    for one in source.imports:
        known = project.catalog.icons.get(one.specifier)
        if known is None or one.is_type or one.kind != "import":
            continue
        for name in one.names:
            new = _right_name(project, one.specifier, name, known)
            if new is not None:
                yield name, new, one.specifier


def _right_name(project: Project, package: str, name: ImportedName, known: Collection[str]) -> str | None:
    if name.is_type or not name.imported[:1].isupper() or is_known(name.imported, known):
        return None
    key = (package, name.imported)
    if key not in project.icons:
        project.icons[key] = nearest_icon(name.imported, known) if project.room.look_up() else None
    return project.icons[key]


def _edits(path: str, source: Source, name: ImportedName, new: str) -> list[Edit]:
    """The import alone where the name has an alias, or gets one because its uses cannot surely be told."""
    uses = _uses(path, source, name, new) if name.local == name.imported else None
    if uses is None:
        return [(name.start, name.end, f"{new} as {name.local}")]
    return [(name.start, name.end, new), *((start, end, new) for start, end in uses)]


def _uses(path: str, source: Source, name: ImportedName, new: str) -> list[tuple[int, int]] | None:
    """Where the name is used; None when a use might be a key or an export, or the new name is taken."""
    found: list[tuple[int, int]] = []
    around = ["", *(token.text for token in source.tokens), ""]
    for at, token in enumerate(source.tokens):
        before, after = around[at], around[at + 2]
        if token.kind not in ("name", "tag") or before in (".", "?.") or token.start == name.start:
            continue
        if token.text == new:
            return None
        if token.text == name.local:
            found.append((token.start, token.end))
            if after == ":" or (before in _SEPARATORS and after in (",", "}") and token.kind == "name"):
                return None
    return None if extension(path) in _COMPONENTS else found
