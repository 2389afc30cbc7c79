"""What a task is told of a long text."""

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.brain.bundle import near_words

LIST = f"## 1. The list\n\n{'A list of all plots, in order of their number. ' * 5}"
BILL = f"## 2. The bill\n\n{'Each bill has a rent. ' * 8}\n\n| Size | Total |\n|---|---|\n| 75 | 53.00 |"
TEXT = f"{LIST}\n\n{BILL}\n\n## 3. The waiting list\n\n{'The newest person goes to the bottom. ' * 6}"


def test_what_has_room_is_said_whole() -> None:
    assert near_words("anything", [TEXT, "More."], len(TEXT) + 5) == [TEXT, "More."]


def test_of_a_longer_text_the_task_gets_what_it_is_about_below_its_heading() -> None:
    (said,) = near_words("Work out the bill: a rent, size 75 is 53.00", [TEXT], 260)
    assert said.startswith("## 2. The bill\n\nEach bill has a rent.") and said.endswith("| 75 | 53.00 |")
    *_, said = near_words("Offer to the newest person of the waiting list", [TEXT], 300)
    assert said.startswith("## 3. The waiting list")


@given(st.lists(st.text("ab #\n", max_size=80), max_size=6), st.text("ab ", max_size=10), st.integers(20, 200))
def test_there_is_never_more_than_room(quotes: list[str], query: str, most: int) -> None:
    said = near_words(query, quotes, most)
    assert sum(len(each.replace("\n\n", "")) for each in said) <= most
