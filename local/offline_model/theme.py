"""Edits the colour variables of a stylesheet: the light ones in `:root`, the dark ones behind the device's wish."""

import re
from dataclasses import dataclass

from local.offline_model.colours import DARK, LIGHT, Palette, accent, around, is_dark, parse, readable

_ROOT = re.compile(r"(?m)^:root\s*\{(?P<body>[^}]*)\}")
_DARK = re.compile(
    r"\n*@media\s*\(prefers-color-scheme:\s*dark\)\s*\{\s*:root(?::not\([^)]*\))?\s*\{(?P<body>[^}]*)\}\s*\}"
)
_VARIABLE = re.compile(r"--(?P<name>[\w-]+)\s*:\s*(?P<value>[^;]+);")
COLOURS = (
    "page",
    "surface",
    "line",
    "ink",
    "muted",
    "accent",
    "accent-strong",
    "accent-soft",
    "on-accent",
    "highlight",
)


@dataclass(frozen=True)
class Theme:
    """The variables of both modes; `dark` is empty when the page looks the same on every device."""

    light: dict[str, str]
    dark: dict[str, str]
    scheme: str


def read_theme(css: str) -> Theme | None:
    """The theme in `css`, or None when it has no `--accent` and `--page` of its own."""
    root, dark = _root(_without_dark(css)), _DARK.search(css)
    if root is None:
        return None
    light = _variables(root["body"])
    scheme = re.search(r"color-scheme:\s*([\w ]+);", css)
    return Theme(light, _variables(dark["body"]) if dark else {}, scheme[1] if scheme else "light dark")


def write_theme(css: str, theme: Theme) -> str:
    """`css` with `theme` in place of its own; everything else stays."""
    bare = _without_dark(css)
    match = _root(bare)
    if match is None:
        return css
    body = re.sub(r"color-scheme:\s*[\w ]+;", f"color-scheme: {theme.scheme};", match["body"])
    block = f":root {{{_set(body, theme.light)}}}"
    return bare[: match.start()] + block + _dark_block(theme.dark) + bare[match.end() :]


def with_accent(theme: Theme, colour: str) -> Theme:
    """Another accent in both modes."""
    light = {**theme.light, **accent(colour, _palette(theme.light, LIGHT))}
    dark = {**theme.dark, **accent(colour, _palette(theme.dark, DARK))} if theme.dark else {}
    return Theme(light, dark, theme.scheme)


def with_mode(theme: Theme, mode: str) -> Theme:
    """Always dark, always light, or as the device wishes. The accent keeps its hue."""
    hue = theme.light["accent"]
    light = _mode(theme.light, LIGHT, hue)
    dark = _mode(theme.dark or theme.light, DARK, theme.dark.get("accent", hue))
    if mode == "dark":
        return Theme({**theme.light, **dark}, {}, "dark")
    if mode == "light":
        return Theme({**theme.light, **light}, {}, "light")
    return Theme({**theme.light, **light}, {name: dark[name] for name in COLOURS if name in dark}, "light dark")


def with_background(theme: Theme, colour: str) -> Theme:
    """One page colour on every device, and everything else so that it can be read on it."""
    palette = around(colour)
    values = {**theme.light, **_names(palette), **accent(theme.light["accent"], palette)}
    return Theme(values, {}, "dark" if is_dark(colour) else "light")


def with_text(theme: Theme, colour: str) -> Theme:
    """Another colour for text, moved as far as reading needs."""
    light = {**theme.light, "ink": readable(colour, _palette(theme.light, LIGHT).page)}
    dark = {**theme.dark, "ink": readable(colour, _palette(theme.dark, DARK).page)} if theme.dark else {}
    return Theme(light, dark, theme.scheme)


def with_value(theme: Theme, name: str, value: str) -> Theme:
    """One variable that is no colour (a font, a corner)."""
    return Theme({**theme.light, name: value}, theme.dark, theme.scheme)


def meta_colours(html: str, theme: Theme) -> str:
    """`html` with the browser's own bar in the page's colour."""
    for mode, values in (("light", theme.light), ("dark", theme.dark or theme.light)):
        pattern = rf'(<meta name="theme-color" media="\(prefers-color-scheme: {mode}\)" content=")[^"]*'
        html = re.sub(pattern, rf"\g<1>{values['page']}", html)
    return html


def _root(css: str) -> re.Match[str] | None:
    """The block that holds the theme's variables."""
    blocks = _ROOT.finditer(css)
    return next((block for block in blocks if {"accent", "page"} <= set(_variables(block["body"]))), None)


def _mode(values: dict[str, str], palette: Palette, hue: str) -> dict[str, str]:
    page = parse(values.get("page", ""))
    fits = page is not None and is_dark(page) == is_dark(palette.page)
    kept = _palette(values, palette) if fits else palette
    named = _names(kept)
    highlight = {"highlight": values["highlight"]} if "highlight" in values else {}
    same = fits and "accent-soft" in values and values["accent"] == hue
    colours = {name: values[name] for name in ("accent", "accent-strong", "accent-soft", "on-accent")} if same else {}
    return {**named, **(colours or accent(hue, kept)), **highlight}


def _names(palette: Palette) -> dict[str, str]:
    return {name: getattr(palette, name) for name in ("page", "surface", "line", "ink", "muted")}


def _palette(values: dict[str, str], otherwise: Palette) -> Palette:
    def found(name: str) -> str:
        return parse(values.get(name, "")) or str(getattr(otherwise, name))

    return Palette(found("page"), found("surface"), found("line"), found("ink"), found("muted"))


def _variables(body: str) -> dict[str, str]:
    return {match["name"]: match["value"].strip() for match in _VARIABLE.finditer(body)}


def _set(body: str, values: dict[str, str]) -> str:
    known = set(_variables(body))
    changed = _VARIABLE.sub(lambda match: f"--{match['name']}: {values.get(match['name'], match['value'])};", body)
    added = "".join(f"  --{name}: {value};\n" for name, value in values.items() if name not in known)
    return changed + added


def _dark_block(values: dict[str, str]) -> str:
    if not values:
        return ""
    lines = "".join(f"    --{name}: {value};\n" for name, value in values.items())
    return f"\n\n@media (prefers-color-scheme: dark) {{\n  :root {{\n{lines}  }}\n}}"


def _without_dark(css: str) -> str:
    return _DARK.sub("", css)
