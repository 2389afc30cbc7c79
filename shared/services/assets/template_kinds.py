"""Which template packs begin as a page, and which as an app."""

from collections.abc import Mapping
from typing import Literal

from shared.services.assets.load_templates import TemplatePack

TemplateKind = Literal["site", "app"]


def kind_of(key: str) -> TemplateKind:
    """`react` is the starter of a site, `react-app` the one of an app."""
    return "app" if key.endswith("-app") else "site"


def of_kind(kind: TemplateKind, packs: Mapping[str, TemplatePack]) -> dict[str, TemplatePack]:
    """The packs of this kind, in their order."""
    return {key: pack for key, pack in packs.items() if kind_of(key) == kind}
