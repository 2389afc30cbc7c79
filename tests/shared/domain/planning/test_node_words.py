"""What a run is told of the document: under a heading all that stands there, of a requirement its quotes."""

from devkit.fakes.planned import a_blueprint, a_node
from devkit.fakes.samples import an_app
from shared.domain.planning.node_words import words_of
from shared.domain.planning.plan_node import Anchor, PlanNode

TEXT = (
    "# Shop\n\n## Phase 1\n\nLarge letters.\n\n### Call us\n\nThe number is 0341 555 0142.\n\n## Phase 2\n\nA board.\n"
)

BLUEPRINT = a_blueprint(an_app())


def _anchor(words: str) -> Anchor:
    start = TEXT.index(words)
    return Anchor(start=start, end=start + len(words), quote_hash="x")


def _node(key: str, *words: str, quoted: bool = False, parent: str | None = None) -> PlanNode:
    anchors = tuple(map(_anchor, words))
    return a_node(BLUEPRINT, id=key, parent_id=parent, title=key, anchors=anchors, quoted=quoted)


PHASE = _node("one", "## Phase 1", "A board.")
CALL = _node("call", "### Call us", parent="one")
NUMBER = _node("number", "The number is 0341 555 0142.", quoted=True, parent="call")
NEXT = _node("two", "## Phase 2")
NODES = (NEXT, NUMBER, CALL, PHASE)


def test_a_heading_has_all_below_it_up_to_the_next_that_is_not_inside() -> None:
    said = words_of(PHASE, NODES, TEXT)
    assert said == [TEXT[TEXT.index("## Phase 1") : TEXT.index("## Phase 2")], "A board."]
    assert "0341 555 0142" in said[0]


def test_the_last_heading_goes_to_the_end() -> None:
    assert words_of(NEXT, NODES, TEXT) == ["## Phase 2\n\nA board.\n"]


def test_what_was_moved_into_a_heading_is_of_its_words() -> None:
    board = _node("board", "A board.", quoted=True, parent="call")
    said = words_of(CALL, (NEXT, NUMBER, board, CALL, PHASE), TEXT)
    assert said == [TEXT[TEXT.index("### Call us") : TEXT.index("## Phase 2")], "A board."]


def test_a_requirement_has_its_quotes_alone() -> None:
    assert words_of(NUMBER, NODES, TEXT) == ["The number is 0341 555 0142."]


def test_a_node_without_a_place_has_no_words() -> None:
    assert words_of(_node("none"), NODES, TEXT) == []
