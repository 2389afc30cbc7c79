"""From headings and requirements to one tree in the order of kinds."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.planning.drafts import Draft, children_of, rank_of, without_empty
from shared.domain.planning.plan_nodes_of import unplanned
from shared.domain.planning.quotes import Place
from shared.domain.planning.sections import line_starts, paragraphs_of
from shared.domain.planning.words import NODE_KINDS
from tests.shared.domain.planning.made import drafts, found, sections

PHASES = """\
# The shop
Why we build it.
## Overview
Nothing is asked here.
## Phase 1: Selling
### Orders
Guests can order.
#### Lines
An order has lines.
##### Prices
A line has a price.
###### Rounding
Prices are rounded.
## Phase 2: Later
Guests can return goods.
"""
PLAIN = """\
# The shop
## Orders
Guests can order.
## Returns
Guests can return goods.
"""


def shape(made: dict[str, Draft]) -> list[tuple[str, str, str | None]]:
    ordered = sorted(made.values(), key=lambda one: one.place)
    return [(one.title, one.kind, made[one.parent].title if one.parent else None) for one in ordered]


def test_headings_that_name_phases_are_the_outermost_nodes() -> None:
    assert shape(drafts(PHASES)) == [
        ("Overview", "epic", None),
        ("Phase 1: Selling", "phase", None),
        ("Orders", "epic", "Phase 1: Selling"),
        ("Lines", "feature", "Orders"),
        ("Prices", "story", "Lines"),
        ("Phase 2: Later", "phase", None),
    ]


def test_without_phases_the_whole_document_is_one() -> None:
    assert shape(drafts(PLAIN)) == [
        ("The shop", "phase", None),
        ("Orders", "epic", "The shop"),
        ("Returns", "epic", "The shop"),
    ]
    assert shape(drafts("No headings at all.")) == [("The document", "phase", None)]


def test_a_requirement_lies_under_its_heading_with_the_next_kind_at_least() -> None:
    made = drafts(
        PHASES,
        found(PHASES, "Guests can order.", "phase"),
        found(PHASES, "Prices are rounded.", "feature"),
        found(PHASES, "Guests can return goods.", "story"),
    )
    below = [one for one in shape(made) if one[0].endswith(".")]
    assert below == [
        ("Guests can order.", "feature", "Orders"),
        ("Prices are rounded.", "task_spec", "Prices"),
        ("Guests can return goods.", "story", "Phase 2: Later"),
    ]


def test_a_requirement_called_as_its_heading_or_as_another_is_that_node() -> None:
    text = "# All\n## 1. Orders\nGuests can order.\nGuests can order again.\n"
    made = drafts(
        text,
        found(text, "Guests can order.", title="Orders"),
        found(text, "Guests can order again.", title="ORDERS"),
    )
    assert [(one.title, len(one.quotes)) for one in made.values()] == [("All", 0), ("1. Orders", 2)]


def test_headings_that_ask_for_nothing_go_but_not_what_nobody_could_read() -> None:
    made = drafts(PHASES, found(PHASES, "Guests can order."))
    kept = without_empty(made, sections(PHASES), [])
    assert [one[0] for one in shape(kept)] == ["Phase 1: Selling", "Orders", "Guests can order.", "Phase 2: Later"]
    place = PHASES.index("Nothing is asked")
    kept = without_empty(made, sections(PHASES), [Place(place, place + 5)])
    assert "Overview" in [one[0] for one in shape(kept)]


def test_paragraphs_that_nobody_quotes_are_counted() -> None:
    made = drafts(PLAIN, found(PLAIN, "Guests can order."))
    paragraphs = list(paragraphs_of(PLAIN, sections(PLAIN), line_starts(PLAIN)))
    left = unplanned(paragraphs, made)
    assert [PLAIN[one.start : one.end].strip() for one in left] == ["Guests can return goods."]
    assert len(paragraphs) == 2 and unplanned(paragraphs, {}) == paragraphs


headings = st.sampled_from(
    ["# A", "## B", "## Phase 1", "### Epic: C", "#### D", "##### Story: E", "###### F", "## Task: G"]
)


@given(
    st.lists(headings, max_size=20), st.lists(st.tuples(st.integers(0, 30), st.sampled_from(NODE_KINDS)), max_size=20)
)
def test_every_plan_is_a_tree_in_the_order_of_kinds(titles: list[str], wanted: list[tuple[int, str]]) -> None:
    text = "Words first.\n" + "".join(f"{title} {n}\nThis is sentence {n} of it.\n" for n, title in enumerate(titles))
    sentences = [found(text, f"This is sentence {n} of it.", kind) for n, kind in wanted if n < len(titles)]  # type: ignore[arg-type]
    made = drafts(text, *sentences)
    for one in made.values():
        if one.parent is not None:
            assert rank_of(made[one.parent].kind) < rank_of(one.kind)
    quotes = {place for one in made.values() for place in one.quotes}
    assert quotes == {Place(one.start, one.end) for one in sentences}, "nothing that was found is lost"
    for siblings in children_of(made).values():
        assert all(a.place <= b.place for a, b in pairwise(siblings))
