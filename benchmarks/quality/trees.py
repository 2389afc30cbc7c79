"""The trees of a task: its template, what its start lays over it, a solution over that, a wrong one over that."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.quality.task import Task, read_json
from shared.domain.base import Files
from shared.services.assets.load_templates import load_templates

REMOVED, STATE, ANSWER = "_removed.txt", "_state.json", "_answer.txt"


@dataclass(frozen=True)
class Scene:
    """What checks judge: the source tree, the project's state, the model's last words."""

    files: Files
    state: Any = None
    answer: str = ""

    @property
    def texts(self) -> dict[str, str]:
        """The text files."""
        return {path: text for path, content in self.files.items() if (text := _text(content)) is not None}


@dataclass(frozen=True)
class Overlay:
    """A folder that is laid over a tree."""

    files: Files = field(default_factory=dict)
    removed: tuple[str, ...] = ()
    state: Any = None
    answer: str | None = None

    def over(self, scene: Scene) -> Scene:
        """The scene with this laid over it."""
        kept = {path: content for path, content in scene.files.items() if path not in self.removed}
        state = scene.state if self.state is None else self.state
        return Scene({**kept, **self.files}, state, scene.answer if self.answer is None else self.answer)


def start_of(task: Task, folder: Path | None = None) -> Scene:
    """What the person has before the first message."""
    template = load_templates()[task.template].files
    return overlay_of((folder or task.folder) / "start").over(Scene(template))


def reference_of(task: Task, folder: Path | None = None) -> Scene:
    """A solution."""
    return overlay_of((folder or task.folder) / "reference").over(start_of(task, folder))


def mutant_of(task: Task, name: str, folder: Path | None = None) -> Scene:
    """A solution that looks right and is wrong."""
    return overlay_of((folder or task.folder) / "mutants" / name).over(reference_of(task, folder))


def overlay_of(folder: Path) -> Overlay:
    """What lies in the folder; nothing when there is none."""
    if not folder.is_dir():
        return Overlay()
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    files = {name: path.read_bytes() for name, path in found.items() if "__pycache__" not in path.parts}
    special = {name: files.pop(name, None) for name in (REMOVED, STATE, ANSWER)}
    removed, answer = special[REMOVED], special[ANSWER]
    return Overlay(
        files,
        tuple((removed or b"").decode().split()),
        read_json(found[STATE]) if special[STATE] is not None else None,
        answer.decode() if answer is not None else None,
    )


def differing(before: Files, after: Files) -> tuple[dict[str, bytes], list[str]]:
    """(what is new or changed, what is gone)."""
    changed = {path: content for path, content in after.items() if before.get(path) != content}
    return changed, sorted(before.keys() - after.keys())


def to_json(scene: Scene) -> str:
    """What a check's process is given."""
    return json.dumps({"files": scene.texts, "state": scene.state, "answer": scene.answer})


def _text(content: bytes) -> str | None:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None
