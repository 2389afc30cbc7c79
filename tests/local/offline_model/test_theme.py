import pytest

from local.offline_model.colours import contrast, parse
from local.offline_model.intents import Look
from local.offline_model.theme import Theme, meta_colours, read_theme, write_theme
from shared.services.assets.load_templates import load_templates

GREEN, NAVY = Look("accent", "#178a3a"), Look("background", "#1b2a5e")
DARK, LIGHT, AUTO = (Look("mode", mode) for mode in ("dark", "light", "auto"))


@pytest.fixture(params=["react", "vue", "svelte", "vanilla"])
def css(request: pytest.FixtureRequest) -> str:
    return load_templates()[request.param].files["src/styles/theme.css"].decode()


@pytest.fixture
def theme(css: str) -> Theme:
    found = read_theme(css)
    assert found
    return found


def test_writing_a_theme_back_changes_nothing(css: str, theme: Theme) -> None:
    assert write_theme(css, theme) == css


def test_dark_is_dark_on_every_device_and_can_be_taken_back(css: str, theme: Theme) -> None:
    dark = write_theme(css, theme.with_look(DARK))
    assert "prefers-color-scheme" not in dark
    assert "color-scheme: dark;" in dark
    assert f"--page: {theme.dark['page']};" in dark
    again = read_theme(dark)
    assert again
    auto = read_theme(write_theme(dark, again.with_look(AUTO)))
    assert auto
    assert auto.scheme == "light dark"
    assert (auto.light["page"], auto.dark["page"]) == (theme.light["page"], theme.dark["page"])
    assert contrast(auto.light["accent"], auto.light["page"]) >= 4.5


def test_an_accent_stays_when_the_mode_changes(theme: Theme) -> None:
    green = theme.with_look(GREEN)
    assert green.with_look(LIGHT).light["accent"] == green.light["accent"]
    assert green.with_look(DARK).light["accent"] == green.dark["accent"]


def test_a_background_is_the_same_on_every_device(theme: Theme) -> None:
    changed = theme.with_look(NAVY)
    assert (changed.light["page"], changed.dark, changed.scheme) == ("#1b2a5e", {}, "dark")
    assert contrast(changed.light["ink"], "#1b2a5e") >= 4.5
    assert contrast(changed.light["accent"], "#1b2a5e") >= 4.5


def test_text_in_the_colour_of_the_page_is_moved_until_it_can_be_read(theme: Theme) -> None:
    page = theme.light["page"]
    assert contrast(theme.with_look(Look("text", page)).light["ink"], page) >= 4.5


@pytest.mark.parametrize("look", [GREEN, NAVY, DARK, LIGHT, AUTO])
def test_colours_in_another_notation_are_no_obstacle(look: Look) -> None:
    theme = read_theme(":root {\n  --page: rgb(1 2 3);\n  --accent: var(--brand);\n}\n")
    assert theme
    assert parse(theme.with_look(look).light["accent"])


def test_a_value_that_was_not_there_is_added(css: str, theme: Theme) -> None:
    assert "--spare: 3px;" in write_theme(css, theme._replace(light=theme.light | {"spare": "3px"}))


@pytest.mark.parametrize(
    "css", ["", "body { color: red }", ":root { --accent: red; }", "@media (prefers-color-scheme: dark) {"]
)
def test_a_stylesheet_without_a_theme_has_none(css: str) -> None:
    assert read_theme(css) is None


def test_the_browser_bar_follows_the_page(theme: Theme) -> None:
    page = load_templates()["react"].files["index.html"].decode()
    assert meta_colours(page, theme.with_look(NAVY)).count("#1b2a5e") == 2
