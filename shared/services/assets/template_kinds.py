"""Which template packs begin as a page, and which as an app."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from shared.domain.frameworks import FACTS
from shared.services.assets.load_templates import ROOT, TemplatePack

TemplateKind = Literal["site", "app"]


def kind_of(key: str) -> TemplateKind:
    """`react` is the starter of a site, `react-app` the one of an app."""
    return "app" if key.endswith("-app") else "site"


def of_kind(kind: TemplateKind, packs: Mapping[str, TemplatePack]) -> dict[str, TemplatePack]:
    return {key: pack for key, pack in packs.items() if kind_of(key) == kind}


_PARTS = (
    ("framework", tuple((name, FACTS[name].title) for name in FACTS)),
    (
        "router",
        (
            ("react-router", "React Router"),
            ("react-router-dom", "React Router"),
            ("vue-router", "Vue Router"),
            ("sv-router", "sv-router"),
        ),
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
    return stack_of((root / key / "package.json").read_text("utf-8"))


def stack_of(package_json: str) -> dict[str, str]:
    """What a project is made of, by its package.json."""
    manifest = json.loads(package_json)
    return stack_in({**manifest.get("devDependencies", {}), **manifest.get("dependencies", {})})


def stack_in(pinned: Mapping[str, str]) -> dict[str, str]:
    """What a project is made of, by its declared versions."""
    return {part: f"{title} {pinned[name]}" for part, names in _PARTS for name, title in names if name in pinned}
