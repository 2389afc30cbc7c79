"""Which parts of a file a change touches, by name: functions, rules, sections, headings, keys."""

import re
from collections.abc import Callable
from itertools import accumulate

from shared.domain.diffs.hunks import changed_spans
from shared.domain.frameworks import COMPONENTS
from shared.domain.text.lines import split_lines

_MOST = 8
_LABEL = 60
_DECLARATION = re.compile(
    r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?"
    r"(function|class|interface|type|enum|const|let|var)\b\s*\*?\s*([A-Za-z_$][\w$]*)?"
)
_SECTION = re.compile(r"<(script|template|style)\b")
_TAG = re.compile(r"""\s*<(head|body|title|header|nav|main|section|article|aside|footer|form|script|style)\b([^>]*)""")
_NAMED = re.compile(r"""\b(?:id|class)=["']([^"']+)["']""")
_HEADING = re.compile(r"#{1,6}\s+(\S.*)")
_KEY = re.compile(r'(?: {2}|\t)"([^"]+)"\s*:')
Scopes = Callable[[list[str]], list[str]]


def touched_parts(path: str, before: str, after: str) -> list[str]:
    """The named parts that the change lies in, in order, at most eight; empty when none has a name."""
    name = path.rpartition(".")[2].lower()
    scopes_of = _BY_EXTENSION.get(name)
    if scopes_of is None:
        return []
    old, new = split_lines(before), split_lines(after)
    was, now = scopes_of(old), scopes_of(new)
    found: list[str] = []
    for a, b, c, d in changed_spans(old, new):
        found += [*now[c:d], *was[a:b]]
    return list(dict.fromkeys(filter(None, found)))[:_MOST]


def _code(lines: list[str]) -> list[str]:
    """Top-level declarations: what is indented belongs to the last one that began at the margin."""
    scopes: list[str] = []
    current = ""
    for line in lines:
        declared = _declared(line)
        if declared or (line[:1].strip() and line[:1] not in "})]"):
            current = declared
        scopes.append(current)
        if line[:1] in ("}", ")", "]") and not line.rstrip().endswith(("{", "(", "[", "=>")):
            current = ""
    return scopes


def _declared(line: str) -> str:
    if line.startswith("import "):
        return "imports"
    found = _DECLARATION.match(line)
    if found is None:
        return "default export" if line.startswith("export default") else ""
    return _short(f"{found[1]} {found[2]}") if found[2] else "default export"


def _component(lines: list[str]) -> list[str]:
    """A Vue or Svelte file: declarations of its script, else the section."""
    inner = _code(lines)
    scopes: list[str] = []
    section = ""
    for line, scope in zip(lines, inner, strict=True):
        opened = _SECTION.match(line)
        section = f"{opened[1]} section" if opened else section
        scopes.append(scope if section == "script section" and scope else section or "markup")
        if line.startswith("</"):
            section = ""
    return scopes


def _styles(lines: list[str]) -> list[str]:
    """Rules by their selector, media queries and the like by their head."""
    scopes: list[str] = []
    current, depth = "", 0
    for line in lines:
        if depth == 0 and line.strip():
            current = _short(line.partition("{")[0].strip().rstrip(",;"))
        scopes.append(f"rule {current}" if current and line.strip() else "")
        depth = max(0, depth + line.count("{") - line.count("}"))
    return scopes


def _after(name_of: Callable[[str], str]) -> Scopes:
    """Each line is part of the last one before it that has a name."""

    def scopes_of(lines: list[str]) -> list[str]:
        return list(accumulate(lines, lambda current, line: name_of(line) or current, initial=""))[1:]

    return scopes_of


def _element(line: str) -> str:
    found = _TAG.match(line)
    named = _NAMED.search(found[2]) if found else None
    return _short(f"<{found[1]}> {named[1]}" if named else f"<{found[1]}>") if found else ""


def _heading(line: str) -> str:
    found = _HEADING.match(line)
    return f"section {_short(found[1].strip())}" if found else ""


def _key(line: str) -> str:
    found = _KEY.match(line)
    return f"key {_short(found[1])}" if found else ""


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LABEL else text[: _LABEL - 1] + "…"


_BY_EXTENSION: dict[str, Scopes] = {
    **dict.fromkeys(("ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs"), _code),
    **dict.fromkeys(COMPONENTS, _component),
    **dict.fromkeys(("css", "scss", "sass", "less"), _styles),
    **dict.fromkeys(("html", "svg"), _after(_element)),
    **dict.fromkeys(("md",), _after(_heading)),
    **dict.fromkeys(("json",), _after(_key)),
}
