"""Pillow for the scripts that make the pictures of the documentation: installed when one runs, no dependency."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

from toolchain.repository import REPOSITORY

VERSION = "12.0.0"
FOLDER = REPOSITORY / ".chatbuilder" / "pictures" / f"pillow-{VERSION}"
COLOURS = 160


def pillow() -> Any:
    """The module `PIL.Image`."""
    if not FOLDER.is_dir():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(FOLDER), f"pillow=={VERSION}"]
        subprocess.run(command, check=True)
    sys.path.append(str(FOLDER))
    return importlib.import_module("PIL.Image")


def save_small(image: Any, path: Path) -> None:
    """A picture of a page needs few colours: a third of the bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image.convert("RGB").quantize(COLOURS, dither=0).save(path, "PNG", optimize=True)
