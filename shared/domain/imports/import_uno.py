"""Fonts that UnoCSS would fetch while it builds: no build here reaches another host, a page does."""

import re

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic

_CONFIG = re.compile(r"(?:uno|unocss|vite)\.config\.[mc]?[jt]s")
_READ_MOST = 50_000
_PRESET = re.compile(rb"(\bpresetWebFonts\(\s{0,9}\{)")
_SET = re.compile(rb"\binlineImports\s{0,9}:\s{0,9}true\b")


def with_linked_fonts(files: Files) -> tuple[Files, list[Diagnostic]]:
    """`files` in which the sheet names the fonts' own, in place of holding it."""
    paths = [path for path in files if _CONFIG.fullmatch(path) and len(files[path]) <= _READ_MOST]
    changed = {path: new for path in paths if (new := _linked(files[path])) != files[path]}
    if not changed:
        return files, []
    message = "Fonts from another host are loaded by the page, not while it is built."
    found = Diagnostic(severity="info", code="FONTS_LINKED", message=message, path=min(changed))
    return {**files, **changed}, [found]


def _linked(text: bytes) -> bytes:
    if b"inlineImports" in text:
        return _SET.sub(b"inlineImports: false", text)
    return _PRESET.sub(rb"\1 inlineImports: false,", text)
