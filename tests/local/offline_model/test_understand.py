"""Messages as people write them, and what is made of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local.offline_model.intents import Add, Data, Intent, Look, Remove, Replace, Site, Words
from local.offline_model.understand import understand

BLUE, GREEN = "#1d4ed8", "#178a3a"


@pytest.mark.parametrize(
    ("message", "intents"),
    [
        (
            "a to-do list with a dark theme called Groceries",
            [Add("todo", title="Groceries", whole=True), Words("name", "Groceries"), Look("mode", "dark")],
        ),
        ("change the title to Hello World", [Words("title", "Hello World")]),
        ('Change the title to "My Shop" and make it blue', [Words("title", "My Shop"), Look("accent", BLUE, "blue")]),
        ("set the title to Fresh bread, daily.", [Words("title", "Fresh bread, daily")]),
        ('Make the heading say "Good morning"', [Words("title", "Good morning")]),
        ('Change the headline from "A good place to start" to "Hello there"', [Words("title", "Hello there")]),
        ("rename the app to Night Owl", [Words("name", "Night Owl")]),
        ("call it Groceries", [Words("name", "Groceries")]),
        ("make it blue", [Look("accent", BLUE, "blue")]),
        ("now make it #ff6600", [Look("accent", "#ff6600", "#ff6600")]),
        ("make the buttons green", [Look("accent", GREEN, "green")]),
        ("make it green with a dark theme", [Look("accent", GREEN, "green"), Look("mode", "dark")]),
        ("use a purple theme", [Look("accent", "#7e22ce", "purple")]),
        ("make the background white", [Look("background", "#ffffff", "white")]),
        ("make the text navy", [Look("text", "#1b2a5e", "navy")]),
        ("dark mode please", [Look("mode", "dark")]),
        ("switch to light mode", [Look("mode", "light")]),
        ("follow the system", [Look("mode", "auto")]),
        ("use a serif font and square corners", [Look("font", "serif"), Look("corners", "square")]),
        ("add an FAQ section", [Add("faq")]),
        ("add a contact form", [Add("contact")]),
        ("build me a to-do list", [Add("todo", whole=True)]),
        ("Build a shopping list", [Add("todo", title="Shopping list", whole=True)]),
        ("add a pomodoro timer and a stopwatch", [Add("stopwatch"), Add("countdown", option="25")]),
        (
            "a 3 minute timer and a calculator",
            [Add("countdown", option="3", whole=True), Add("calculator", whole=True)],
        ),
        ("add a 45-minute timer", [Add("countdown", option="45")]),
        ("add testimonials and a gallery", [Add("testimonials"), Add("gallery")]),
        ("add a section about our team", [Add("words", title="Team")]),
        (
            "a counter app called Reps with an orange accent",
            [Add("counter", title="Reps", whole=True), Words("name", "Reps"), Look("accent", "#e8710a", "orange")],
        ),
        ("add a page called Team", [Add("page", "Team")]),
        ("add an about page", [Add("page", "About")]),
        ("create a new page for our menu", [Add("page", "Menu")]),
        ("add an FAQ and a page called Our Team", [Add("faq"), Add("page", "Our Team")]),
        ("remove the steps section", [Remove("steps")]),
        ("remove the features and add pricing", [Remove("features"), Add("pricing")]),
        ('replace "Ready when you are" with "Now open"', [Replace("Ready when you are", "Now open")]),
        ('change the tagline to "We bake at night"', [Words("lead", "We bake at night")]),
        ('change the button to say "Order now"', [Words("primary", "Order now")]),
        ("change the footer to say Made in Rome.", [Words("footer", "Made in Rome")]),
        (
            "Make a landing page for my coffee shop called Crumb",
            [Site("coffee shop", "Crumb", ("about", "gallery", "testimonials", "contact"))],
        ),
        ("Create a portfolio", [Site("portfolio", "", ("gallery", "about", "contact"))]),
        (
            "make a site for Bob with pricing and an FAQ",
            [Site("Bob", "", ("pricing", "faq"))],
        ),
    ],
)
def test_what_people_ask_for(message: str, intents: list[Intent]) -> None:
    assert understand(message) == intents


@pytest.mark.parametrize(
    "message",
    [
        "",
        "hello",
        "what can you do?",
        "What is a to-do list?",
        "make the title bigger",
        "make it more professional",
        "please connect my database",
        "undo",
        "fix the bug where the olive branch is pink sometimes",
        "😀" * 50,
    ],
)
def test_what_is_not_understood_is_left_alone(message: str) -> None:
    assert understand(message) == []


def test_pasted_rows_become_a_table() -> None:
    (table,) = understand("add a table:\nName,Age\nAnn,30\nBob,25")
    assert table == Add("table", data=Data(("Name", "Age"), (("Ann", "30"), ("Bob", "25"))))


def test_prose_with_commas_is_no_table() -> None:
    intents = understand("Make me a to-do list, please.\nUse a dark theme, too.")
    assert intents == [Add("todo", whole=True), Look("mode", "dark")]


def test_figures_in_a_row_become_a_chart() -> None:
    (chart,) = understand("add a line chart of Jan 10, Feb 20.5 and Mar -3")
    assert isinstance(chart, Add)
    assert chart.option == "line"
    assert chart.data == Data(("Label", "Value"), (("Jan", "10"), ("Feb", "20.5"), ("Mar", "-3")))


@given(st.text(max_size=400))
def test_no_message_breaks_it(message: str) -> None:
    assert isinstance(understand(message), list)


@given(st.sampled_from(["change the title to", "call it", "add a page called"]), st.text(min_size=1, max_size=40))
def test_quoted_words_come_through_as_they_are(verb: str, name: str) -> None:
    clean = " ".join(name.replace('"', "").split()).strip("\"'“”\x02\x03").strip()
    if clean and "\x02" not in clean:
        found = understand(f'{verb} "{clean}"')
        assert found[0][1] in (clean, clean[:1].upper() + clean[1:])


@pytest.mark.parametrize("mark", ["\x020\x03", "\x0299\x03", "\x02" + "9" * 5_000 + "\x03", "\x02\u0663\x03"])
def test_marks_that_a_message_brings_along_name_no_piece(mark: str) -> None:
    first, *_ = understand(f"change the title to Shop {mark}")
    assert isinstance(first, Words) and first.text.startswith("Shop")
    understand(f'add a section called {mark} and {mark} "{mark}"')
