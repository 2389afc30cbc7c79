"""Code for Tailwind 3 where the catalog has 4: directives and plugin have other names, the configuration is read on."""

import re
from collections.abc import Iterator
from posixpath import dirname, relpath

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.vite_plugins import take_out
from shared.domain.tree.managed_paths import STYLES, extension

_CONFIG = re.compile(r"tailwind\.config\.[mc]?[jt]s")
_POSTCSS = re.compile(r"postcss\.config\.(?:[mc]?[jt]s|json)|\.postcssrc(?:\.json)?")
_DIRECTIVE = re.compile(
    r"^[ \t]{0,20}@tailwind\s{1,9}(?:base|components|utilities|variants|screens)\s{0,9};[ \t]{0,9}\n?", re.M
)
_IMPORTED = re.compile(
    r"""^[ \t]{0,20}@import\s{1,9}["']tailwindcss/(?:base|components|utilities)["']\s{0,9};[ \t]{0,9}\n?""", re.M
)
_PREFIXER = re.compile(
    r"""(["']?)(?:autoprefixer)\1\s{0,9}:\s{0,9}\{\s{0,9}\}\s{0,9},?|require\(["']autoprefixer["']\)(?:\(\))?\s{0,9},?"""
)
_ANIMATE = "tailwindcss-animate"
_REQUIRED = re.compile(rf"""require\(["']{_ANIMATE}["']\)\s{{0,9}},?""")
_BORDERS = (
    "@layer base {\n  *, ::after, ::before, ::backdrop, ::file-selector-button {\n"
    "    border-color: var(--color-gray-200, currentColor);\n  }\n}\n"
)
_PLUGIN, _MOVES = "@tailwindcss/postcss", "tw-animate-css"


def fit_tailwind(files: Files, catalog: CatalogView) -> tuple[Files, dict[str, str], list[Diagnostic]]:
    """The files, what they need declared, and what was done; nothing where no sheet has a directive of 3."""
    if not (catalog.version("tailwindcss") or "").startswith("4") or catalog.version(_PLUGIN) is None:
        return files, {}, []
    config = next((path for path in files if _CONFIG.fullmatch(path)), "")
    animated = catalog.version(_MOVES) is not None and _ANIMATE.encode() in files.get(config, b"")
    changed = dict(_sheets(files, config, animated))
    if not changed:
        return files, {}, []
    changed.update((path, _postcss(files[path])) for path in files if _POSTCSS.fullmatch(path))
    if not any(_POSTCSS.fullmatch(path) for path in files):
        changed["postcss.config.mjs"] = f'export default {{ plugins: {{ "{_PLUGIN}": {{}} }} }};\n'.encode()
    if animated:
        changed[config] = _without_animate(files[config])
    message = "Code for Tailwind 3 was brought to 4: its directives, its PostCSS plugin, its animations."
    declared = {
        name: version for name in (_PLUGIN, *([_MOVES] if animated else ())) if (version := catalog.version(name))
    }
    found = Diagnostic(severity="warning", code="TAILWIND_MAPPED", message=message, path=next(iter(changed)))
    return {**files, **changed}, declared, [found]


def _sheets(files: Files, config: str, animated: bool) -> Iterator[tuple[str, bytes]]:
    for path, content in files.items():
        text = content.decode("utf-8", "replace") if extension(path) in STYLES else ""
        if "@tailwind" not in text and "tailwindcss/" not in text:
            continue
        rest, count = _DIRECTIVE.subn("", text)
        rest, more = _IMPORTED.subn("", rest)
        if count + more and "\ufffd" not in text:
            first = ['@import "tailwindcss";', *(['@import "tw-animate-css";'] if animated else ())]
            first += [f'@config "{relpath(config, dirname(path) or ".")}";'] if config else []
            yield path, _with_first("\n".join(first), rest).encode()


def _with_first(first: str, rest: str) -> str:
    """Imports of the sheet itself stand before rules, so the first lines of ours stand before them."""
    at = max(
        (found.end() for found in re.finditer(r"^[ \t]{0,20}@(?:import|charset)\b[^;\n]{0,500};", rest, re.M)),
        default=0,
    )
    return f"{rest[:at]}\n{first}\n{_BORDERS}{rest[at:]}".lstrip("\n")


def _postcss(content: bytes) -> bytes:
    text = _PREFIXER.sub("", content.decode("utf-8", "replace"))
    text = take_out(text, "autoprefixer") or text
    text = re.sub(r"""(require\(|from\s{1,9})(["'])tailwindcss\2""", rf"\1\2{_PLUGIN}\2", text)
    text = re.sub(r"""(?<![\w@/.-])(["']?)tailwindcss\1(\s{0,9}:)""", rf'"{_PLUGIN}"\2', text)
    return text.encode()


def _without_animate(content: bytes) -> bytes:
    text = _REQUIRED.sub("", content.decode("utf-8", "replace"))
    return (take_out(text, _ANIMATE) or text).encode()
