"""Colours by name or number, and palettes whose contrast is checked, not hoped for."""

import colorsys
import re
from dataclasses import dataclass

Rgb = tuple[int, int, int]

NAMES: dict[str, str] = {
    "black": "#111111", "white": "#ffffff", "grey": "#6b7280", "gray": "#6b7280", "slate": "#475569",
    "red": "#d42a2a", "crimson": "#b3123b", "scarlet": "#d92d1c", "maroon": "#7f1d1d", "burgundy": "#7c1d3f",
    "orange": "#e8710a", "coral": "#f0634a", "peach": "#f7a072", "salmon": "#ee7f6d", "terracotta": "#b5532e",
    "rust": "#a8431e", "brown": "#7a4a26", "chocolate": "#6b3a1e", "beige": "#e9dfc9", "cream": "#fbf5e4",
    "sand": "#e2cfa5", "gold": "#c99700", "amber": "#d98a00", "yellow": "#e6b800", "mustard": "#b98d14",
    "lime": "#65a30d", "olive": "#6b7a1e", "green": "#178a3a", "forest": "#1f5f3a", "emerald": "#047857",
    "mint": "#7fd8b4", "sage": "#7f9a78", "teal": "#0f766e", "turquoise": "#0fa3a3", "aqua": "#0891b2",
    "cyan": "#0891b2", "sky": "#0284c7", "ocean": "#0b6e99", "azure": "#0a75c9", "blue": "#1d4ed8",
    "cobalt": "#1a47b8", "navy": "#1b2a5e", "midnight": "#151b3d", "indigo": "#4338ca", "violet": "#6d28d9",
    "purple": "#7e22ce", "plum": "#7a2e6b", "lavender": "#a78bdb", "lilac": "#b79bd8", "magenta": "#c026a3",
    "fuchsia": "#c026d3", "pink": "#d9337c", "rose": "#d81e5b", "sunset": "#e2552d",
}  # fmt: skip
_MIXED = {"dark": ("#000000", 0.35), "deep": ("#000000", 0.3), "light": ("#ffffff", 0.45), "pale": ("#ffffff", 0.6),
          "soft": ("#ffffff", 0.4), "bright": ("#ffffff", 0.1), "pastel": ("#ffffff", 0.5)}  # fmt: skip
_NAMED = "|".join(sorted(NAMES, key=len, reverse=True))
COLOUR = rf"(?:#[0-9a-f]{{6}}\b|#[0-9a-f]{{3}}\b|(?:(?:{'|'.join(_MIXED)})[ -])?(?:{_NAMED})(?:[ -]ish|ish)?\b)"


@dataclass(frozen=True)
class Palette:
    """The colours of one mode."""

    page: str
    surface: str
    line: str
    ink: str
    muted: str


LIGHT = Palette("#faf9f6", "#ffffff", "#e4e1d9", "#16181d", "#565b66")
DARK = Palette("#12141a", "#1a1d25", "#2d313d", "#f3f2ee", "#a9aebb")


def parse(words: str) -> str | None:
    """`#rrggbb` for a number or a name, with or without a word like dark or light before it."""
    text = words.strip().lower().replace("-", " ").removesuffix("ish").strip()
    if re.fullmatch(r"#[0-9a-f]{6}", text):
        return text
    if re.fullmatch(r"#[0-9a-f]{3}", text):
        return "#" + "".join(digit * 2 for digit in text[1:])
    first, _, rest = text.partition(" ")
    if first in _MIXED and rest in NAMES:
        into, share = _MIXED[first]
        return mix(NAMES[rest], into, share)
    return NAMES.get(text)


def mix(colour: str, into: str, share: float) -> str:
    """`share` of `into`, the rest of `colour`."""
    pairs = zip(_rgb(colour), _rgb(into), strict=True)
    return _hex(tuple(round(a * (1 - share) + b * share) for a, b in pairs))


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG: 1 for equal, 21 for black and white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """0 for black, 1 for white."""
    parts = [value / 255 for value in _rgb(colour)]
    red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def is_dark(colour: str) -> bool:
    return contrast(colour, "#ffffff") > contrast(colour, "#000000")


def readable(colour: str, *grounds: str, ratio: float = 4.5) -> str:
    """`colour` with its hue kept, made lighter or darker just far enough to be read on every ground."""
    hue, light, colourful = colorsys.rgb_to_hls(*(value / 255 for value in _rgb(colour)))
    end = 1.0 if is_dark(grounds[0]) else 0.0
    for step in range(101):
        moved = _from_hls(hue, light + (end - light) * step / 100, colourful)
        if all(contrast(moved, ground) >= ratio for ground in grounds):
            return moved
    return "#ffffff" if end else "#000000"


def _from_hls(hue: float, light: float, colourful: float) -> str:
    return _hex(tuple(round(value * 255) for value in colorsys.hls_to_rgb(hue, light, colourful)))


def accent(colour: str, palette: Palette) -> dict[str, str]:
    """The accent's variables on `palette`, so that text in it and on it can be read."""
    soft = mix(palette.page, colour, 0.22 if is_dark(palette.page) else 0.12)
    main = readable(colour, palette.page, palette.surface, soft)
    strong = mix(main, "#ffffff" if is_dark(palette.page) else "#000000", 0.2)
    on = max(("#ffffff", "#111111"), key=lambda each: min(contrast(each, main), contrast(each, strong)))
    return {"accent": main, "accent-strong": strong, "accent-soft": soft, "on-accent": on}


def around(page: str) -> Palette:
    """A palette that goes with a page of this colour."""
    ink = readable(mix(page, "#ffffff" if is_dark(page) else "#000000", 0.85), page, ratio=7)
    surface = mix(page, "#ffffff", 0.06 if is_dark(page) else 0.5)
    return Palette(page, surface, mix(page, ink, 0.16), ink, readable(mix(page, ink, 0.65), page, surface))


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))


def _hex(rgb: tuple[int, ...]) -> str:
    return "#" + "".join(f"{value:02x}" for value in rgb)
