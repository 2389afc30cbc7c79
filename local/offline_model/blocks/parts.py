"""What every section begins with, and the small modules that several widgets share."""

from typing import Literal

from local.offline_model.assets_reader import source
from local.offline_model.view import Code, El, Node, el


def modules(*names: str) -> dict[str, str]:
    """The shared modules `names` with their paths in a project."""
    return {f"src/lib/{name}.ts": source(f"{name}.ts") for name in names}


Width = Literal["small", "normal", "wide"]
_ALONE: dict[Width, str] = {"small": "section-small", "normal": "section-main", "wide": "section"}


def section(anchor: str, level: int, *children: Node, lead: bool = False, width: Width = "wide") -> El:
    """A section with its heading, which shows the constant `title` (and `lead`); alone on a page it may be narrower."""
    heading = el(f"h{level}", "title", Code("title"), id=f"{anchor}-title")
    opening: list[Node] = [heading, el("p", "lead", Code("lead"))] if lead else [heading]
    look = _ALONE[width] if level == 1 else "section"
    return el("section", look, *opening, *children, id=anchor, aria_labelledby=f"{anchor}-title")


def slug(words: str) -> str:
    """`words` for an anchor or a storage key."""
    kept = "".join(c.lower() if c.isascii() and c.isalnum() else "-" for c in words)
    return "-".join(part for part in kept.split("-") if part)[:40] or "section"


def pascal(words: str) -> str:
    """`words` as the name of a component."""
    name = "".join(part.capitalize() for part in slug(words).split("-"))
    return name if name[:1].isalpha() else f"Section{name}"
