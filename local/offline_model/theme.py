"""The look of a project: the colour variables of its stylesheet, light ones in `:root`, dark ones in a media query."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from local.offline_model.colours import DARK, LIGHT, accent, around, is_dark, parse, readable
from local.offline_model.intents import Look
from local.offline_model.project import INDEX, Draft

_ROOT = re.compile(r"(?m)^:root\s*\{([^}]*)\}")
_DARK = re.compile(r"\n*@media\s*\(prefers-color-scheme:\s*dark\)\s*\{\s*:root(?::not\([^)]*\))?\s*\{([^}]*)\}\s*\}")
_VARIABLE = re.compile(r"--([\w-]+)\s*:\s*([^;]+);")
_BLUE = "#2747d8"
_VALUES = {
    "serif": 'Georgia, "Iowan Old Style", "Times New Roman", serif',
    "sans": '"Inter Variable", system-ui, sans-serif',
    "mono": 'ui-monospace, "Cascadia Code", Menlo, Consolas, monospace',
    "square": "0rem",
    "round": "1.75rem",
}
_DONE = {
    "accent": "The accent colour is {} now, adjusted so that text stays readable in light and dark.",
    "background": "The background is {} now.",
    "text": "The text is {} now, as far as it can still be read.",
    "font": "Headings and text use a {} font.",
    "corners": "Corners are {} now.",
    "mode": "The theme is {} on every device.",
    "auto": "The theme follows the device, light or dark.",
}
_OWN = """
/* Colours chosen by request. */
:root {{
  color-scheme: {};
{}}}

body {{ background: var(--page); color: var(--ink); }}
h1, h2, h3 {{ color: inherit; }}
a {{ color: var(--accent); }}
"""


class Theme(NamedTuple):
    """The variables of both modes; `dark` is empty when the page looks the same on every device."""

    light: dict[str, str]
    dark: dict[str, str]

    @property
    def scheme(self) -> str:
        return "light dark" if self.dark else "dark" if is_dark(_palette(self.light, LIGHT)["page"]) else "light"

    def with_look(self, look: Look) -> "Theme":
        """The theme with that look; the rest moves as far as reading needs."""
        light, dark, hue = _palette(self.light, LIGHT), _palette(self.dark, DARK), parse(self.light["accent"]) or _BLUE
        match look.part:
            case "accent":
                return self._both(accent(look.value, light), accent(look.value, dark))
            case "text":
                return self._both(*({"ink": readable(look.value, mode["page"])} for mode in (light, dark)))
            case "background":
                palette = around(look.value)
                return Theme(self.light | palette | accent(hue, palette), {})
            case "mode":
                # The accent keeps its hue.
                light, dark_hue = _moved(self.light, LIGHT, hue), parse(self.dark.get("accent", "")) or hue
                dark = _moved(self.dark or self.light, DARK, dark_hue)
                shown = dark if look.value == "dark" else light
                return Theme(self.light | shown, dark if look.value == "auto" else {})
        names = ("font-body", "font-heading") if look.part == "font" else ("corner",)
        return self._replace(light=self.light | dict.fromkeys(names, _VALUES[look.value]))

    def _both(self, light: dict[str, str], dark: dict[str, str]) -> "Theme":
        return Theme(self.light | light, self.dark and self.dark | dark)


def apply_look(look: Look, draft: Draft) -> None:
    path = next((each for each in draft.project.styles if read_theme(draft.text(each))), "") or _own_theme(draft)
    theme = read_theme(draft.text(path))
    if theme is None:
        draft.missing.append("I found no stylesheet to change the look in.")
        return
    after = theme.with_look(look)
    is_new = draft.write(path, write_theme(draft.text(path), after))
    draft.edit(INDEX, meta_colours(draft.text(INDEX), after))
    done = _DONE["auto" if look.value == "auto" else look.part].format(look.words or look.value)
    draft.done.append(done if is_new else f"{done} It already was so.")


def read_theme(css: str) -> Theme | None:
    """The theme in `css`, or None when it has no `--accent` and `--page` of its own."""
    root, dark = _root(_DARK.sub("", css)), _DARK.search(css)
    return Theme(_variables(root[1]), _variables(dark[1] if dark else "")) if root else None


def write_theme(css: str, theme: Theme) -> str:
    """`css` with `theme` in place of its own; everything else stays."""
    bare = _DARK.sub("", css)
    root = _root(bare)
    if root is None:
        return css
    body = re.sub(r"color-scheme:\s*[\w ]+;", f"color-scheme: {theme.scheme};", root[1])
    body = _VARIABLE.sub(lambda each: f"--{each[1]}: {theme.light.get(each[1], each[2])};", body)
    body += _lines("  ", {name: value for name, value in theme.light.items() if name not in _variables(body)})
    dark = f"\n\n@media (prefers-color-scheme: dark) {{\n  :root {{\n{_lines('    ', theme.dark)}  }}\n}}"
    return f"{bare[: root.start()]}:root {{{body}}}{dark if theme.dark else ''}{bare[root.end() :]}"


def meta_colours(html: str, theme: Theme) -> str:
    for mode, values in (("light", theme.light), ("dark", theme.dark or theme.light)):
        pattern = rf'(<meta name="theme-color" media="\(prefers-color-scheme: {mode}\)" content=")[^"]*'
        html = re.sub(pattern, rf"\g<1>{values['page']}", html)
    return html


def _own_theme(draft: Draft) -> str:
    """Adds a few colour variables to a project that has none; the stylesheet's path, empty when there is none."""
    path = next((each for each in draft.project.styles if each in draft.project.files), "")
    if path:
        dark = "color-scheme: dark" in draft.text(path)
        theme = Theme(DARK | {"accent": "#9db1ff"} if dark else LIGHT | {"accent": _BLUE}, {})
        own = _OWN.format(theme.scheme, _lines("  ", theme.light))
        draft.write(path, draft.text(path).rstrip("\n") + "\n" + own)
        draft.assumed.append(f"The project had no colour variables, so a few were added at the end of {path}.")
    return path


def _moved(values: dict[str, str], otherwise: Mapping[str, str], hue: str) -> dict[str, str]:
    """The colours of a mode: those that are there when they fit it."""
    page = parse(values.get("page", ""))
    fits = page is not None and is_dark(page) == is_dark(otherwise["page"])
    kept = _palette(values if fits else {}, otherwise)
    made = accent(hue, kept)
    is_same = fits and values["accent"] == hue and "accent-soft" in values
    same = {name: values[name] for name in made if is_same}
    return kept | made | same | {name: values[name] for name in ("highlight",) if name in values}


def _root(css: str) -> re.Match[str] | None:
    return next((block for block in _ROOT.finditer(css) if {"accent", "page"} <= set(_variables(block[1]))), None)


def _palette(values: Mapping[str, str], otherwise: Mapping[str, str]) -> dict[str, str]:
    return {name: parse(values.get(name, "")) or colour for name, colour in otherwise.items()}


def _variables(body: str) -> dict[str, str]:
    return {name: value.strip() for name, value in _VARIABLE.findall(body)}


def _lines(pad: str, values: Mapping[str, str]) -> str:
    return "".join(f"{pad}--{name}: {value};\n" for name, value in values.items())
