"""The base paths that a project names for itself: the folder of the host that it was made for, such as GitHub Pages."""

import re
from collections.abc import Iterator, Mapping

from shared.domain.base import Files
from shared.domain.imports.import_vite import base_expression
from shared.domain.text.json_places import JsonFault, read_json
from shared.domain.tree.managed_paths import CODE, extension
from shared.domain.tree.package_rules import PACKAGE_JSON

READ_MOST = 256 * 1024
_SETTINGS = re.compile(r"vite\.config\.[mc]?[jt]s")
_FOLDER = r"/[\w.~@-]{1,80}(?:/[\w.~@-]{1,80}){0,4}"
_LITERAL = re.compile(rf"""(["'`])(?:https?://[\w.:-]{{1,100}})?({_FOLDER})/?\1""")
_TEMPLATE = re.compile(r"`([^`\n]{1,200})`")
_HOLE = re.compile(r"\$\{\s{0,5}([\w$.]{1,80})\s{0,5}\}")
_WORD = re.compile(r"(?<![\w$.\"'`/-])[A-Za-z_$][\w$]{0,60}")
_OPTION = re.compile(r"--base(?:=|\s{1,5})[\"']?(" + _FOLDER + r")/?(?=[\"'\s;&|]|$)")
_BASE_TAG = re.compile(rb"""<base\s[^<>]{0,100}?\bhref\s{0,3}=\s{0,3}["']?(/[\w./~@-]{1,200})""", re.I)
_ASSIGNED = re.compile(r"\b\w{1,40}\.base\s{0,5}=(?!=)")
_ROUTER = re.compile(
    r"\bbasename\s{0,5}[=:](?!=)|\bbasepath\s{0,5}[=:](?!=)|\bcreateWeb(?:Hash)?History\(|\bpage\.base\(|\bnew Navigo\("
    r"|<LocationProvider\s{1,5}scope="
)
"""Where a router gets its base. Not `base=`, which routers also take for a part of an app."""
_NOT_ADDRESSES = frozenset({"/src", "/public", "/node_modules", "/assets", "/api"})
_NAMES_OF_PACKAGE = frozenset({"pkg.name", "packageJson.name", "packageJSON.name", "process.env.npm_package_name"})


def own_bases(files: Files) -> list[str]:
    """Without their last slash; the longest first. Several where development and production have their own."""
    name = _package_name(files)
    configured = {base for base in _configured(files, name) if base not in _NOT_ADDRESSES}
    routed = routed_bases(files) - _NOT_ADDRESSES
    if len(routed) == 1:  # several are parts of an app
        configured |= routed
    return sorted(configured, key=lambda base: (-len(base), base))


def routed_bases(files: Files) -> set[str]:
    """What the routers of the code are given, written there or in a constant."""
    texts = {path: files[path].decode("utf-8", "replace") for path in files if _is_code(path, files)}
    whole = "\n".join(text for text in texts.values() if " = " in text or "=" in text)[: 4 * READ_MOST]
    found: set[str] = set()
    for text in texts.values():
        for place in list(_ROUTER.finditer(text))[:20]:
            found |= set(_named(_expression(text, place.end()), whole, ""))
    return found


def _is_code(path: str, files: Files) -> bool:
    return extension(path) in CODE and len(files[path]) <= READ_MOST and not _SETTINGS.fullmatch(path)


def _configured(files: Files, name: str) -> Iterator[str]:
    for path in files:
        text = files[path][:READ_MOST].decode("utf-8", "replace") if _SETTINGS.fullmatch(path) else ""
        expression = base_expression(text) if text else None
        yield from _named(expression, text, name) if expression is not None else ()
        for place in list(_ASSIGNED.finditer(text))[:5]:
            yield from _named(_expression(text, place.end()), text, name)
    for script in _scripts(files).values():
        yield from (found[1] for found in _OPTION.finditer(str(script)[:2000]))
    tag = _BASE_TAG.search(files.get("index.html", b"")[:READ_MOST])
    if tag and (base := tag[1].decode().rstrip("/")):
        yield base


def _named(expression: str, text: str, name: str, depth: int = 2) -> Iterator[str]:
    """The folders that an expression may be: written in it, or in the constants that it names."""
    expression = _TEMPLATE.sub(lambda found: f"`{_filled(found[1], text, name)}`", expression[:400])
    yield from (found[2] for found in _LITERAL.finditer(expression))
    if depth:
        for word in list(dict.fromkeys(_WORD.findall(expression)))[:8]:
            for value in _values(word, text):
                yield from _named(value, text, name, depth - 1)


def _filled(template: str, text: str, name: str) -> str:
    def fill(hole: re.Match[str]) -> str:
        if hole[1] in _NAMES_OF_PACKAGE:
            return name
        literal = next((value for value in _values(hole[1], text) if value[:1] in "\"'"), "")
        return literal[1:].partition(literal[:1])[0] if literal else hole[0]

    return _HOLE.sub(fill, template)


def _values(word: str, text: str) -> list[str]:
    if not re.fullmatch(r"[A-Za-z_$][\w$]{0,60}", word):
        return []
    made = re.compile(rf"\b(?:const|let|var)\s{{1,5}}{re.escape(word)}\s{{0,5}}(?::[^=\n]{{1,40}})?=(?!=)\s{{0,9}}")
    return [_expression(text, found.end()) for found in list(made.finditer(text))[:3]]


def _expression(text: str, start: int) -> str:
    """What follows on the line, or on the next two where it goes on there."""
    ahead = text[start : start + 400]
    lines = ahead.split("\n")
    end = next(
        (at for at, line in enumerate(lines[:3]) if not line.rstrip().endswith(("?", ":", "=", "(", "||", "??"))), 2
    )
    following = lines[end + 1].lstrip() if end + 1 < len(lines) else ""
    more = 1 if following[:1] in ("?", ":") or following[:2] == "||" else 0
    return re.split(r"[;>]", "\n".join(lines[: end + 1 + 2 * more]), maxsplit=1)[0]


def _scripts(files: Files) -> Mapping[str, object]:
    package = _package(files)
    scripts = package.get("scripts")
    return scripts if isinstance(scripts, dict) else {}


def _package_name(files: Files) -> str:
    return str(_package(files).get("name", ""))[:80]


def _package(files: Files) -> Mapping[str, object]:
    try:
        value = read_json(files.get(PACKAGE_JSON, b"").decode()).value
    except (JsonFault, UnicodeDecodeError):
        return {}
    return value if isinstance(value, dict) else {}
