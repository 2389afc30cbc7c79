"""What looks like a heading; the tree of sections, its hashes, and the paragraphs in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.planning.headings import (
    HEADINGS_MOST,
    Heading,
    bare_title,
    coarse,
    kind_in,
    lone_headings,
    plain_headings,
)
from shared.domain.planning.sections import (
    Section,
    line_starts,
    paragraphs_of,
    path_to,
    section_at,
    sections_of,
)

TEXT = """\
Before all.

# Shop
A shop sells.

## Cart
- one item
- another
  with a second line

It is kept.

# Desk
```
# no heading

still code
```
"""


def tree(text: str) -> list[Section]:
    lines = text.split("\n")
    marks = [(number, line) for number, line in enumerate(lines) if line.startswith("#") and "no heading" not in line]
    headings = [Heading(at, at + 1, line.index(" "), line.lstrip("# ")) for at, line in marks]
    return sections_of(text, headings, line_starts(text))


def test_sections_lie_in_each_other_and_know_where_they_end() -> None:
    sections = tree(TEXT)
    assert [(one.title, one.parent) for one in sections] == [("", None), ("Shop", 0), ("Cart", 1), ("Desk", 0)]
    shop, cart, desk = sections[1:]
    assert shop.end == cart.end == desk.start and desk.end == len(TEXT)
    assert TEXT[shop.body : shop.own_end].strip() == "A shop sells."
    assert path_to(sections, 2) == ["Shop", "Cart"]
    assert section_at(sections, TEXT.index("another")).title == "Cart"
    assert section_at(sections, 0).title == ""


def test_paragraphs_are_blocks_items_and_whole_pieces_of_code() -> None:
    sections = tree(TEXT)
    found = [
        (TEXT[one.start : one.end].strip(), one.section) for one in paragraphs_of(TEXT, sections, line_starts(TEXT))
    ]
    assert found == [
        ("Before all.", 0),
        ("A shop sells.", 1),
        ("- one item", 2),
        ("- another\n  with a second line", 2),
        ("It is kept.", 2),
        ("```\n# no heading\n\nstill code\n```", 3),
    ]


def test_a_hash_is_of_words_and_of_what_lies_inside() -> None:
    before, same, changed = (
        tree(TEXT),
        tree(TEXT.replace("A shop sells.", "A   shop\nsells. ")),
        tree(TEXT.replace("another", "a third")),
    )
    assert [one.own_hash for one in before] == [one.own_hash for one in same]
    assert [a.own_hash == b.own_hash for a, b in zip(before, changed, strict=True)] == [True, True, False, True]
    assert [a.whole_hash == b.whole_hash for a, b in zip(before, changed, strict=True)] == [False, False, False, True]


def test_an_epic_lies_inside_its_phase_at_the_same_level() -> None:
    headings = [
        Heading(0, 1, 2, "Phase 1", "phase"),
        Heading(1, 2, 2, "Epic: A", "epic"),
        Heading(2, 3, 2, "Epic: B", "epic"),
        Heading(3, 4, 2, "Phase 2", "phase"),
    ]
    text = "Phase 1\nEpic: A\nEpic: B\nPhase 2\n"
    assert [one.parent for one in sections_of(text, headings, line_starts(text))] == [None, 0, 1, 1, 0]


lines = st.lists(st.sampled_from(["# A", "## B", "### C", "words", "more words", "", "- item", "```"]), max_size=40)


@given(lines)
def test_every_sign_that_is_no_heading_is_in_exactly_one_paragraph(made: list[str]) -> None:
    text = "\n".join(made)
    sections = tree(text)
    covered = [0] * len(text)
    for paragraph in paragraphs_of(text, sections, line_starts(text)):
        assert (
            sections[paragraph.section].body <= paragraph.start < paragraph.end <= sections[paragraph.section].own_end
        )
        for place in range(paragraph.start, paragraph.end):
            covered[place] += 1
    for section in sections:
        for place in range(section.body, section.own_end):
            assert covered[place] == 1 or (covered[place] == 0 and text[place].isspace())


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Phase 1", "phase"),
        ("Phase 2: The shop", "phase"),
        ("PHASE III - Later", "phase"),
        ("**Epic: Sign-in**", "epic"),
        ("3.1 Feature: Search", "feature"),
        ("User story 4: As a guest", "story"),
        ("Task - write it", "task_spec"),
        ("Phases of the moon", None),
        ("Phase out old clients", None),
        ("Epics", None),
        ("Storyline of the film", None),
        ("Release notes", None),
        ("Release 2", "phase"),
    ],
)
def test_a_title_may_name_its_own_kind(title: str, kind: str | None) -> None:
    assert kind_in(title) == kind


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("2.1 Epic: Sign-in", "sign-in"),
        ("MVP", "mvp"),
        ("  Search   results ", "search results"),
        ("Phase 1", "phase 1"),
    ],
)
def test_titles_are_compared_without_numbers_and_kinds(title: str, bare: str) -> None:
    assert bare_title(title) == bare


def test_a_plain_text_has_headings_by_number_name_capitals_and_rules() -> None:
    text = """\
THE BOOK OF ORDERS

1 Orders

An order has lines. It says 2. of something.

1.1 Adding a line

1. first do this
2. then do that

Phase 2: Later
This begins at once.

Payments
~~~~~~~~
By card, as everybody does.
"""
    found = plain_headings(text.split("\n"))
    assert [(one.title, one.level) for one in found] == [
        ("THE BOOK OF ORDERS", 1),
        ("1 Orders", 1),
        ("1.1 Adding a line", 2),
        ("Phase 2: Later", 1),
        ("Payments", 1),
    ]
    assert [one.kind for one in found][3] == "phase" and found[-1].end - found[-1].line == 2


def test_a_list_of_short_lines_is_no_outline() -> None:
    assert plain_headings([line for _ in range(50) for line in ("Green apples", "")]) == []


def test_one_of_two_lines_may_be_a_kind_in_markdown() -> None:
    lines = ["**Epic: Sign-in**", "", "An epic sentence."]
    assert lone_headings(lines, [0, 2]) == [Heading(0, 1, 8, "Epic: Sign-in", "epic")]


def test_a_sentence_that_begins_with_a_kind_is_no_heading() -> None:
    lines = ["Phase 2 needs a server.", "", "Phase 3: all the rest"]
    assert [each.title for each in lone_headings(lines, [0, 2])] == ["Phase 3: all the rest"]
    assert [each.title for each in plain_headings(lines)] == ["Phase 3: all the rest"]


def test_of_too_many_headings_the_inner_ones_are_left_out() -> None:
    outer = [Heading(number * 10, number * 10 + 1, 1, "Outer") for number in range(100)]
    inner = [Heading(number, number + 1, 2, "Inner") for number in range(HEADINGS_MOST)]
    assert coarse(outer + inner) == outer
    assert len(coarse(inner * 2)) == HEADINGS_MOST
