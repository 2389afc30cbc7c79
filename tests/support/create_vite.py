"""Projects that nobody here wrote: the templates of the pinned `create-vite` package, zipped as a person would."""

import io
import zipfile
from pathlib import Path

from devkit.node.npm_tool import installed

TEMPLATES = ("react-ts", "vue-ts", "svelte-ts", "vanilla-ts")


def template_folder(name: str) -> Path:
    """The unpacked template, exactly as the package ships it."""
    return installed("create-vite") / "create-vite" / f"template-{name}"


def template_zip(name: str, *, folder: str | None = None) -> bytes:
    """The template as a zip file; its entries lie below `folder` when one is named, as a zipped folder's would."""
    root = template_folder(name)
    prefix = f"{folder}/" if folder else ""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*")):
            if path.is_file():
                archive.write(path, prefix + path.relative_to(root).as_posix())
    return buffer.getvalue()
