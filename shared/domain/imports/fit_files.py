"""Files of a foreign project that cannot be kept: too large, or no text where text has to be."""

from collections.abc import Iterable, Iterator, Mapping

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.limits import Limits
from shared.domain.tree.managed_paths import BINARY_EXTENSIONS, TEXT_EXTENSIONS, extension
from shared.domain.tree.path_characters import shown
from shared.domain.tree.tree_rules import check_content

_ANYWHERE = frozenset(
    {".git", ".hg", ".svn", ".vscode", ".idea", ".fleet", ".zed", ".vs", ".cursor", ".github", ".gitlab", ".husky",
     ".cache", ".vite", ".turbo", ".parcel-cache", ".svelte-kit", ".nuxt", ".next", ".netlify", ".vercel", ".claude",
     ".devcontainer", ".storybook", ".stackblitz", ".bolt", "node_modules", "__MACOSX", "bower_components"}
)  # fmt: skip
_AT_ROOT = frozenset({"dist", "dist-ssr", "build", "out", "coverage", "tmp", "temp", "logs", "playwright-report"})
_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", "ehthumbs.db"})
_SAID_MOST = 50
_NEEDED = frozenset({"package.json", "index.html"})


def without_unfit(entries: Mapping[str, bytes], limits: Limits) -> tuple[Files, list[Diagnostic]]:
    """`entries` without them, and a warning for each; what a project cannot be without stays, and is refused."""
    faults = dict(_faults(entries, limits))
    kept = {path: content for path, content in entries.items() if path not in faults}
    return kept, [_left_out(path, fault) for path, fault in list(faults.items())[:_SAID_MOST]]


def _faults(entries: Mapping[str, bytes], limits: Limits) -> Iterator[tuple[str, Diagnostic]]:
    for path, content in entries.items():
        named = path.rpartition("/")[2] in _NEEDED or ignored_place(path) is not None
        if not named and extension(path) in TEXT_EXTENSIONS | BINARY_EXTENSIONS:
            yield from ((path, fault) for fault in check_content(path, content, limits)[:1])


def _left_out(path: str, fault: Diagnostic) -> Diagnostic:
    hint = "Make it smaller, or let the owner raise FILE_LIMITS." if fault.code == "FILE_TOO_LARGE" else None
    name = shown(path)
    return Diagnostic(severity="warning", code=fault.code, message=f"Left out: {fault.message}", path=name, hint=hint)


def ignored_place(path: str) -> str | None:
    """The folder (ending in a slash) or the file name for which `path` is ignored; None when it is not."""
    *folders, name = path.split("/")
    for depth, folder in enumerate(folders):
        if folder in _ANYWHERE or (depth == 0 and folder in _AT_ROOT and not _is_source(path)):
            return "/".join(folders[: depth + 1]) + "/"
    return name if name in _FILES or name.startswith("._") else None


def _is_source(path: str) -> bool:
    """Output is no TypeScript: some keep parts of their Vite configuration in `build/`."""
    return path.startswith("build/") and path.endswith((".ts", ".mts")) and not path.endswith((".d.ts", ".d.mts"))


def top_folder(names: Iterable[str]) -> str:
    """The single folder that holds the whole project (with its slash), or nothing when the project is at the top."""
    kept = [name for name in names if ignored_place(name) is None]
    tops = {name.partition("/")[0] for name in kept}
    top = f"{next(iter(tops))}/" if len(tops) == 1 else ""
    return top if top and f"{top}package.json" in kept else ""
