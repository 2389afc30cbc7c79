"""What a change does to a project's state, and how a model reads it."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devkit.fakes.clock import START
from shared.domain.apps.project_state import ProjectState, StateChange, changed_state, left_out, state_text, unknown
from shared.domain.errors import Invalid

EMPTY = ProjectState(tenant_id="acme", app_id="app_1")


def after(*changes: dict[str, Any], state: ProjectState = EMPTY) -> ProjectState:
    for change in changes:
        state = changed_state(state, StateChange(**change), START)
    return state


def test_a_plan_is_replaced_and_the_rest_is_merged_by_name() -> None:
    state = after(
        {
            "plan": ["a", " ", "b "],
            "requirements": {"pages": ["home", "about"], "tone": "calm"},
            "stack": {"ui": "vue"},
        },
        {"plan": ["c"], "requirements": {"tone": "", "audience": "all"}, "stack": {"data": "json"}},
    )
    assert state.plan == ["c"] and state.stack == {"ui": "vue", "data": "json"}
    assert state.requirements == {"pages": ["home", "about"], "audience": "all"}


def test_a_decision_is_kept_once() -> None:
    state = after(
        {"decisions": [("use routes", "deep links"), ("use routes", "x")]}, {"decisions": [("use routes", "")]}
    )
    assert [(one.decision, one.reason) for one in state.decisions] == [("use routes", "x")]


@pytest.mark.parametrize(
    "change",
    [
        {"plan": ["x"] * 51},
        {"requirements": {str(n): "x" for n in range(61)}},
        {"stack": {str(n): "x" for n in range(41)}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_too_many_entries_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        after(change)


def test_decisions_that_find_no_place_keep_nothing_else_from_being_written() -> None:
    full = after({"decisions": [(str(n), "") for n in range(100)]})
    change = {"plan": ["Go on"], "decisions": [("7", ""), ("one more", "")]}
    state = after(change, state=full)
    assert state.plan == ["Go on"] and state.decisions == full.decisions
    assert left_out(state, StateChange.model_validate(change)) == ["one more"]


def test_a_decision_is_withdrawn_and_makes_room() -> None:
    full = after({"decisions": [(str(n), "") for n in range(100)]})
    state = after({"withdrawn": ["7", "nobody said this"], "decisions": [("one more", "now")]}, state=full)
    assert len(state.decisions) == 100 and state.decisions[-1].decision == "one more"
    assert "7" not in [one.decision for one in state.decisions]


def test_a_decision_is_known_by_its_words_and_by_how_a_model_reads_it() -> None:
    made = after({"decisions": [("No login.", "static"), ("No login for admins", ""), ("Blue", "theirs")]})
    state = after({"withdrawn": ["no login", "Blue (theirs)"]}, state=made)
    assert [one.decision for one in state.decisions] == ["No login for admins"]
    change = StateChange(withdrawn=["no login", "Green"])
    assert unknown(made, change) == ["Green"] and unknown(state, change) == ["no login", "Green"]


def test_a_step_is_marked_by_its_number_and_keeps_its_mark_in_a_new_plan() -> None:
    state = after({"plan": ["Lay out", "Search"]}, {"done": [1]})
    assert state.plan == ["[x] Lay out", "Search"] and "1. [x] Lay out\n2. Search" in state_text(state)
    state = after({"plan": ["Look", "Lay out", "Search"], "done": [3]}, state=state)
    assert state.plan == ["Look", "[x] Lay out", "[x] Search"]
    assert after({"plan": ["[X] Look", "[ ] Lay out"]}, state=state).plan == ["[x] Look", "Lay out"]
    assert after({"plan": ["[x]", "[ ] "]}, state=state).plan == []


def test_new_plan_after_a_finished_one_starts_without_marks() -> None:
    over = after({"plan": ["Lay out", "Test it"], "done": [1, 2]})
    assert after({"plan": ["Add a break", "Test it"]}, state=over).plan == ["Add a break", "Test it"]
    assert after({"plan": ["Lay out", "Test it"]}, state=over).plan == over.plan, "the same plan sent again"


@pytest.mark.parametrize("number", [-1, 0, 3])
def test_a_step_that_is_not_there_cannot_be_done(number: int) -> None:
    with pytest.raises(Invalid, match="The plan has 2 steps"):
        after({"plan": ["a", "b"]}, {"done": [number]})


def test_a_long_text_is_shortened_and_a_broken_one_mended() -> None:
    state = after({"plan": ["x" * 9_000, "\ud800", "a\0b"], "requirements": {"n" * 900: ["y" * 900] * 90}})
    assert [len(step) for step in state.plan] == [500, 1, 2]
    assert [(len(name), len(values), len(values[0])) for name, values in state.requirements.items()] == [(100, 20, 500)]
    assert state.model_dump_json().encode()


def test_a_model_reads_it_as_a_list_of_bounded_length() -> None:
    state = after({"plan": ["first", "second"], "requirements": {"pages": ["a", "b"]}, "stack": {"ui": "vue"},
                   "decisions": [("no login", "static")]})  # fmt: skip
    assert state_text(state) == (
        "<project_state>\nPlan:\n1. first\n2. second\n\nRequirements:\n- pages: a; b\n\nStack:\n- ui: vue\n\n"
        "Decisions:\n- no login (static)\n</project_state>"
    )
    assert state_text(EMPTY) == ""
    assert len(state_text(after({"plan": ["x" * 500] * 50, "done": [50]}))) < 6_100


TEXTS = st.text(max_size=8) | st.sampled_from(["[x] a", "[ ] a", "[X]a", "a", "A.", "a (a)"])
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "plan": st.lists(TEXTS, max_size=5),
        "done": st.lists(st.integers(1, 5), max_size=2),
        "requirements": st.dictionaries(TEXTS, TEXTS | st.lists(TEXTS, max_size=3), max_size=4),
        "stack": st.dictionaries(TEXTS, TEXTS, max_size=4),
        "decisions": st.lists(st.tuples(TEXTS, TEXTS), max_size=4),
        "withdrawn": st.lists(TEXTS, max_size=3),
    },
)


@given(CHANGES, CHANGES)
def test_the_same_change_twice_is_the_same_state(first: dict[str, Any], second: dict[str, Any]) -> None:
    try:
        once = after(first, second)
    except Invalid:  # a step that is not there
        return
    twice = changed_state(once, StateChange(**second), START + timedelta(seconds=5))
    assert twice.spoken() == once.spoken()
