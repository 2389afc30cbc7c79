"""Template packs: each folder of `shared/templates` is a real Vite project, described in `templates.json`."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from shared.domain.apps.app import Framework
from shared.domain.base import Files

ROOT = Path(__file__).parents[2] / "templates"
_SKIPPED = {"node_modules", "dist", "coverage", ".vite", ".npmrc", ".DS_Store"}


@dataclass(frozen=True)
class TemplatePack:
    """One pack: its key is its folder's name; title and description are for people."""

    key: str
    framework: Framework
    title: str
    description: str
    files: Files
    entry_file: str = ""


def load_templates(root: Path = ROOT) -> dict[str, TemplatePack]:
    """All packs by key, without what a build or an install leaves in their folders."""
    entries = json.loads((root / "templates.json").read_text("utf-8"))
    return {entry["key"]: _pack(root / entry["key"], entry) for entry in entries}


@lru_cache(maxsize=1)
def load_guides(root: Path = ROOT) -> Files:
    """The packs' own READMEs, without the rest of them."""
    return {f"templates/{path.parent.name}/README.md": path.read_bytes() for path in sorted(root.glob("*/README.md"))}


def _pack(folder: Path, entry: dict[str, Any]) -> TemplatePack:
    return TemplatePack(
        key=entry["key"],
        framework=entry["framework"],
        title=entry["name"],
        description=entry["description"],
        files={path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(_walk(folder))},
        entry_file=entry["entry_file"],
    )


def _walk(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in folder.iterdir():
        if path.name in _SKIPPED or path.is_symlink():
            continue
        found += _walk(path) if path.is_dir() else [path]
    return found
