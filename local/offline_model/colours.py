"""Colours by name or number, and palettes whose contrast is checked, not hoped for."""

import colorsys
import re
from collections.abc import Iterable, Mapping

_NAMED = """black 111111 white ffffff grey 6b7280 gray 6b7280 slate 475569 red d42a2a crimson b3123b scarlet d92d1c
maroon 7f1d1d burgundy 7c1d3f orange e8710a coral f0634a peach f7a072 salmon ee7f6d terracotta b5532e rust a8431e
brown 7a4a26 chocolate 6b3a1e beige e9dfc9 cream fbf5e4 sand e2cfa5 gold c99700 amber d98a00 yellow e6b800
mustard b98d14 lime 65a30d olive 6b7a1e green 178a3a forest 1f5f3a emerald 047857 mint 7fd8b4 sage 7f9a78 teal 0f766e
turquoise 0fa3a3 aqua 0891b2 cyan 0891b2 sky 0284c7 ocean 0b6e99 azure 0a75c9 blue 1d4ed8 cobalt 1a47b8 navy 1b2a5e
midnight 151b3d indigo 4338ca violet 6d28d9 purple 7e22ce plum 7a2e6b lavender a78bdb lilac b79bd8 magenta c026a3
fuchsia c026d3 pink d9337c rose d81e5b sunset e2552d"""
NAMES = {name: f"#{number}" for name, number in re.findall(r"(\w+) (\w{6})", _NAMED)}
_DARKER = {"dark": 0.35, "deep": 0.3}
_LIGHTER = {"light": 0.45, "pale": 0.6, "soft": 0.4, "bright": 0.1, "pastel": 0.5}
COLOUR = (
    rf"(?:#[0-9a-f]{{6}}\b|#[0-9a-f]{{3}}\b|(?:(?:{'|'.join([*_DARKER, *_LIGHTER])})[ -])?"
    rf"(?:{'|'.join(sorted(NAMES, key=len, reverse=True))})(?:[ -]ish|ish)?\b)"
)
LIGHT = {"page": "#faf9f6", "surface": "#ffffff", "line": "#e4e1d9", "ink": "#16181d", "muted": "#565b66"}
DARK = {"page": "#12141a", "surface": "#1a1d25", "line": "#2d313d", "ink": "#f3f2ee", "muted": "#a9aebb"}


def parse(words: str) -> str | None:
    """`#rrggbb` for a number or a name, with or without a word like dark or light before it."""
    text = words.strip().lower().replace("-", " ").removesuffix("ish").strip()
    if re.fullmatch(r"#(?:[0-9a-f]{3}){1,2}", text):
        return text if len(text) == 7 else "#" + "".join(digit * 2 for digit in text[1:])
    first, _, rest = text.partition(" ")
    share = _DARKER.get(first) or _LIGHTER.get(first)
    if share and rest in NAMES:
        return mix(NAMES[rest], "#000000" if first in _DARKER else "#ffffff", share)
    return NAMES.get(text)


def mix(colour: str, into: str, share: float) -> str:
    """`share` of `into`, the rest of `colour`."""
    return _hex(a * (1 - share) + b * share for a, b in zip(_rgb(colour), _rgb(into), strict=True))


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG: 1 for equal, 21 for black and white."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in _rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def is_dark(colour: str) -> bool:
    return contrast(colour, "#ffffff") > contrast(colour, "#000000")


def readable(colour: str, *grounds: str, ratio: float = 4.5) -> str:
    """`colour` with its hue kept, made lighter or darker just far enough to be read on every ground."""
    hue, light, colourful = colorsys.rgb_to_hls(*_rgb(colour))
    end = 1.0 if is_dark(grounds[0]) else 0.0
    moved = (_hex(colorsys.hls_to_rgb(hue, light + (end - light) * step / 100, colourful)) for step in range(101))
    fitting = (each for each in moved if all(contrast(each, ground) >= ratio for ground in grounds))
    return next(fitting, "#ffffff" if end else "#000000")


def accent(colour: str, palette: Mapping[str, str]) -> dict[str, str]:
    """The accent's variables on `palette`, so that text in it and on it can be read."""
    end, dark = ("#ffffff", True) if is_dark(palette["page"]) else ("#000000", False)
    soft = mix(palette["page"], colour, 0.22 if dark else 0.12)
    main = readable(colour, palette["page"], palette["surface"], soft)
    strong = mix(main, end, 0.2)
    on = max(("#ffffff", "#111111"), key=lambda each: min(contrast(each, main), contrast(each, strong)))
    return {"accent": main, "accent-strong": strong, "accent-soft": soft, "on-accent": on}


def around(page: str) -> dict[str, str]:
    """A palette that goes with a page of this colour."""
    dark = is_dark(page)
    ink = readable(mix(page, "#ffffff" if dark else "#000000", 0.85), page, ratio=7)
    surface = mix(page, "#ffffff", 0.06 if dark else 0.5)
    muted = readable(mix(page, ink, 0.65), page, surface)
    return {"page": page, "surface": surface, "line": mix(page, ink, 0.16), "ink": ink, "muted": muted}


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def _hex(rgb: Iterable[float]) -> str:
    return "#" + "".join(f"{round(value * 255):02x}" for value in rgb)
