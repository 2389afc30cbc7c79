"""JSX in `.js` files, which Vite reads with the right settings at most: the files are named `.jsx`."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.imports import read_imports
from shared.domain.fixes.project import edited
from shared.domain.frameworks import COMPONENTS
from shared.domain.imports.move_files import move_files
from shared.domain.imports.vite_plugins import list_element
from shared.domain.imports.vite_text import deeper, pieces, without_settings
from shared.domain.tree.managed_paths import CODE, STYLES, extension

Graph = Mapping[str, Sequence[str]]

_READ_MOST, _PATTERNS_MOST, _NAMED_MOST = 256 * 1024, 100, 20
_CONFIG = re.compile(r"vite\.config\.[mc]?[jt]s")
_CONFIGS = re.compile(r"(?:vite|tailwind|uno|unocss)\.config\.[mc]?[jt]s")
_PLACES = ("src/", "tests/", "test/", "__tests__/")
_LOCAL = ("./", "../", "/", "@/", "~/")
_QUOTED = re.compile(r"""["'`]([^"'`\s]{1,200})(?=["'`])""")
_HOLE = re.compile(r"\$\{[^{}]{0,100}\}")
_KINDS = re.compile(r"(?:js|\{([\w,]{1,60})\})")
_ESBUILD = re.compile(r"""(?<![\w$."'])["']?esbuild["']?\s{0,9}:\s{0,9}\{""")
_BY_NAME = re.compile(r"""(?<![\w$."'])["']?esbuild["']?\s{0,9}:\s{0,9}([A-Za-z_$][\w$]{0,60})\s{0,9}[,}]""")
_EMPTY = re.compile(r"""(?<![\w$."'])["']?esbuild["']?\s{0,9}:\s{0,9}\{\s{0,99}\}(?:\s{0,9},)?\n?""")
_OF_JSX = frozenset({"loader", "include", "exclude"})
_INJECTED = "jsxInject"
_TRANSFORM = re.compile(r"\btransformWithEsbuild\s{0,9}\(")
_IMPORTED = re.compile(r",\s{0,9}transformWithEsbuild\b|\btransformWithEsbuild\s{0,9},\s{0,9}")
_JSX = re.compile(r"""loader\s{0,9}:\s{0,9}["'][jt]sx["']""")
_MOST = 50_000


def with_jsx_names(files: Files, jsx: Collection[str], graph: Graph) -> tuple[Files, list[Diagnostic]]:
    """`files` with those of `jsx` renamed, and whatever names them. `graph`: path to the files that it imports.

    Nothing is done where code finds such files by a pattern that ends in `.js`, since it may read the ending from
    their names, and where settings for JSX cannot be taken out whole.
    """
    moves = _moves(files, jsx)
    configured = _configured(files)
    if not moves or configured is None or _is_found(files, moves):
        return files, []
    prepared = {**files, **configured, **_spelled(files, moves, graph)}
    prepared |= {path: _listing(path, content) for path, content in prepared.items() if _lists(path)}
    return move_files(prepared, moves), [_said(moves, bool(configured))]


def _moves(files: Files, jsx: Collection[str]) -> dict[str, str]:
    lower = {path.lower() for path in files}
    wanted = [path for path in jsx if path in files and path.startswith(_PLACES) and path.endswith(".js")]
    return {path: f"{path}x" for path in wanted if f"{path}x".lower() not in lower}


def _is_found(files: Files, moves: Collection[str]) -> bool:
    """Whether code finds one of the files by a pattern: `import.meta.glob("./pages/*.js")`, `import(`./${x}.js`)`.

    True where the patterns are too many to be tried.
    """
    patterns: set[str] = set()
    for path in files:
        text = _text(files, path) if extension(path) in CODE and "/" in path else ""
        quoted = (found[1] for found in _QUOTED.finditer(text) if found[1].endswith(".js"))
        names = (_HOLE.sub("*", name) for name in quoted if "*" in name or "${" in name)
        patterns.update(f"*{name.lstrip('./@~')}" for name in names)
        if len(patterns) > _PATTERNS_MOST:
            return True
    return any(fnmatchcase(file, pattern) for pattern in patterns for file in moves)


def _spelled(files: Files, moves: Mapping[str, str], graph: Graph) -> Files:
    """Importers that write the ending behind an alias, which no path in the text shows: the graph does."""
    changed: Files = {}
    for path, targets in graph.items():
        wanted = [target for target in targets if target in moves]
        text = _text(files, path) if wanted and extension(path) in CODE else ""
        named = _aliased(text, extension(path) in COMPONENTS)
        counts = Counter(target.rpartition("/")[2] for target in wanted)
        edits = [(at, at, "x") for at, name in named if counts[name] == 1]
        changed |= {path: edited(text, edits).encode()} if edits else {}
    return changed


def _aliased(text: str, scripts_only: bool) -> Iterator[tuple[int, str]]:
    """Where the specifier's ending ends, and the name of its file."""
    for one in read_imports(text, scripts_only=scripts_only) if text else ():
        plain = one.specifier.partition("?")[0]
        if plain.endswith(".js") and not plain.startswith(_LOCAL):
            yield one.start + len(plain), plain.rpartition("/")[2]


def _lists(path: str) -> bool:
    return _CONFIGS.fullmatch(path) is not None or extension(path) in STYLES


def _listing(path: str, content: bytes) -> bytes:
    """Patterns by which Tailwind finds classes: `./src/*.js` means `.jsx` too."""
    text = _text({path: content}, path)

    def widen(found: re.Match[str]) -> str:
        stem, dot, ending = found[0].rpartition(".")
        listed = _KINDS.fullmatch(ending) if "*" in stem else None
        kinds = (listed[1] or ending).split(",") if listed else []
        return f"{stem}{dot}{{{','.join([*kinds, 'jsx'])}}}" if "js" in kinds and "jsx" not in kinds else found[0]

    return _QUOTED.sub(widen, text).encode() if text else content


def _configured(files: Files) -> Files | None:
    """The Vite configuration without its settings for JSX in `.js`, if it has any; None where that is not certain."""
    path = next((path for path in files if _CONFIG.fullmatch(path)), None)
    text = _text(files, path)[:_MOST] if path else ""
    without = _without_plugin(_without_loader(text, files))
    if path is None or without == text:
        return {}
    return None if without is None else {path: without.encode()}


def _without_loader(text: str, files: Files) -> str | None:
    start = _start(text)
    if start is None:
        return text
    has_jsx = any(extension(path) in ("jsx", "tsx") for path in files)
    names = _OF_JSX if has_jsx else _OF_JSX | {_INJECTED}
    if has_jsx and _INJECTED in text:
        return None
    without = without_settings(text, start, names)
    empty = _EMPTY.search(without) if without is not None and without != text else None
    return without[: empty.start()].rstrip(" \t") + without[empty.end() :] if without and empty else without


def _start(text: str) -> int | None:
    """Where the settings of esbuild begin, also those in a constant."""
    found = _ESBUILD.search(text)
    named = None if found else _BY_NAME.search(text)
    if named:
        found = re.search(rf"\b(?:const|let|var)\s{{1,9}}{re.escape(named[1])}\s{{0,9}}=\s{{0,9}}\{{", text)
    return found.end() if found else None


def _without_plugin(text: str | None) -> str | None:
    """Without the plugin in the configuration itself that transforms `.js` as JSX."""
    call = _TRANSFORM.search(text) if text else None
    if text is None or call is None:
        return text
    span = list_element(text, _object_in_list(text, call.start()))
    if span is None or not _JSX.search(text[span[0] : span[1]]):
        return None
    left = text[: span[0]] + text[span[1] :]
    return left if _TRANSFORM.search(left) else _IMPORTED.sub("", left, count=1)


def _object_in_list(text: str, place: int) -> int:
    """Where the outermost element of a list begins that holds `place`; the place itself where none does."""
    open_at: list[tuple[int, str]] = []
    for at, piece in pieces(text):
        if at >= place:
            break
        if deeper(piece) > 0:
            open_at.append((at, piece))
        elif deeper(piece) < 0 and open_at:
            open_at.pop()
    outer = ((at, piece) for (_, before), (at, piece) in pairwise(open_at) if before == "[")
    return next((at for at, piece in outer if piece == "{"), place)


def _said(moves: Mapping[str, str], has_settings: bool) -> Diagnostic:
    paths = sorted(moves)
    more = f" and {len(paths) - _NAMED_MOST} more" if len(paths) > _NAMED_MOST else ""
    settings = " Settings of vite.config for JSX in .js files were taken out." if has_settings else ""
    message = f"Files with JSX are named .jsx now: {', '.join(paths[:_NAMED_MOST])}{more}.{settings}"
    return Diagnostic(severity="info", code="JSX_RENAMED", message=message[:2000], path=moves[paths[0]])


def _text(files: Files, path: str) -> str:
    content = files.get(path, b"")
    try:
        return content.decode() if len(content) <= _READ_MOST else ""
    except UnicodeDecodeError:
        return ""
