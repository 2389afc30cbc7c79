"""Files of a foreign project that cannot be kept: too large, or no text where text has to be."""

from collections.abc import Iterator, Mapping

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.import_folders import ignored_place
from shared.domain.limits import Limits
from shared.domain.tree.managed_paths import BINARY_EXTENSIONS, TEXT_EXTENSIONS, extension
from shared.domain.tree.path_characters import shown
from shared.domain.tree.tree_rules import check_content

_SAID_MOST = 50
_NEEDED = frozenset({"package.json", "index.html"})


def without_unfit(entries: Mapping[str, bytes], limits: Limits) -> tuple[Files, list[Diagnostic]]:
    """`entries` without them, and a warning for each; what a project cannot be without stays, and is refused."""
    faults = dict(_faults(entries, limits))
    kept = {path: content for path, content in entries.items() if path not in faults}
    return kept, [_left_out(path, fault) for path, fault in list(faults.items())[:_SAID_MOST]]


def _faults(entries: Mapping[str, bytes], limits: Limits) -> Iterator[tuple[str, Diagnostic]]:
    for path, content in entries.items():
        named = path.rpartition("/")[2] in _NEEDED or ignored_place(path) is not None
        if not named and extension(path) in TEXT_EXTENSIONS | BINARY_EXTENSIONS:
            yield from ((path, fault) for fault in check_content(path, content, limits)[:1])


def _left_out(path: str, fault: Diagnostic) -> Diagnostic:
    hint = "Make it smaller, or let the owner raise FILE_LIMITS." if fault.code == "FILE_TOO_LARGE" else None
    name = shown(path)
    return Diagnostic(severity="warning", code=fault.code, message=f"Left out: {fault.message}", path=name, hint=hint)
