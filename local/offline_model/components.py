"""From what was asked for to the component that answers it."""

from local.offline_model.blocks import words
from local.offline_model.blocks.calculator import calculator
from local.offline_model.blocks.chart import chart
from local.offline_model.blocks.clocks import countdown, stopwatch
from local.offline_model.blocks.contact import contact
from local.offline_model.blocks.counter import counter
from local.offline_model.blocks.parts import pascal, slug
from local.offline_model.blocks.table import table
from local.offline_model.blocks.todo import todo
from local.offline_model.intents import Add, Data, Kind
from local.offline_model.tabular import figures_of
from local.offline_model.view import Component

TITLES: dict[Kind, str] = {
    "todo": "To-do list",
    "counter": "Counter",
    "stopwatch": "Stopwatch",
    "countdown": "Timer",
    "calculator": "Calculator",
    "contact": "Get in touch",
    "table": "Table",
    "chart": "Chart",
    "about": "About us",
    "features": "What you get",
    "pricing": "Plans and prices",
    "faq": "Questions and answers",
    "testimonials": "What people say",
    "gallery": "Gallery",
    "words": "A new section",
}
NAMES: dict[Kind, str] = {
    "todo": "TodoList",
    "counter": "Counter",
    "stopwatch": "Stopwatch",
    "countdown": "Countdown",
    "calculator": "Calculator",
    "contact": "Contact",
    "table": "DataTable",
    "chart": "Chart",
    "about": "About",
    "features": "FeatureList",
    "pricing": "Pricing",
    "faq": "Faq",
    "testimonials": "Testimonials",
    "gallery": "Gallery",
}
EXAMPLE_TABLE = Data(
    ("Name", "City", "Visits"), (("Ada", "London", "12"), ("Grace", "New York", "8"), ("Linus", "Helsinki", "15"))
)
EXAMPLE_FIGURES = [("Mon", 12.0), ("Tue", 18.0), ("Wed", 9.0), ("Thu", 22.0), ("Fri", 16.0)]


def component_for(add: Add, *, level: int) -> Component:
    """The component, its heading at `level`."""
    title = add.title or TITLES[add.kind]
    match add.kind:
        case "todo":
            return todo(title, level=level)
        case "counter":
            return counter(title, level=level)
        case "stopwatch":
            return stopwatch(title, level=level)
        case "countdown":
            return countdown(title, chosen=max(1, min(180, int(add.option or 5))), level=level)
        case "calculator":
            return calculator(title, level=level)
        case "contact":
            return contact(title, level=level)
        case "table":
            data = add.data or EXAMPLE_TABLE
            return table(title, data.columns, data.rows, level=level)
        case "chart":
            return chart(title, figures(add), kind="line" if add.option == "line" else "bar", level=level)
        case _:
            return _words(add.kind, title, level)


def figures(add: Add) -> list[tuple[str, float]]:
    """The figures of a chart: those that were given, or an example."""
    return (figures_of(add.data) if add.data else []) or EXAMPLE_FIGURES


def page_for(name: str) -> Component:
    """A page of its own."""
    return words.page(name, anchor=slug(name), name=f"{pascal(name)}Page")


def _words(kind: Kind, title: str, level: int) -> Component:
    match kind:
        case "about":
            return words.about(title, level=level)
        case "features":
            return words.features(title, level=level)
        case "pricing":
            return words.pricing(title, level=level)
        case "faq":
            return words.faq(title, level=level)
        case "testimonials":
            return words.testimonials(title, level=level)
        case "gallery":
            return words.gallery(title, level=level)
        case _:
            return words.plain(title, anchor=slug(title), name=pascal(title), level=level)
