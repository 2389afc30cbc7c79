"""Icons and sheets that a page names and the project does not have: each visit would complain about them."""

import re

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.managed_paths import extension

_READ_MOST = 256 * 1024
_LINK = re.compile(rb"<link\s[^<>]{1,500}>", re.I)
_ICON = re.compile(rb"""\brel\s{0,3}=\s{0,3}["']?[\w -]{0,40}\bicon\b""", re.I)
_SHEET = re.compile(rb"""\brel\s{0,3}=\s{0,3}["']?(?:stylesheet|manifest)\b""", re.I)
_PLACE = re.compile(
    rb"""(\bhref\s{0,3}=\s{0,3}["'])(?:\./|/|%(?:BASE|PUBLIC)_URL%/?)?([\w-][\w./-]{0,200})(?=["'])""", re.I
)


def without_missing_links(files: Files) -> tuple[Files, list[Diagnostic]]:
    """`files` with pages that ask for no icon where theirs is not there, and for no sheet."""
    gone: set[str] = set()

    def link(found: re.Match[bytes]) -> bytes:
        is_icon = _ICON.search(found[0]) is not None
        place = _PLACE.search(found[0]) if is_icon or _SHEET.search(found[0]) else None
        if place is None:
            return found[0]
        name = place[2].decode()
        if f"public/{name}" in files or name in files:
            return found[0]
        gone.add(name)
        return _PLACE.sub(rb"\1data:,", found[0], count=1) if is_icon else b""

    pages = [path for path in files if extension(path) == "html" and not path.startswith("public/")]
    changed = {path: _LINK.sub(link, files[path]) for path in pages if len(files[path]) <= _READ_MOST}
    if not gone:
        return files, []
    message = f"Files that a page links and the project does not have were left out: {', '.join(sorted(gone)[:10])}."
    return {**files, **changed}, [Diagnostic(severity="info", code="LINKS_DROPPED", message=message, path=pages[0])]
