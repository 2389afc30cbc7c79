"""What to say about a section that was added."""

from local.offline_model.components import figures
from local.offline_model.draft import Draft
from local.offline_model.intents import Add, Kind
from local.offline_model.view import Component

_ARTICLES: dict[Kind, str] = {
    "todo": "A to-do list",
    "counter": "A counter",
    "stopwatch": "A stopwatch",
    "countdown": "A timer",
    "calculator": "A calculator",
    "contact": "A contact form",
    "table": "A sortable table",
    "chart": "A chart",
    "about": "An about section",
    "features": "A list of features",
    "pricing": "A pricing section",
    "faq": "A section of questions and answers",
    "testimonials": "A section of voices",
    "gallery": "A gallery",
    "words": "A section",
}


def said(add: Add, component: Component, *, again: bool, alone: bool) -> str:
    title = f" “{add.title}”" if add.title else ""
    what = f"{_ARTICLES[add.kind]}{title}"
    if again:
        return f"{what} was on the page already; it is written anew."
    return f"The page is {what[0].lower()}{what[1:]} now." if alone else f"{what} is on the page (#{component.anchor})."


def remark_on(add: Add, draft: Draft) -> None:
    if add.kind == "table" and add.data is None:
        draft.assumed.append("No data was pasted, so the table holds an example. Paste rows with commas or tabs.")
    if add.kind == "chart" and figures(add) and (add.data is None or figures(add) == figures(Add("chart"))):
        draft.assumed.append("No figures were given, so the chart shows an example. Write them like “Jan 10, Feb 20”.")
    if add.option == "pie":
        draft.assumed.append("The offline demonstration draws bars and lines; the pie became bars.")
    if add.kind in ("todo", "counter"):
        draft.assumed.append("What visitors enter is kept in their own browser.")
    if add.kind == "contact":
        draft.assumed.append("There is no server: messages are checked and kept in the visitor's browser only.")
    if add.kind in ("about", "pricing", "faq", "testimonials", "gallery", "features", "words"):
        draft.assumed.append("The words and pictures of the new section are placeholders.")
