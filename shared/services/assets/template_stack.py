"""What a template is made of: framework, router, styling and tools with their versions."""

import json
from functools import lru_cache
from pathlib import Path

from shared.domain.frameworks import FACTS
from shared.services.assets.load_templates import ROOT

_PARTS = (
    ("framework", tuple((name, FACTS[name].title) for name in FACTS)),
    (
        "router",
        (("react-router", "React Router"), ("vue-router", "Vue Router"), ("sv-router", "sv-router")),
    ),
    ("styling", (("tailwindcss", "Tailwind CSS"),)),
    ("language", (("typescript", "TypeScript"),)),
    ("build", (("vite", "Vite"),)),
    ("tests", (("vitest", "Vitest"),)),
)


@lru_cache
def template_stack(key: str, root: Path = ROOT) -> dict[str, str]:
    """What a pack is made of, with versions, as a project's state says it; empty for a key that is no pack's."""
    known = {entry["key"] for entry in json.loads((root / "templates.json").read_text("utf-8"))}
    if key not in known:
        return {}
    manifest = json.loads((root / key / "package.json").read_text("utf-8"))
    pinned = {**manifest.get("devDependencies", {}), **manifest.get("dependencies", {})}
    return {part: f"{title} {pinned[name]}" for part, names in _PARTS for name, title in names if name in pinned}
