"""Ids that survive a new version of the text, and what such a version has changed."""

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.planning.comparison import Version, compare_versions
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState
from tests.shared.domain.planning.made import NOW, found, nodes

FIRST = """\
# The shop
## Orders
Guests can order. An order has lines.
## Returns
Guests can return goods within 30 days.
"""
SECOND = """\
# The shop
A new first paragraph.
## Returns
Guests can return goods within 90 days.
An order has lines.
## Orders
Guests can order.
## Gifts
Guests can send a gift.
"""
WANTED = ("Guests can order.", "An order has lines.", "Guests can return goods within 30 days.")
LATER = (
    "Guests can return goods within 90 days.",
    "An order has lines.",
    "Guests can order.",
    "Guests can send a gift.",
)


def first() -> list[PlanNode]:
    return nodes(FIRST, *(found(FIRST, quote, title=quote[:18].strip()) for quote in WANTED))


def second(before: list[PlanNode]) -> list[PlanNode]:
    return nodes(SECOND, *(found(SECOND, quote, title=quote[:18].strip()) for quote in LATER), before=before)


def by_title(plan: list[PlanNode]) -> dict[str, str]:
    return {node.title: node.id for node in plan}


def task(node_id: str, state: TaskState, number: int) -> Task:
    fields = {"tenant_id": "t", "app_id": "a", "created_by": "u", "created_at": NOW, "updated_at": NOW}
    return Task.model_validate(
        fields | {"id": f"task_{number}", "description": "Do it", "state": state, "source_plan_node_id": node_id}
    )


def test_the_same_text_gives_the_same_ids() -> None:
    assert first() == first()
    assert len({node.id for node in first()}) == len(first())


def test_ids_stay_with_nodes_that_stay_move_or_are_worded_anew() -> None:
    before, after = by_title(first()), by_title(second(first()))
    for title in ("The shop", "Orders", "Returns", "Guests can order.", "An order has lines", "Guests can return"):
        assert before[title] == after[title], title
    assert after["Gifts"] not in before.values() and after["Guests can send a"] not in before.values()


def test_a_version_is_compared_by_words_and_place() -> None:
    before = first()
    after = second(before)
    ids = by_title(after)
    changes = {
        one.title: (one.what, one.text_before, one.text_after)
        for one in compare_versions(
            Version(nodes=tuple(before), text=FIRST), Version(nodes=tuple(after), text=SECOND), []
        )
    }
    assert changes["Guests can return"] == ("changed", WANTED[2], LATER[0])
    assert changes["An order has lines"][0] == "moved"
    assert changes["Gifts"][0] == changes["Guests can send a"][0] == "added"
    assert "Guests can order." not in changes and ids["Guests can order."]
    gone = compare_versions(Version(nodes=tuple(after), text=SECOND), Version(nodes=tuple(before), text=FIRST), [])
    assert [one.title for one in gone if one.what == "gone"] == ["Gifts", "Guests can send a"]


def test_open_tasks_of_what_changed_are_stale_and_those_at_work_are_pinned() -> None:
    before = first()
    after = second(before)
    changed, same = by_title(after)["Guests can return"], by_title(after)["Guests can order."]
    states = [TaskState.OPEN, TaskState.CLAIMED, TaskState.IN_REVIEW, TaskState.DONE, TaskState.CANCELLED]
    tasks = [task(changed, state, number) for number, state in enumerate(states)] + [task(same, TaskState.OPEN, 9)]
    found_changes = compare_versions(
        Version(nodes=tuple(before), text=FIRST), Version(nodes=tuple(after), text=SECOND), tasks
    )
    (change,) = [one for one in found_changes if one.node_id == changed]
    assert change.stale_tasks == ("task_0",) and change.pinned_tasks == ("task_1", "task_2", "task_3")
    assert not any(one.stale_tasks for one in found_changes if one.node_id != changed)


def test_places_point_at_the_words() -> None:
    for node in first():
        for anchor in node.anchors:
            assert FIRST[anchor.start : anchor.end].strip("# \n").startswith(node.title[:10])


sentences = st.lists(
    st.sampled_from([f"Sentence number {n} says something." for n in range(12)]), min_size=1, max_size=10, unique=True
)


def document(chosen: list[str]) -> str:
    return "# Title\n" + "".join(f"## Part {n % 3}\n{sentence}\n" for n, sentence in enumerate(chosen))


@given(sentences, sentences)
def test_in_any_two_versions_each_sentence_that_is_in_both_keeps_its_id(one: list[str], two: list[str]) -> None:
    before = nodes(document(one), *(found(document(one), each) for each in one))
    after = nodes(document(two), *(found(document(two), each) for each in two), before=before)
    assert len({node.id for node in after}) == len(after)
    old, new = by_title([n for n in before if n.quoted]), by_title([n for n in after if n.quoted])
    for title in old.keys() & new.keys():
        assert old[title] == new[title]


PRICES = "# The shop\n## Prices\nA ticket costs 14 euros. We like children.\n"


def _prices(text: str, price: str, before: list[PlanNode] | None = None) -> list[PlanNode]:
    return nodes(text, found(text, f"A ticket costs {price} euros.", title="Ticket price"), before=before or [])


def test_heading_is_not_changed_by_a_quote_that_is_listed_itself() -> None:
    later = PRICES.replace("14", "16")
    old, new = _prices(PRICES, "14"), _prices(later, "16", _prices(PRICES, "14"))
    changes = compare_versions(Version(nodes=old, text=PRICES), Version(nodes=new, text=later), [])
    assert [(one.title, one.what) for one in changes] == [("Ticket price", "changed")]


def test_heading_whose_own_words_changed_shows_them() -> None:
    later = PRICES.replace("We like children.", "Children go free.")
    old, new = _prices(PRICES, "14"), _prices(later, "14", _prices(PRICES, "14"))
    (change,) = compare_versions(Version(nodes=old, text=PRICES), Version(nodes=new, text=later), [])
    assert (change.title, change.what) == ("Prices", "changed")
    assert "We like children." in (change.text_before or "") and "Children go free." in (change.text_after or "")


def test_heading_with_a_task_is_listed_with_texts_that_differ() -> None:
    later = PRICES.replace("14", "16")
    old, new = _prices(PRICES, "14"), _prices(later, "16", _prices(PRICES, "14"))
    heading = by_title(new)["Prices"]
    started = task(heading, TaskState.DONE, 1)
    changes = compare_versions(Version(nodes=old, text=PRICES), Version(nodes=new, text=later), [started])
    (about,) = [one for one in changes if one.node_id == heading]
    assert about.pinned_tasks == (started.id,) and about.text_before != about.text_after
