"""Taking plugins that only help while developing out of a Vite configuration."""

import re
from collections.abc import Iterable

DEV_PLUGINS = frozenset(
    {"vite-plugin-vue-devtools", "vite-plugin-checker", "vite-plugin-eslint", "vite-plugin-eslint2", "lovable-tagger",
     "vite-plugin-inspect", "vite-plugin-mkcert", "@vitejs/plugin-basic-ssl", "rollup-plugin-visualizer",
     "vite-bundle-visualizer", "vite-bundle-analyzer", "vite-plugin-stylelint", "@nabla/vite-plugin-eslint",
     "vite-plugin-oxlint", "vite-plugin-biome", "vite-plugin-dts", "code-inspector-plugin",
     "vite-plugin-devtools-json", "@tanstack/devtools-vite", "@dyad-sh/react-vite-component-tagger", "vite-plugin-mcp",
     "@replit/vite-plugin-runtime-error-modal", "@replit/vite-plugin-cartographer", "@replit/vite-plugin-dev-banner",
     "vite-plugin-restart", "vite-plugin-full-reload", "unplugin-turbo-console"}
)  # fmt: skip
_MOST, _TAKEN_MOST, _USES_MOST = 20_000, 20, 5
_IMPORT = re.compile(
    r"""^[ \t]{0,40}import\s([^;"'\n]{1,200})\sfrom\s{0,5}["']([^"'\n]{1,214})["'][ \t]{0,40};?[ \t]{0,40}\n?""", re.M
)
_CALL = re.compile(r"""\bimport\(\s{0,9}["']([^"'\n]{1,214})["']\s{0,9}\)""")
_NAME = re.compile(r"[\w$]+")
_OPEN, _CLOSE = "([{", ")]}"


def without_plugins(text: str) -> tuple[str, list[str]]:
    """The configuration without them, and their names. One that cannot be taken out whole stays."""
    taken: list[str] = []
    if len(text) > _MOST:
        return text, taken
    for package in [found[1] for found in _CALL.finditer(text) if found[1] in DEV_PLUGINS][:_TAKEN_MOST]:
        call = next(found for found in _CALL.finditer(text) if found[1] == package)
        span = list_element(text, call.start())
        if span is not None:
            text = text[: span[0]] + text[span[1] :]
            taken.append(package)
    for found in list(_IMPORT.finditer(text)):
        package = found[2]
        if package not in DEV_PLUGINS or len(taken) == _TAKEN_MOST:
            continue
        shorter = _without(text, found[0], _locals(found[1]))
        if shorter is not None:
            text = shorter
            taken.append(package)
    return text, taken


def take_out(text: str, package: str) -> str | None:
    """The text without the import of a package and the elements of lists that use it; None where there is no way."""
    found = next((each for each in _IMPORT.finditer(text[:_MOST]) if each[2] == package), None)
    return _without(text, found[0], _locals(found[1])) if found else None


def _locals(clause: str) -> list[str]:
    """`a, { b as c }` -> a, c"""
    return [_NAME.findall(part)[-1] for part in clause.split(",") if _NAME.search(part)]


def _without(text: str, statement: str, names: Iterable[str]) -> str | None:
    left = text.replace(statement, "", 1)
    for name in names:
        used = re.compile(rf"(?<![\w$.]){re.escape(name)}(?![\w$])")
        if len(used.findall(left)) > _USES_MOST:
            return None
        while place := used.search(left):
            span = list_element(left, place.start())
            if span is None:
                return None
            left = left[: span[0]] + left[span[1] :]
    return left


def list_element(text: str, at: int) -> tuple[int, int] | None:
    """Where the element of a list around `at` begins and ends, with its comma; None when it stands in no list.

    A bracket at `at` is the first of the element.
    """
    start = _edge(text, at - (text[at] in _OPEN), -1)
    end = _edge(text, at, 1)
    if start is None or end is None:
        return None
    if text[start] == "[" and text[end] == "]":
        return start + 1, end
    if text[start] == "[" or text[end] == ",":
        return (start + 1, end + 1) if text[end] == "," and text[start] in "[," and _in_list(text, start) else None
    return (start, end) if text[start] == "," and text[end] == "]" else None


def _in_list(text: str, start: int) -> bool:
    """Whether the comma or bracket at `start` is of a list."""
    while text[start] == ",":
        outer = _edge(text, start - 1, -1)
        if outer is None:
            return False
        start = outer
    return text[start] == "["


def _edge(text: str, at: int, step: int) -> int | None:
    """The next comma or bracket outwards, past what is closed in between."""
    inner, outer = (_CLOSE, _OPEN) if step < 0 else (_OPEN, _CLOSE)
    depth = 0
    while 0 <= at < len(text):
        char = text[at]
        if depth == 0 and (char in outer or char == ","):
            return at
        depth += (char in inner) - (char in outer)
        at += step
    return None
