"""Projects that keep their page or their code elsewhere, brought into the layout of ours."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from posixpath import dirname, normpath

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.config_places import read_aliases, with_places
from shared.domain.imports.move_files import PAGES, move_files, named_by
from shared.domain.imports.server_code import is_server_code, server_left_out
from shared.domain.tree.managed_paths import extension, is_managed

_CONFIG = re.compile(r"vite\.config\.[mc]?[jt]s")
_CONFIGS = re.compile(r"(?:vite|svelte|postcss|tailwind|uno|unocss)\.config\.[mc]?[jt]s")
_JOINED = r"(?:path\.)?(?:resolve|join)\(\s{{0,9}}(?:[\w.()]{{1,60}}\s{{0,9}},\s{{0,9}})?"
_PLACE = (
    r"(?:[\"'](?P<{0}1>[^\"'\n]{{1,100}})[\"']"
    r"|" + _JOINED + r"[\"'](?P<{0}2>[^\"'\n]{{1,100}})[\"']"
    r"(?P<{0}2more>(?:\s{{0,9}},\s{{0,9}}[\"'][^\"'\n]{{1,60}}[\"']){{0,4}})\s{{0,9}},?\s{{0,9}}\)"
    r"|fileURLToPath\(\s{{0,9}}new URL\(\s{{0,9}}"
    r"[\"'](?P<{0}3>[^\"'\n]{{1,100}})[\"'],\s{{0,9}}import\.meta\.url\s{{0,9}}\)\s{{0,9}}\))"
)
_ROOT = re.compile(r"(?<![\w.])root\s{0,9}:\s{0,9}" + _PLACE.format("root") + r"\s{0,9},?")
_OUT = re.compile(r"(?<![\w.])outDir\s{0,9}:\s{0,9}" + _PLACE.format("out") + r"\s{0,9},?")
_PUBLIC = re.compile(r"(?<![\w.])publicDir\s{0,9}:\s{0,9}" + _PLACE.format("public") + r"\s{0,9},?")
_LINK = re.compile(rb"""(<a\s[^<>]{0,300}?\bhref\s{0,3}=\s{0,3}["'])([\w./-]{1,200})(?=["'#?])""", re.I)
_REACHED_MOST = 2000


def fit_layout(files: Files) -> tuple[Files, list[Diagnostic]]:
    """`files` are all of a project, by their names in its archive. References are kept; what is moved is said."""
    files, found = _without_root(files)
    files, moved = _into_src(files)
    files, linked = _with_whole_links(files)
    return files, [*found, *moved, *linked]


def _without_root(files: Files) -> tuple[Files, list[Diagnostic]]:
    config = next((path for path in files if _CONFIG.fullmatch(path)), None)
    text = files[config].decode("utf-8", "replace") if config else ""
    if config is None or len(text) > 50_000:
        return files, []
    root = _folder(_ROOT, text, "root")
    if root and f"{root}index.html" not in files:
        return files, []
    open_folder = _folder(_PUBLIC, text, "public", root)
    changed = _without(text, root)
    moves = {path: new for path in files for new in _moved(path, root, open_folder or f"{root}public/") if new != path}
    clashes = set(moves.values()) & (files.keys() - moves.keys())
    if clashes or (changed == text and not moves):
        return files, []
    files = {**files, config: changed.encode()}
    moved = move_files(files, moves, root)
    if root not in ("", "src/"):
        moved = with_places(moved, lambda place: _outside(place, root))
    return moved, [_said(config, root, open_folder)]


def _outside(place: str, root: str) -> str | None:
    return f"{place}/".removeprefix(root).removesuffix("/") if f"{place}/".startswith(root) else None


def _without(text: str, root: str) -> str:
    """The configuration with the settings of places left out, its other names of the root's files as they are now."""
    without = _ROOT.sub("", text, count=1) if root else text
    out = _folder(_OUT, without, "out", root)
    if out not in ("", "dist/") or (root and out):
        without = _OUT.sub("", without, count=1)
    without = _PUBLIC.sub("", without, count=1) if _folder(_PUBLIC, without, "public", root) else without
    if not root:
        return without
    inside = r"[^\"'\n]{0,100}\.html?" if root == "src/" else r"[^\"'\n]{0,100}"
    return re.sub(rf"([\"'](?:\./)?){re.escape(root)}({inside}[\"'])", r"\1\2", without)


def _moved(path: str, root: str, open_folder: str) -> Iterator[str]:
    if open_folder != "public/" and path.startswith(open_folder):
        yield "public/" + path.removeprefix(open_folder)
    elif root and path.startswith(root):
        inner = path.removeprefix(root)
        yield inner if root != "src/" or extension(path) in PAGES else path


def _folder(setting: re.Pattern[str], text: str, name: str, base: str = "") -> str:
    """The folder that a setting names, with its slash; empty for the top, for none and for what is outside."""
    found = setting.search(text)
    value = next((found[f"{name}{way}"] for way in "123" if found and found[f"{name}{way}"]), None)
    more = re.findall(r"[\w.@/-]+", found[f"{name}2more"] or "") if found else []
    if value is None or value.startswith("/"):
        return ""
    is_relative = found is not None and found[f"{name}1"] is not None
    place = normpath("/".join([f"{base if is_relative else ''}{value}", *more]))
    return "" if place in (".", "") or place.startswith("..") else f"{place}/"


def _said(config: str, root: str, open_folder: str) -> Diagnostic:
    what = [f"the page of {root} is at the top" if root else "", f"{open_folder} is public/" if open_folder else ""]
    done = "; ".join(each for each in (*what, "the build goes to dist/") if each)
    return Diagnostic(severity="warning", code="LAYOUT_MAPPED", message=f"Places were changed: {done}.", path=config)


def _into_src(files: Files) -> tuple[Files, list[Diagnostic]]:
    """Code and pictures outside `src/` that a page loads, also by an alias; code of a server stays."""
    reached, servers = _reached(files, read_aliases(files))
    moves = {path: f"src/{path}" for path in reached if not is_managed(path) and is_managed(f"src/{path}")}
    moves = {path: place for path, place in moves.items() if place not in files}
    found = [server_left_out(servers)] if servers else []
    if not moves:
        return files, found
    some = ", ".join(sorted(moves)[:20]) + (f" and {len(moves) - 20} more" if len(moves) > 20 else "")
    message = f"Files that a page loads are in src/ now: {some}."
    moved = Diagnostic(severity="info", code="FILES_MOVED", message=message[:1000], path=sorted(moves)[0])
    folders = {folder: f"src/{folder}" for path in moves for folder in _folders(path)}
    return with_places(move_files(files, moves), {**folders, **moves}.get), [moved, *found]


def _folders(path: str) -> Iterator[str]:
    while folder := dirname(path):
        yield folder
        path = folder


def _with_whole_links(files: Files) -> tuple[Files, list[Diagnostic]]:
    """Links of pages to the folder of another one: an address that names no file is answered by the first page."""
    changed = {path: _linked(path, files) for path in files if extension(path) in PAGES}
    changed = {path: content for path, content in changed.items() if content != files[path]}
    if not changed:
        return files, []
    message = f"Links to folders name their index.html now: {', '.join(sorted(changed)[:10])}."
    found = Diagnostic(severity="info", code="LINKS_MAPPED", message=message, path=min(changed))
    return {**files, **changed}, [found]


def _linked(path: str, files: Files) -> bytes:
    def whole(found: re.Match[bytes]) -> bytes:
        name = found[2].decode()
        folder = normpath(name.lstrip("/") if name.startswith("/") else f"{dirname(path) or '.'}/{name}")
        is_page = f"{folder}/index.html" in files and folder not in (".", "public", "src")
        return (
            found[1] + found[2].rstrip(b"/") + (b"/index.html" if is_page else found[2][len(found[2].rstrip(b"/")) :])
        )

    return _LINK.sub(whole, files[path]) if len(files[path]) <= 256 * 1024 else files[path]


def _reached(files: Files, aliases: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What pages and the configuration of the build name, and what that names in turn; and what of it is a server's.

    The configuration is a program of Node itself, and so is what it names.
    """
    pages = [path for path in files if extension(path) in PAGES and not path.startswith("public/")]
    configs = [path for path in files if _CONFIGS.fullmatch(path)]
    servers: dict[str, None] = {}

    def is_code_of_page(path: str) -> bool:
        if is_managed(path) or not is_server_code(path, files[path]):
            return True
        servers[path] = None
        return False

    seen = _closure(configs, files, aliases, lambda _: True)
    seen |= _closure(pages, files, aliases, is_code_of_page)
    return list(seen), [path for path in servers if path not in seen]


def _closure(
    roots: Sequence[str], files: Files, aliases: Mapping[str, str], is_wanted: Callable[[str], bool]
) -> dict[str, None]:
    seen = dict.fromkeys(roots)
    waiting = list(seen)
    while waiting and len(seen) < _REACHED_MOST:
        path = waiting.pop()
        named = dict.fromkeys(named_by(path, files[path], files, aliases=aliases))
        new = [each for each in named if each not in seen and is_wanted(each)]
        seen.update(dict.fromkeys(new))
        waiting += new
    return seen
