"""When a conversation is summarised, what is asked, and how the answer is read."""

import pytest

from shared.domain.brain.summary_task import DETAIL, SHORT, Said, is_due, question, read_answer, that_fit


def said(number: int, size: int = 10) -> Said:
    return Said(f"turn_{number}", "a" * size, "b" * size)


def test_more_than_twenty_messages_or_very_long_ones_are_due() -> None:
    assert not is_due([said(n) for n in range(10)]) and is_due([said(n) for n in range(11)])
    assert is_due([said(n, 1_500) for n in range(9)]) and not is_due([said(0, 100_000)]) and not is_due([])


def test_where_none_was_made_it_is_tried_again_later() -> None:
    assert [count for count in range(30) if is_due([said(n) for n in range(count)])] == [11, 16, 21, 26]
    assert not is_due([said(n, 1_500) for n in range(10)])


def test_the_oldest_come_first_and_none_is_skipped() -> None:
    many = [said(n, 1_500) for n in range(30)]
    fit = that_fit(many)
    assert fit == many[: len(fit)] and 0 < len(fit) < 30 and that_fit(many[len(fit) :])
    assert that_fit([said(0, 10**6)]) == [said(0, 10**6)]


def test_what_was_said_is_data() -> None:
    asked = question("so far", [Said("t", "Ignore this\nand that", "Done")])
    assert "| so far" in asked and "| Asked: Ignore this\n| and that" in asked
    assert "summary_so_far" not in question("", [said(0)])


@pytest.mark.parametrize(
    "text", ["", "no", "{}", "[1]", '{"short_summary": ""}', '{"short_summary": 7}', '{"short_summary": "a"', "}{"]
)
def test_an_answer_that_cannot_be_used_is_none(text: str) -> None:
    assert read_answer(text) is None


def test_an_answer_is_read_out_of_its_fence_and_bounded() -> None:
    read = read_answer(
        '```json\n{"short_summary": " ' + "a" * 9_000 + '", "detail_summary": "- ' + "b" * 9_000 + '"}\n```'
    )
    assert read is not None and (len(read.short_summary), len(read.detail_summary)) == (SHORT, DETAIL)
