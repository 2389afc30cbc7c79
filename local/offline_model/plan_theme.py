"""Colours, modes, fonts and corners."""

from collections.abc import Callable

from local.offline_model.colours import DARK, LIGHT
from local.offline_model.draft import Draft
from local.offline_model.intents import Accent, Background, Corners, Font, Intent, Mode, TextColour
from local.offline_model.project import INDEX
from local.offline_model.theme import (
    Theme,
    meta_colours,
    read_theme,
    with_accent,
    with_background,
    with_mode,
    with_text,
    with_value,
    write_theme,
)

FONTS = {
    "serif": 'Georgia, "Iowan Old Style", "Times New Roman", serif',
    "sans": '"Inter Variable", system-ui, sans-serif',
    "mono": 'ui-monospace, "Cascadia Code", Menlo, Consolas, monospace',
}
_MODES = {
    "dark": "The theme is dark on every device.",
    "light": "The theme is light on every device.",
    "auto": "The theme follows the device, light or dark.",
}
_OWN = """
/* Colours chosen by request. */
:root {{
  color-scheme: {scheme};
  --page: {page};
  --surface: {surface};
  --line: {line};
  --ink: {ink};
  --muted: {muted};
  --accent: {accent};
}}

body {{
  background: var(--page);
  color: var(--ink);
}}

h1,
h2,
h3 {{
  color: inherit;
}}

a {{
  color: var(--accent);
}}
"""


def apply_theme(intent: Intent, draft: Draft) -> None:
    """Carries out an intent about the look; tells what it did."""
    change, said = _change(intent)
    path = next((each for each in draft.project.styles if read_theme(draft.text(each))), None)
    if path is None:
        path = _own_theme(draft)
    theme = read_theme(draft.text(path)) if path else None
    if path is None or theme is None:
        draft.missing.append("I found no stylesheet to change the look in.")
        return
    after = change(theme)
    changed = draft.write(path, write_theme(draft.text(path), after))
    if INDEX in draft.project.files:
        draft.write(INDEX, meta_colours(draft.text(INDEX), after))
    draft.done.append(said if changed else f"{said} It already was so.")


def _change(intent: Intent) -> tuple[Callable[[Theme], Theme], str]:
    match intent:
        case Accent():
            return (
                lambda theme: with_accent(theme, intent.colour),
                f"The accent colour is {intent.words} now, adjusted so that text stays readable in light and dark.",
            )
        case Background():
            return lambda theme: with_background(theme, intent.colour), f"The background is {intent.words} now."
        case TextColour():
            return (
                lambda theme: with_text(theme, intent.colour),
                f"The text is {intent.words} now, as far as it can still be read.",
            )
        case Mode():
            return lambda theme: with_mode(theme, intent.mode), _MODES[intent.mode]
        case Font():
            return lambda theme: _fonts(theme, FONTS[intent.kind]), f"Headings and text use a {intent.kind} font."
        case Corners():
            corner = "0rem" if intent.kind == "square" else "1.75rem"
            return lambda theme: with_value(theme, "corner", corner), f"Corners are {intent.kind} now."
        case _:
            raise TypeError(f"{intent!r} is not about the look")


def _fonts(theme: Theme, family: str) -> Theme:
    return with_value(with_value(theme, "font-body", family), "font-heading", family)


def _own_theme(draft: Draft) -> str | None:
    """Adds a few colour variables to a project that has none."""
    path = next((each for each in draft.project.styles if each in draft.project.files), None)
    if path is None:
        return None
    dark = "color-scheme: dark" in draft.text(path)
    palette, accent = (DARK, "#9db1ff") if dark else (LIGHT, "#2747d8")
    block = _OWN.format(scheme="dark" if dark else "light", accent=accent, **vars(palette))
    draft.write(path, draft.text(path).rstrip("\n") + "\n" + block)
    draft.assumed.append(f"The project had no colour variables, so a few were added at the end of {path}.")
    return path
