"""What a branch of others means for the app: its files as the product takes them, beside those that it came from."""

from collections.abc import Iterable, Mapping

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.merge3 import Merge
from shared.domain.errors import PolicyViolation
from shared.domain.tree.path_characters import shown
from shared.domain.tree.paths import escape_faults
from shared.domain.tree.relock import LOCK, PACKAGE

_NEVER_NEWS = "LOCKFILE_DROPPED"


def their_files(files: Mapping[str, bytes], base: Files, catalog: CatalogView) -> tuple[Files, list[Diagnostic]]:
    """As an import takes them, with what was left out. What the base has stays while they did not touch it."""
    from shared.domain.imports.import_rules import map_import  # only where something is pulled

    faults = [fault for path in files for fault in escape_faults(path)]
    if faults:
        raise PolicyViolation(faults[0].message, diagnostics=faults[:100])
    mapped, found = map_import(files, catalog.of(base.get(PACKAGE, b"").decode("utf-8", "replace")))
    kept = {path: content for path, content in base.items() if path == LOCK or files.get(path) == content}
    return mapped | kept, [each for each in found if each.code != _NEVER_NEWS]


def links_left_out(paths: Iterable[str]) -> list[Diagnostic]:
    return [
        Diagnostic(severity="warning", code="FILE_UNMANAGED", message="Links are left out.", path=shown(path))
        for path in paths
    ]


def with_their_side(merged: Merge, theirs: Files) -> Merge:
    """Where both changed the same places, the repository's files."""
    files = {path: content for path, content in merged.files.items() if path not in merged.conflicts}
    files |= {path: theirs[path] for path in merged.conflicts if path in theirs}
    return Merge(files, [])
