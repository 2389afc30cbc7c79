from hypothesis import given
from hypothesis import strategies as st

from local.offline_model.answer import edits_between

lines = st.lists(st.sampled_from(["a\n", "b\n", "  c\n", "\n", "d e f\n"]), max_size=30)


@given(lines, lines)
def test_edits_lead_from_one_text_to_the_other_each_piece_standing_once(before: list[str], after: list[str]) -> None:
    old, new = "".join(before), "".join(after)
    edits = edits_between(old, new)
    text = old
    for edit in edits:
        assert text.count(edit["old"]) == 1
        text = text.replace(edit["old"], edit["new"])
    assert not edits or text == new


def test_a_small_change_is_a_small_edit() -> None:
    before = "".join(f"line {number}\n" for number in range(100))
    (edit,) = edits_between(before, before.replace("line 50\n", "line fifty\n"))
    assert edit["old"] == "line 50"


def test_most_of_a_file_is_rewritten_whole() -> None:
    assert edits_between("a\nb\nc\nd\ne\nf\n", "1\n2\n3\n4\n5\n6\n") == []
