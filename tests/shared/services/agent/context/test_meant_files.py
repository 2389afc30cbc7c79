"""What people ask of an app, in their own words: the file that has to change is among those shown whole."""

import re
from pathlib import PurePosixPath

import pytest

from devkit.fakes.samples import a_run, a_turn, an_app
from shared.services.agent.context.choose_files import choose_files
from shared.services.assets.load_prompt import load_prompt
from shared.services.assets.load_templates import load_templates

APPS = {key: pack.files for key, pack in load_templates().items() if key.endswith("-app")}
SAID = {
    "the delete button should ask first": "projectspage dialog",
    "add a dark mode toggle": "theme",
    "make the sidebar narrower": "layout app",
    "Rename the app to Fieldnotes": "content",
    "let me export my data as a CSV file": "settingspage",
    "The 404 page should have a search box": "notfoundpage",
    "make all buttons rounder": "ui button",
    "Add a priority to projects: low, normal, high": "projectform",
    "change the accent colour to orange": "theme",
    "use green instead of teal everywhere": "theme",
    "toasts should disappear after three seconds": "toasts",
    "dates should look like 31.12.2026": "dates",
    "the table should remember how I sorted it": "table",
    "greet me with Good morning before noon and Good evening later": "overviewpage",
    "the popup for a new project should close when I click outside": "dialog modal",
    "I want a bigger font": "theme",
    "tell me when saving fails because the browser is full": "storagenotice storage",
    "the menu on my phone covers the last row": "navigation",
    "error: Cannot read properties of undefined (reading 'due')": "projectform projects projectspage",
    "the dropdown needs a placeholder": "selectfield field",
    "replace the logo with a leaf": "logo",
    "Der Löschen-Knopf soll erst nachfragen": "projectspage dialog",
    "Mach den Dunkelmodus umschaltbar": "theme",
    "Ein neues Projekt soll in zwei Wochen fällig sein, nicht in einer": "projects projectform",
    "Die Tabelle soll auf dem Handy besser aussehen": "table",
    "confirm before everything is wiped in the settings": "settingspage",
}


def shown(message: str, app: str, before: str = "") -> list[str]:
    """The names of the files shown, without what a framework puts around them."""
    turns = [a_turn(a_run(an_app()), prompt=before)] if before else []
    chosen = choose_files(a_run(an_app(), message=message), APPS[app], turns, 80_000)
    names = [PurePosixPath(path).name.partition(".")[0].lower() for path, _ in chosen.files]
    return [re.sub(r"^(?:ui|app)(?=.)", "", name) for name in names]


@pytest.mark.parametrize("app", sorted(APPS))
@pytest.mark.parametrize("message", SAID)
def test_the_file_that_has_to_change_is_shown(message: str, app: str) -> None:
    assert set(SAID[message].split()) & set(shown(message, app))


@pytest.mark.parametrize("app", sorted(APPS))
def test_what_is_shown_for_them_stays_small(app: str) -> None:
    runs = [a_run(an_app(), message=message) for message in SAID]
    sizes = [sum(len(text) for _, text in choose_files(run, APPS[app], [], 80_000).files) for run in runs]
    assert sum(sizes) / len(sizes) < 11_000 and max(sizes) < 20_000


@pytest.mark.parametrize("app", sorted(APPS))
def test_a_follow_up_without_a_subject_goes_on_from_the_message_before(app: str) -> None:
    assert "dates" in shown("no, with two digits please", app, "dates should look like 31.12.2026")
    assert "logo" in shown("replace the logo with a leaf", app, "dates should look like 31.12.2026")


@pytest.mark.parametrize("app", sorted(APPS))
@pytest.mark.parametrize(
    "message", ["replace the logo with a leaf", "add a dark mode toggle", "dates should look like 31.12."]
)
def test_a_long_message_before_does_not_drown_a_short_one(app: str, message: str) -> None:
    long = "Turn the starter into a planner: " + " ".join(said for said in SAID if said not in message)
    assert {"logo", "theme", "dates"} & set(shown(message, app, long)) >= {
        name for name in ("logo", "theme", "dates") if name in shown(message, app)
    }


def test_a_long_message_about_something_new_shows_no_large_file_that_has_few_of_its_words() -> None:
    message = (
        "I want a simple recipe box instead of what is there. Each recipe has a title, servings, ingredients with "
        "amounts and steps. When I change the servings the amounts follow. I can mark a recipe as favourite, filter by "
        "favourites and by ingredient, and print one recipe on a single sheet of paper without buttons and pictures."
    )
    for app in APPS:
        sizes = [len(text) for _, text in choose_files(a_run(an_app(), message=message), APPS[app], [], 80_000).files]
        assert sum(size for size in sizes if size > 2_500) == 0


CONFIGURED = {
    "serve the app below /shop/: change the base in the vite config": "vite",
    "turn on noUncheckedIndexedAccess in tsconfig": "tsconfig",
    "Schreib ins README, wie man die App startet": "readme",
}


@pytest.mark.parametrize("app", sorted(APPS))
@pytest.mark.parametrize("message", CONFIGURED)
def test_configuration_is_shown_to_those_who_name_it(message: str, app: str) -> None:
    """Coverage 0-43 and 1.13: it was never chosen, whatever a message said."""
    assert CONFIGURED[message] in shown(message, app)
    assert not set(CONFIGURED.values()) & set(shown("invite people by their address and read what they answer", app))


@pytest.mark.parametrize("app", sorted(APPS))
def test_tests_are_shown_to_those_who_speak_of_tests(app: str) -> None:
    assert "storage" in shown("the storage test fails on my machine", app)
    message = "the list of broken data in the storage, with the test id 'broken'"
    paths = choose_files(a_run(an_app(), message=message), APPS[app], [], 80_000).files
    assert not [path for path, _ in paths if path.startswith("tests/")]


def test_a_message_of_many_words_is_about_two_files_at_most() -> None:
    long = " ".join(SAID)
    few = choose_files(a_run(an_app(), message=long), APPS["react-app"], [], 80_000)
    assert len(few.files) <= 3, "the entry, and two"


@pytest.mark.parametrize(
    "message", ["", "?!", "\0", "'" * 5_000, "“" * 5_000, "aB" * 15_000, "日本語のボタン", "e\u0301" * 9_000]
)
def test_odd_messages_are_answered(message: str) -> None:
    assert "app" in shown(message, "react-app")


@pytest.mark.parametrize("app", sorted(APPS))
def test_a_repair_begins_with_the_failing_page_and_without_a_large_file_of_texts(app: str) -> None:
    """The prompt of a repair and what the browser reported share many words with the texts of an app."""
    line = "The page of the project could not find the browser, and no one has written a message"
    texts = "export const texts = {\n" + "".join(f'  line{n}: "{line} {n}",\n' for n in range(110)) + "};\n"
    (page,) = [path for path in APPS[app] if path.casefold().startswith("src/pages/settingspage.")]
    error = f"Uncaught TypeError: Cannot read properties of undefined (reading 'due')\n    at show ({page}:21:14)"
    turn = a_turn(a_run(an_app()), prompt="Build a page where my customers see the projects")
    repair = a_run(an_app(), message=f"{load_prompt('preview_failure')}\n{error}\nseen on the route /settings")
    chosen = choose_files(repair, {**APPS[app], "src/texts.ts": texts.encode()}, [turn], 80_000)
    paths = [path for path, _ in chosen.files]
    assert page in paths and "src/texts.ts" not in paths
