"""What looks like a heading."""

import pytest

from shared.domain.planning.headings import (
    HEADINGS_MOST,
    Heading,
    bare_title,
    coarse,
    kind_in,
    lone_headings,
    plain_headings,
)


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
