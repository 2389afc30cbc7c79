"""The TypeScript modules and the stylesheet that generated sections share; the files lie in `assets/`."""

import functools
from pathlib import Path

FOLDER = Path(__file__).parent / "assets"


@functools.cache
def source(name: str) -> str:
    """The text of one of them."""
    return (FOLDER / name).read_text(encoding="utf-8")
