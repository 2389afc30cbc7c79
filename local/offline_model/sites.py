"""What a website for somebody begins with, by what it is for."""

from collections.abc import Sequence

from local.offline_model.intents import Kind

_FOOD = "restaurant cafe café coffee bakery bar pizzeria bistro food hotel salon barber florist"
_GOODS = "shop store product brand"
_WORK = "startup saas app software tool platform service agency company business"
_ART = "portfolio photographer photography artist designer architect wedding band"
_RECIPES: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    (_FOOD, ("about", "gallery", "testimonials", "contact")),
    (_GOODS, ("features", "pricing", "testimonials", "faq")),
    (_WORK, ("features", "pricing", "testimonials", "faq", "contact")),
    (_ART, ("gallery", "about", "contact")),
)
_OTHERWISE: tuple[Kind, ...] = ("about", "gallery", "faq", "contact")


_ORDER: tuple[Kind, ...] = ("about", "features", "gallery", "pricing", "testimonials", "faq", "contact")


def in_order(kinds: Sequence[Kind]) -> tuple[Kind, ...]:
    """The order in which a visitor expects them."""
    return tuple(sorted(kinds, key=lambda kind: _ORDER.index(kind) if kind in _ORDER else -1))


def site_kinds(words: str) -> tuple[Kind, ...]:
    """The sections that usually belong to such a site."""
    said = set(words.lower().split())
    return next((kinds for known, kinds in _RECIPES if said & set(known.split())), _OTHERWISE)
