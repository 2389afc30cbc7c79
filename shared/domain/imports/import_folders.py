"""What an import leaves behind without regret: editors' folders, installed packages, build output, system litter."""

from collections.abc import Iterable

_ANYWHERE = frozenset(
    {".git", ".hg", ".svn", ".vscode", ".idea", ".fleet", ".zed", ".vs", ".cursor", ".github", ".gitlab", ".husky",
     ".cache", ".vite", ".turbo", ".parcel-cache", ".svelte-kit", ".nuxt", ".next", ".netlify", ".vercel", ".claude",
     ".devcontainer", ".storybook", ".stackblitz", ".bolt", "node_modules", "__MACOSX", "bower_components"}
)  # fmt: skip
_AT_ROOT = frozenset({"dist", "dist-ssr", "build", "out", "coverage", "tmp", "temp", "logs", "playwright-report"})
_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", "ehthumbs.db"})


def ignored_place(path: str) -> str | None:
    """The folder (ending in a slash) or the file name for which `path` is ignored; None when it is not."""
    *folders, name = path.split("/")
    for depth, folder in enumerate(folders):
        if folder in _ANYWHERE or (depth == 0 and folder in _AT_ROOT):
            return "/".join(folders[: depth + 1]) + "/"
    return name if name in _FILES or name.startswith("._") else None


def top_folder(names: Iterable[str]) -> str:
    """The single folder that holds the whole project (with its slash), or nothing when the project is at the top."""
    kept = [name for name in names if ignored_place(name) is None]
    tops = {name.partition("/")[0] for name in kept}
    top = f"{next(iter(tops))}/" if len(tops) == 1 else ""
    return top if top and f"{top}package.json" in kept else ""
