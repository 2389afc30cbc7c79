"""Prompts are text files, so that they can be read and reviewed as text."""

from functools import lru_cache
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[2] / "prompts"


@lru_cache(maxsize=32)
def load_prompt(name: str) -> str:
    """The text of `shared/prompts/{name}.md` without trailing white space."""
    return (_FOLDER / f"{name}.md").read_text(encoding="utf-8").rstrip()
