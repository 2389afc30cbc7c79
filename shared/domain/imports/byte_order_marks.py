"""Byte order marks before foreign files: npm and Vite pass over them, other readers of the same files do not."""

from collections.abc import Mapping

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.managed_paths import BINARY_EXTENSIONS, extension
from shared.domain.tree.path_characters import shown

MARK = b"\xef\xbb\xbf"


def without_marks(entries: Mapping[str, bytes]) -> tuple[Files, list[Diagnostic]]:
    """`entries` without the mark of UTF-8 before a text, and one word about all of them."""
    marked = [path for path, content in entries.items() if content.startswith(MARK) and _is_text(path)]
    if not marked:
        return dict(entries), []
    some = ", ".join(map(shown, sorted(marked)[:10])) + (f" and {len(marked) - 10} more" if len(marked) > 10 else "")
    message = f"The byte order mark before the text was removed: {some}."
    found = Diagnostic(severity="info", code="BYTE_ORDER_MARK_REMOVED", message=message[:1000], path=shown(min(marked)))
    return {**entries, **{path: entries[path].removeprefix(MARK) for path in marked}}, [found]


def _is_text(path: str) -> bool:
    return extension(path) not in BINARY_EXTENSIONS
