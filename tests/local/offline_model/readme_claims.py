"""What README says of the offline model, as requests; README's own words are read, so that neither goes its own way."""

import re

from toolchain.repository import REPOSITORY

_LIST = re.compile(r"edits for simple requests \((?P<items>[^)]+?)\s*\.\.\.\)")
_KINDS = {
    "titles": ("Change the title to Fresh bread daily", "Fresh bread daily"),
    "colours": ("Make it dark green", "--accent"),
    "sections": ("Add an FAQ section", "Questions and answers"),
}
"""The plural words of the list: a request of that kind, and words that its change holds."""

STRANGERS = (
    "Please build a website that makes stock reports, with information and analysis of stocks.",
    "Please build a neighborhood map on the web that compares data of different areas.",
    "Please build a dashboard for several companies that manages and shows the financial data of each.",
    "Please build a sports analytics website with betting data and analysis for basketball.",
    "Please build a dashboard website that shows regulatory policies.",
    "Please build a solar dashboard that shows solar data in real time and of the past.",
    "Please develop a Texas Hold'em poker game for the web with a game lobby, table games and a chat.",
    "Please build an online trivia contest app that hosts knowledge competitions.",
    "Please build a chess web application where users play chess online.",
    "Please build a wheel of fortune website where users spin the wheel to win prizes.",
)
"""Ten requests of strangers in other words, drawn by the rule in the decision about the offline model."""


def readme() -> str:
    """README on one line."""
    return " ".join((REPOSITORY / "README.md").read_text().split())


def claimed() -> list[tuple[str, str]]:
    """A request for each thing in README's list, and words that its change holds."""
    found = _LIST.search(readme())
    assert found is not None, "README no longer lists what the offline model makes"
    items = [item.strip() for item in found["items"].split(",")]
    return [_KINDS.get(item, (f"Add {item}", item.removeprefix("a ").split("-")[0])) for item in items]
