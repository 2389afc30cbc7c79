"""How a module names a file of its project."""

import posixpath
from collections.abc import Collection

from shared.domain.fixes.project import extension

_ADDED = (".mjs", ".js", ".mts", ".ts", ".jsx", ".tsx", ".json")
_LEFT_OUT = ("mjs", "js", "mts", "ts", "jsx", "tsx")


def folder_of(path: str) -> str:
    """The folder, empty at the root."""
    return path.rpartition("/")[0]


def meant_by(importer: str, specifier: str) -> str | None:
    """The path, without regard to extensions, that a local specifier means; None for a package's."""
    if specifier.startswith(("@/", "~/")):
        base = "src/" + specifier[2:]
    elif specifier.startswith("/") and not specifier.startswith("//"):
        base = specifier[1:]
    elif specifier.startswith(("./", "../")):
        base = posixpath.join(folder_of(importer), specifier)
    else:
        return None
    return posixpath.normpath(base)


def specifier_for(importer: str, target: str, files: Collection[str], like: str) -> str | None:
    """How `importer` names `target`, in the style of `like`: by alias, from the root, else relative."""
    written = _shortened(target, files)
    if like.startswith("@/"):
        return "@/" + written[4:] if target.startswith("src/") else None
    if like.startswith("/"):
        return "/" + written
    relative = posixpath.relpath(written, folder_of(importer) or ".")
    return relative if relative.startswith("../") else f"./{relative}"


def _shortened(target: str, files: Collection[str]) -> str:
    """Without extension and `index` where what is left still means this very file."""
    if extension(target) not in _LEFT_OUT:
        return target
    stem = target.rpartition(".")[0]
    folder = stem.removesuffix("/index")
    for short in (folder, stem):
        if short and short not in files and _resolved(short, files) == target:
            return short
    return target


def _resolved(base: str, files: Collection[str]) -> str | None:
    tried = [*(base + added for added in _ADDED), *(f"{base}/index{added}" for added in _ADDED)]
    return next((path for path in tried if path in files), None)
