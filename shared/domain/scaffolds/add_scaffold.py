"""A scaffold put into a project's files: what is there stays, or is told."""

import json
import re
from typing import NamedTuple

from shared.domain.assets.catalog import Catalog
from shared.domain.base import Files
from shared.domain.errors import Invalid, MergeConflict
from shared.domain.frameworks import FACTS, Framework
from shared.domain.scaffolds.scaffold import FOLDER, Scaffold, ScaffoldPack
from shared.domain.tree.declare_package import declare_package

_COMMON = f"{FOLDER}/common/"
_MAIN = ("src/main.tsx", "src/main.ts", "src/main.jsx", "src/main.js", "src/index.tsx", "src/index.ts")
_IMPORT = re.compile(r"^import\b", re.MULTILINE)
_END = re.compile(r"^(?P<indent>[ \t]*)</main>", re.MULTILINE)


class Added(NamedTuple):
    """The project with the scaffold. `placed`: it is shown or started already; else somebody has to say where."""

    files: Files
    placed: bool


def add_scaffold(pack: ScaffoldPack, files: Files, framework: Framework, catalog: Catalog) -> Added:
    """Its files beside the project's. MergeConflict when other files have their places; Invalid without a manifest.

    What features share and is there already is left as it is.
    """
    own = pack.files[framework]
    fresh = {path: content for path, content in own.items() if not (path in files and path.startswith(_COMMON))}
    taken = sorted(path for path, content in fresh.items() if files.get(path, content) != content)
    if taken:
        raise MergeConflict(f"The project has a file of its own at {taken[0]}. Rename it first.", paths=taken)
    added = {**files, **fresh, "package.json": _declared(pack.scaffold, files, catalog)}
    placed = _place(pack.scaffold, added, framework)
    return Added(added | (placed or {}), placed is not None)


def _declared(scaffold: Scaffold, files: Files, catalog: Catalog) -> bytes:
    try:
        manifest = files["package.json"].decode()
        known, catalog = json.loads(manifest), catalog.of(manifest)
        there = {*known.get("dependencies", {}), *known.get("devDependencies", {})}
        for name in set(scaffold.packages) - there:
            manifest = declare_package(manifest, name, catalog.packages[name].version)
        for name in set(scaffold.dev_packages) - there:
            manifest = declare_package(manifest, name, catalog.packages[name].version, "devDependencies")
    except (KeyError, ValueError, AttributeError, TypeError, RecursionError):
        raise Invalid("The project's package.json cannot be read.") from None
    return manifest.encode()


def _place(scaffold: Scaffold, files: Files, framework: Framework) -> Files | None:
    """The files that change so that it is shown or started; None where no place is plain."""
    if scaffold.place == "start" or framework == "vanilla":
        return _started(scaffold, files)
    facts = FACTS[framework]
    suffix = facts.component and f".{facts.component}"
    name, module = scaffold.component, f"./features/{scaffold.key}/{scaffold.component}{suffix}"
    shown = _shown(_text(files, facts.entry), f"<{name} />")
    imported = shown and _imported(shown, f'import {name} from "{module}";', facts.script)
    return {facts.entry: imported.encode()} if imported else None


def _started(scaffold: Scaffold, files: Files) -> Files | None:
    path = next((each for each in _MAIN if each in files), "")
    text = _text(files, path)
    line = f'import {{ {scaffold.entry} }} from "./features/{scaffold.key}/{scaffold.module}";'
    imported = text and _imported(text, line)
    if not imported:
        return None
    mark = f"[data-feature={scaffold.key}]"
    given = f'document.querySelector("{mark}")' if scaffold.place == "page" else ""
    started = {path: f"{imported.rstrip()}\n{scaffold.entry}({given});\n".encode()}
    if scaffold.place == "start":
        return started
    entry = FACTS["vanilla"].entry
    shown = _shown(_text(files, entry), f'<div data-feature="{scaffold.key}"></div>')
    return {**started, entry: shown.encode()} if shown else None


def _shown(text: str, element: str) -> str:
    """With the element as the last of the page's main part; empty where that is not plain."""
    if text.count("</main>") != 1 or "router" in text.lower():  # what stands around a router would be on every page
        return ""
    if (end := _END.search(text)) is not None:
        return f"{text[: end.start()]}{end['indent']}  {element}\n{text[end.start() :]}"
    return text.replace("</main>", f" {element}</main>")


def _imported(text: str, line: str, tag: str = "") -> str:
    """With one more import: before the first one, or after the tag of its script; empty where none is."""
    if not tag:
        first = _IMPORT.search(text)
        at = first.start() if first else 0
        return f"{text[:at]}{line}\n{text[at:]}"
    script = re.search(rf"^{tag}\n", text, re.MULTILINE)
    if script is None:
        return ""
    following = text[script.end() :]
    indent = following[: len(following) - len(following.lstrip(" \t"))]
    return f"{text[: script.end()]}{indent}{line}\n{following}"


def _text(files: Files, path: str) -> str:
    return files.get(path, b"").decode("utf-8", "replace")
