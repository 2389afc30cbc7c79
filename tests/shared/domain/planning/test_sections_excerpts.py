"""What a task's writer reads of the document: whole sections from their headings on, bounded in long ones."""

from shared.domain.planning.quotes import Place
from shared.domain.planning.sections import excerpts
from shared.services.planning.read_outline import read_outline

TEXT = """\
# Tickets

Introduction.

## Prices

Adults pay 14 euros. Children pay 6 euros.

Groups of ten pay 110 euros.

## Payment

Cash only.
"""


def _shown(text: str, *quotes: str) -> list[str]:
    places = [Place(text.index(quote), text.index(quote) + len(quote)) for quote in quotes]
    return excerpts(text, read_outline(text, "markdown").sections, places)


def test_excerpt_begins_at_the_heading_and_holds_the_section() -> None:
    assert _shown(TEXT, "Children pay 6 euros.") == [TEXT[TEXT.index("## Prices") : TEXT.index("## Payment")].strip()]


def test_sections_of_several_places_come_once_and_in_order() -> None:
    (shown,) = _shown(TEXT, "Cash only.", "Groups of ten", "Adults pay 14 euros.")
    assert shown.startswith("## Prices") and shown.endswith("Cash only.") and shown.count("Adults") == 1


def test_long_section_shows_its_heading_and_whole_lines_near_the_place() -> None:
    lines = [f"Line {number} is about something else entirely." for number in range(400)]
    text = "\n".join(["# Tickets", "", *lines[:200], "Adults pay 14 euros.", *lines[200:]])
    shown = _shown(text, "Adults pay 14 euros.")
    assert shown[0] == "# Tickets" and "Adults pay 14 euros." in shown[1]
    assert shown[1].startswith("Line ") and shown[1].endswith("entirely."), "no line is cut in its middle"
    assert sum(map(len, shown)) < 4_000
