"""The worker's page driver without a worker: one folder of built files, one browser, no sandbox around it."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from devkit.node.chromium import find_chromium
from devkit.node.npm_tool import node
from worker.page.browser import browser_at

_DRIVER = Path(__file__).parents[2] / "worker" / "page" / "browse.mjs"


def open_folder_of(dist: Path, **spec: Any) -> dict[str, Any]:
    """The report of `path` in these built files, as the driver writes it; with the bytes of `picture`,
    `thumbnail`, `wide` and `phone`, or None.
    """
    found = find_chromium()
    program = browser_at(found.program, found.fonts).program
    page = {"program": str(program), "environment": found.environment, "path": "/", "width": 1280, "actions": []}
    with tempfile.TemporaryDirectory(prefix="page-") as folder:
        shutil.copytree(dist, Path(folder, "dist"))
        command = [str(node().binary), str(_DRIVER), json.dumps(page | spec)]
        subprocess.run(command, cwd=folder, check=True, timeout=120)
        picture = Path(folder, "screenshot.png")
        report: dict[str, Any] = json.loads(Path(folder, "report.json").read_text("utf-8"))
        others = {"thumbnail": "thumbnail.webp", "wide": "wide.jpg", "phone": "phone.jpg"}
        taken = {"picture": picture, **{name: Path(folder, file) for name, file in others.items()}}
        return report | {name: path.read_bytes() if path.is_file() else None for name, path in taken.items()}


def open_html(body: str, folder: Path, *, head: str = "", **spec: Any) -> dict[str, Any]:
    """The report of a page of this body, with the head a good page has."""
    meta = "<meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'>"
    folder.mkdir(parents=True, exist_ok=True)
    page = f"<!doctype html><html lang=en><head>{meta}<title>Page</title>{head}</head><body>{body}</body></html>"
    (folder / "index.html").write_text(page, "utf-8")
    return open_folder_of(folder, **spec)
