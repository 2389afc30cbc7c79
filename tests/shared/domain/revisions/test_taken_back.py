"""What an undo or a restore took out of a draft, along the draft's own history."""

from itertools import permutations

from devkit.fakes.samples import a_revision, an_app
from shared.domain.revisions.revision import Revision
from shared.domain.revisions.taken_back import taken_back, taken_by


def chain(*steps: tuple[str, dict[str, str]]) -> list[Revision]:
    """Revisions by name, each on the one before."""
    made, before = list[Revision](), None
    for name, fields in steps:
        result = {"id": name, "parent_revision_id": before, "tree": f"tree-{name}", "origin": "chat", "reverts": None}
        made.append(a_revision(an_app()).model_copy(update={**result, **fields}))
        before = name
    return made


def restored(tree: str) -> dict[str, str]:
    return {"origin": "restore", "tree": f"tree-{tree}"}


def test_an_undo_takes_out_one_change_and_a_restore_all_that_came_later() -> None:
    undone = chain(("a", {}), ("b", {}), ("u", {"origin": "revert", "reverts": "a"}), ("c", {}))
    assert taken_back(undone, "c") == {"a"}
    back = chain(("a", {}), ("b", {}), ("c", {}), ("r", restored("a")), ("d", {}))
    assert taken_back(back, "d") == {"b", "c"}


def test_a_restore_brings_back_what_the_restored_one_had_and_no_more() -> None:
    both = chain(("a", {}), ("b", {}), ("r", restored("a")), ("d", {}), ("s", restored("b")))
    assert taken_back(both, "s") == {"d"}
    undone = chain(("a", {}), ("b", {}), ("u", {"origin": "revert", "reverts": "a"}), ("r", restored("b")))
    assert taken_back(undone, "r") == frozenset()


def test_only_the_draft_s_own_history_counts_in_any_order_and_without_its_beginning() -> None:
    line = chain(("a", {}), ("b", {}), ("u", {"origin": "revert", "reverts": "a"}))
    stray = a_revision(an_app()).model_copy(
        update={"id": "x", "parent_revision_id": "a", "origin": "revert", "reverts": "b"}
    )
    assert all(taken_back(order, "u") == {"a"} for order in permutations([*line, stray]))
    for known, draft in ((line, "b"), ([], "u"), (line, "none")):
        assert taken_back(known, draft) == frozenset()
    assert taken_back(line[1:], "u") == frozenset(), "of what is not known nothing is said"
    late = chain(("b", {}), ("r", restored("before")))
    assert taken_back(late, "r") == frozenset()


def test_a_ring_of_revisions_ends() -> None:
    line = chain(("a", {}), ("b", {}))
    ring = [line[0].model_copy(update={"parent_revision_id": "b"}), line[1]]
    assert taken_back(ring, "b") == frozenset()


def test_each_is_named_with_the_revision_that_took_it_back() -> None:
    line = chain(("a", {}), ("b", {}), ("u", {"origin": "revert", "reverts": "a"}), ("r", restored("a")), ("c", {}))
    assert {gone: one.id for gone, one in taken_by(line, "c").items()} == {"b": "r"}
    assert {gone: one.id for gone, one in taken_by(line, "u").items()} == {"a": "u"}


def test_a_start_from_a_template_takes_everything_back_but_what_had_its_tree() -> None:
    line = chain(("a", {"origin": "template"}), ("b", {}), ("t", {"origin": "reset"}), ("c", {}))
    assert {gone: one.id for gone, one in taken_by(line, "c").items()} == {"a": "t", "b": "t"}
    again = chain(("a", {"origin": "template"}), ("b", {}), ("t", {"origin": "reset", "tree": "tree-a"}))
    assert {gone: one.id for gone, one in taken_by(again, "t").items()} == {"b": "t"}
