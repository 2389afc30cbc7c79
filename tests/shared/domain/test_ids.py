"""Identifiers: their form, their order, and those that a repeated attempt makes again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.errors import NotFound
from shared.domain.ids import derived_id, is_id, message_id, new_id, new_run_id, require_id, run_of_message


@given(st.lists(st.text(), min_size=1), st.integers(0, 2**45))
def test_a_derived_id_is_stable_and_has_the_form_of_any_other(parts: list[str], moment: int) -> None:
    origin = new_id("run", moment)
    derived = derived_id("rev", *parts, moment_of=origin)
    assert derived == derived_id("rev", *parts, moment_of=origin) != derived_id("rev", *parts, "", moment_of=origin)
    assert is_id("rev", derived) and is_id("bld", derived_id("bld", *parts))


@given(st.integers(1, 2**45))
def test_a_derived_id_sorts_by_the_moment_of_its_origin(moment: int) -> None:
    before, after = new_id("rev", moment - 1), new_id("rev", moment + 1)
    assert before < derived_id("rev", "a", moment_of=new_id("run", moment)) < after


@pytest.mark.parametrize("text", ["", "rev_", "run_" + "0" * 26, "rev_" + "0" * 26 + "\n", "rev_" + "I" * 26])
def test_what_is_no_id_is_not_found(text: str) -> None:
    with pytest.raises(NotFound):
        require_id("rev", text)


@given(st.integers(0, 1023))
def test_a_message_leads_back_to_its_run(number: int) -> None:
    run = new_run_id()
    message = message_id(run, number)
    assert is_id("run", run) and is_id("msg", message)
    assert run_of_message(message) == (run, number)


def test_nothing_else_is_a_message() -> None:
    for text in ("msg_", "msg_" + "u" * 26, new_run_id(), "msg_" + "0" * 25):
        with pytest.raises(NotFound):
            run_of_message(text)
    with pytest.raises(ValueError, match="at most"):
        message_id(new_run_id(), 1024)


def test_run_ids_of_one_moment_differ_keep_their_order_and_leave_room_for_their_messages() -> None:
    runs = [new_run_id() for _ in range(2_000)]
    assert runs == sorted(set(runs))
    assert len({message_id(run, number) for run in runs for number in (0, 1, 1023)}) == 6_000
