"""Template packs: each folder of `shared/templates` is a real Vite project."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from shared.domain.app import Framework
from shared.domain.base import Files
from shared.domain.errors import Bug

ROOT = Path(__file__).parent.parent / "templates"
_SKIPPED = {"node_modules", "dist", "coverage", ".vite", ".npmrc", ".DS_Store"}


@dataclass(frozen=True)
class TemplatePack:
    """One pack: its key is its folder's name; title and description are for people."""

    key: str
    framework: Framework
    title: str
    description: str
    files: Files


def load_templates(root: Path = ROOT) -> dict[str, TemplatePack]:
    """All packs by key, without what a build or an install leaves in their folders."""
    folders = sorted(path.parent for path in root.glob("*/package.json"))
    return {folder.name: _pack(folder) for folder in folders}


def _pack(folder: Path) -> TemplatePack:
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(_walk(folder))}
    package = json.loads(files["package.json"])
    return TemplatePack(
        key=folder.name,
        framework=_framework(folder.name),
        title=str(package.get("title") or folder.name.replace("-", " ").title()),
        description=str(package.get("description", "")),
        files=files,
    )


def _walk(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in folder.iterdir():
        if path.name in _SKIPPED or path.is_symlink():
            continue
        found += _walk(path) if path.is_dir() else [path]
    return found


def _framework(key: str) -> Framework:
    for framework in get_args(Framework):
        if key == framework or key.startswith(f"{framework}-"):
            return framework  # type: ignore[no-any-return]  # get_args forgets the literal
    raise Bug(f"template {key}: no known framework in its name")
