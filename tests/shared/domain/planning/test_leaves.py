"""What is read at once."""

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.planning.headings import Heading
from shared.domain.planning.leaves import LEAVES_MOST, Leaf, asked_together, leaves_of
from shared.domain.planning.plan_state import parts_of_groups
from shared.domain.planning.sections import line_starts, paragraphs_of, section_at, sections_of

MOST = 12_000


def leaves(text: str) -> list[Leaf]:
    starts = line_starts(text)
    marks = [(number, line) for number, line in enumerate(text.split("\n")) if line.startswith("#")]
    headings = [Heading(at, at + 1, line.index(" "), line.lstrip("# ")) for at, line in marks]
    sections = sections_of(text, headings, starts)
    return leaves_of(text, sections, paragraphs_of(text, sections, starts))


def paragraph(words: int, name: str = "word") -> str:
    return " ".join([name] * words) + "."


def test_small_sections_are_read_together_but_never_across_a_top_heading() -> None:
    text = "\n\n".join(
        part for top in "AB" for part in (f"# {top}", *(f"## {top}{n}\n\n{paragraph(100)}" for n in range(6)))
    )
    found = leaves(text)
    assert len(found) == 2
    assert found[0].path[0] == "A" and found[1].path[0] == "B"
    assert text[found[1].start : found[1].end].count("## B") == 6


def test_a_title_around_all_is_no_top_heading() -> None:
    text = f"# Title\n\n## One\n\n{paragraph(9)}\n\n## Two\n\n{paragraph(9)}"
    assert [leaf.path for leaf in leaves(text)] == [("Title", "One"), ("Title", "Two")]


def test_one_line_of_five_megabytes_is_cut_into_leaves_after_sentences() -> None:
    text = (paragraph(300) + " ") * 3_400
    found = leaves(text[: 5 * 1024 * 1024])
    assert 400 < len(found) < 900
    assert all(leaf.end - leaf.start <= MOST for leaf in found)
    assert all(text[leaf.end - 2 : leaf.end] == ". " for leaf in found[:-1])


def test_signs_of_several_bytes_count_as_such() -> None:
    found = leaves("\u6f22" * 20_000)
    assert all(len("\u6f22".encode()) * (leaf.end - leaf.start) <= MOST for leaf in found) and len(found) == 5


def test_more_top_headings_than_leaves_are_read_together() -> None:
    found = leaves("\n".join(f"# H{number}\nwords" for number in range(LEAVES_MOST + 50)))
    assert len(found) < 10


def test_an_edit_changes_only_leaves_near_it() -> None:
    parts = [f"## S{number}\n\n{paragraph(150, f'w{number}')}" for number in range(400)]
    before = leaves("# T\n\n" + "\n\n".join(parts))
    parts[100] = f"## S100\n\n{paragraph(190, 'other')}"
    after = leaves("# T\n\n" + "\n\n".join(parts))
    same = {leaf.text_hash for leaf in before} & {leaf.text_hash for leaf in after}
    assert len(before) == len(after) == 400, "each is a top heading of its own"
    assert len(same) == 399
    whole = ["# All", "## Top"]
    one = leaves("\n\n".join([*whole, *(part.replace("## ", "### ") for part in parts)]))
    parts[200] = f"## S200\n\n{paragraph(220, 'another')}"
    two = leaves("\n\n".join([*whole, *(part.replace("## ", "### ") for part in parts)]))
    assert 10 < len(one) < 60
    assert len({leaf.text_hash for leaf in one} ^ {leaf.text_hash for leaf in two}) <= 8


@given(st.lists(st.tuples(st.sampled_from(["# T", "## U", ""]), st.integers(0, 3_000)), max_size=12))
def test_leaves_hold_all_words_once_and_lie_in_order(parts: list[tuple[str, int]]) -> None:
    text = "\n\n".join(f"{heading}\n\n{paragraph(words)}" for heading, words in parts)
    found = leaves(text)
    starts = line_starts(text)
    sections = sections_of(text, [], starts)
    places = [place for leaf in found for place in range(leaf.start, leaf.end)]
    assert places == sorted(set(places))
    left = set(range(len(text))) - set(places)
    assert all(text[place].isspace() or text[place] in "#TU" for place in left)
    assert all(section_at(sections, leaf.start).number == 0 for leaf in found)


def test_small_neighbours_are_asked_about_together() -> None:
    assert asked_together({}) == []
    assert asked_together(dict.fromkeys(range(8), 600)) == [[*range(8)]]
    assert asked_together({0: 7_000, 1: 900, 2: 200, 3: 8_000, 4: 12_000, 5: 1}) == [[0, 1], [2], [3], [4], [5]]
    assert asked_together({0: 10, 1: 10, 4: 10, 5: 10}) == [[0, 1], [4, 5]], "what is read between them was read before"
    assert [len(group) for group in asked_together(dict.fromkeys(range(40), 1))] == [16, 16, 8]


@given(st.dictionaries(st.integers(0, 60), st.integers(1, 12_000)))
def test_whatever_is_asked_together_every_leaf_is_asked_about_once_in_order(sizes: dict[int, int]) -> None:
    groups = asked_together(sizes)
    assert [number for group in groups for number in group] == sorted(sizes)
    assert all(sum(sizes[number] for number in group) <= 8_000 for group in groups if len(group) > 1)
    assert all(group == [*range(group[0], group[-1] + 1)] for group in groups)
    parts = parts_of_groups(groups)
    assert [number for part in parts for number in range(part.first, part.first + part.count)] == sorted(sizes)
