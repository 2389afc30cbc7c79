import pytest

from local.offline_model.colours import contrast
from local.offline_model.theme import (
    meta_colours,
    read_theme,
    with_accent,
    with_background,
    with_mode,
    with_text,
    with_value,
    write_theme,
)
from shared.services.assets.load_templates import load_templates

PACKS = ["react", "vue", "svelte", "vanilla"]


@pytest.fixture(params=PACKS)
def css(request: pytest.FixtureRequest) -> str:
    return load_templates()[request.param].files["src/styles/theme.css"].decode()


def test_writing_a_theme_back_changes_nothing(css: str) -> None:
    theme = read_theme(css)
    assert theme
    assert write_theme(css, theme) == css


def test_dark_is_dark_on_every_device_and_can_be_taken_back(css: str) -> None:
    theme = read_theme(css)
    assert theme
    dark = write_theme(css, with_mode(theme, "dark"))
    assert "prefers-color-scheme" not in dark
    assert "color-scheme: dark;" in dark
    assert f"--page: {theme.dark['page']};" in dark
    again = read_theme(dark)
    assert again
    auto = read_theme(write_theme(dark, with_mode(again, "auto")))
    assert auto
    assert auto.scheme == "light dark"
    assert (auto.light["page"], auto.dark["page"]) == (theme.light["page"], theme.dark["page"])
    assert contrast(auto.light["accent"], auto.light["page"]) >= 4.5


def test_an_accent_stays_when_the_mode_changes(css: str) -> None:
    theme = read_theme(css)
    assert theme
    green = with_accent(theme, "#178a3a")
    assert with_mode(green, "light").light["accent"] == green.light["accent"]
    assert with_mode(green, "dark").light["accent"] == green.dark["accent"]


def test_a_background_is_the_same_on_every_device(css: str) -> None:
    theme = read_theme(css)
    assert theme
    changed = with_background(theme, "#1b2a5e")
    assert (changed.light["page"], changed.dark, changed.scheme) == ("#1b2a5e", {}, "dark")
    assert contrast(changed.light["ink"], "#1b2a5e") >= 4.5
    assert contrast(changed.light["accent"], "#1b2a5e") >= 4.5


def test_text_in_the_colour_of_the_page_is_moved_until_it_can_be_read(css: str) -> None:
    theme = read_theme(css)
    assert theme
    assert contrast(with_text(theme, theme.light["page"]).light["ink"], theme.light["page"]) >= 4.5


def test_a_value_that_was_not_there_is_added(css: str) -> None:
    theme = read_theme(css)
    assert theme
    assert "--spare: 3px;" in write_theme(css, with_value(theme, "spare", "3px"))


@pytest.mark.parametrize(
    "css", ["", "body { color: red }", ":root { --accent: red; }", "@media (prefers-color-scheme: dark) {"]
)
def test_a_stylesheet_without_a_theme_has_none(css: str) -> None:
    assert read_theme(css) is None


def test_the_browser_bar_follows_the_page() -> None:
    pack = load_templates()["react"]
    theme = read_theme(pack.files["src/styles/theme.css"].decode())
    assert theme
    html = meta_colours(pack.files["index.html"].decode(), with_background(theme, "#123456"))
    assert html.count("#123456") == 2
