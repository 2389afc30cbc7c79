"""The projects, as a person would zip them, and what an agent writes to finish one that does not come in green.

Starters that are no package of ours stand in `projects/`, written by hand after what their authors declare and how
they lay out their code: `=== path` begins a file, `=== base64: path` one of bytes, `=== fix: path` what is written
instead.
"""

import base64
from pathlib import Path
from typing import NamedTuple

from devkit.fakes.samples import zipped
from tests.support.create_vite import template_folder

FOLDER = Path(__file__).parent / "projects"
_FIX, _BYTES = "fix: ", "base64: "
_TEMPLATE_FIXES = {
    "create-vite-lit-ts": {
        "src/my-element.ts": "customElements.define('my-element', class extends HTMLElement {\n"
        "  connectedCallback() {\n"
        "    this.innerHTML = '<h1>Get started</h1>'\n  }\n})\n"
    }
}


class Foreign(NamedTuple):
    """`fixes` is path -> text."""

    files: dict[str, bytes]
    fixes: dict[str, str]


def read_project(name: str) -> Foreign:
    """By its name in `draw.py`; create-vite's own templates are the pinned package's."""
    written = FOLDER / f"{name}.txt"
    if not written.is_file():
        return Foreign(_template(name.removeprefix("create-vite-")), _TEMPLATE_FIXES.get(name, {}))
    parts = [part.partition("\n") for part in ("\n" + written.read_text()).split("\n=== ")[1:]]
    fixes = {path.removeprefix(_FIX): text for path, _, text in parts if path.startswith(_FIX)}
    return Foreign(dict(_file(path, text) for path, _, text in parts if not path.startswith(_FIX)), fixes)


def _file(path: str, text: str) -> tuple[str, bytes]:
    if path.startswith(_BYTES):
        return path.removeprefix(_BYTES), base64.b64decode(text)
    return path, text.encode()


def _template(name: str) -> dict[str, bytes]:
    root = template_folder(name)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def in_folder(files: dict[str, bytes]) -> bytes:
    """A zip as people make one."""
    return zipped({f"project/{path}": content for path, content in sorted(files.items())})
