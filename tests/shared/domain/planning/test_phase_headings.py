"""Headings that call themselves phases are the phases, however a document marks them.

The documents are drawn by one rule: a title, a paragraph about the whole, three phases in one way of writing them, each
with a heading and a sentence inside, and a closing section that is no phase.
"""

import pytest

from shared.domain.planning.drafts import heading_drafts
from shared.domain.planning.headings import kind_in
from shared.services.planning.read_outline import read_outline

NAMES = ("Foundations", "Bookings", "Reports")
SHAPES = {
    "a number": "## Phase {n}",
    "a number and a name": "## Phase {n}: {name}",
    "a deeper level": "### Phase {n} - {name}",
    "a dash in German": "## Phase {n} \u2013 {name}",
    "bold": "**Phase {n}: {name}**",
    "bold with nothing after": "**Phase {n}:**",
    "a bold heading": "## **Phase {n}: {name}**",
    "a chapter's number": "## {n}. Phase {n}: {name}",
    "a German order": "## {n}. Phase: {name}",
    "a word": "## Phase {word}: {name}",
    "an ordinal": "## {ordinal} phase: {name}",
    "a Roman number": "## Phase {roman} - {name}",
    "a picture": "## \U0001f680 Phase {n}: {name}",
    "milestones": "## Milestone {n}",
    "German milestones": "## Meilenstein {n}: {name}",
    "stages": "## Stage {n} ({name})",
    "a number sign": "## Phase #{n}: {name}",
}


def document(shape: str) -> str:
    phases = []
    for n, name in enumerate(NAMES, 1):
        said = {"word": ("One", "Two", "Three")[n - 1], "ordinal": ("First", "Second", "Third")[n - 1]}
        heading = shape.format(n=n, name=name, roman="I" * n, **said)
        inside = "" if shape.startswith("**") else f"#### {name} in detail\n\n"
        phases.append(f"{heading}\n\n{inside}The page shows {name.lower()} of the day.\n")
    return "\n".join(["# The harbour office\n\nIt is for the harbour.\n", *phases, "## Notes\n\nNo login.\n"])


def outermost(text: str) -> list[tuple[str, str]]:
    drafts = heading_drafts(read_outline(text, "markdown").sections, "The document")
    return [(one.kind, one.title) for one in drafts.values() if one.parent is None]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_three_phases_under_one_title_are_the_phases(shape: str) -> None:
    phases = [title for kind, title in outermost(document(shape)) if kind == "phase"]
    assert len(phases) == 3, phases
    assert "The harbour office" not in phases


def test_document_without_phases_is_one_phase_called_as_its_title() -> None:
    text = "# The harbour office\n\nIt is small.\n\n## Bookings\n\nOne books.\n\n## Reports\n\nOne reads.\n"
    assert outermost(text) == [("phase", "The harbour office")]


@pytest.mark.parametrize(
    "title", ["Phase plan", "Phases", "Staged release", "Milestones", "First phases of work", "Phase out the old page"]
)
def test_other_titles_are_no_phases(title: str) -> None:
    assert kind_in(title) is None
