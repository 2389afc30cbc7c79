"""What the autopilot remembers: counts of a phase and a night, runs that begin and are recorded."""

from datetime import UTC, datetime

import pytest

from shared.domain.autopilot.record import NOTHING_CHANGED, Autopilot, ManagedRun, night_of

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
KNOWN = Autopilot(tenant_id="t", app_id="a", phase_id="node_1", night="2026-11-26", spent_phase=7,
                  failures={"x": 1}, refusals=2, done=3)  # fmt: skip


@pytest.mark.parametrize(
    ("hour", "night"), [(0, "2026-11-25"), (11, "2026-11-25"), (12, "2026-11-26"), (23, "2026-11-26")]
)
def test_a_night_lasts_from_noon_to_noon(hour: int, night: str) -> None:
    assert night_of(NOON.replace(hour=hour)) == night


def test_another_phase_and_another_night_begin_at_nothing() -> None:
    assert KNOWN.at("node_1", NOON) == KNOWN
    later = KNOWN.at("node_1", NOON.replace(day=27))
    assert (later.night, later.spent_phase, later.done) == ("2026-11-27", 7, 3)
    other = KNOWN.at("node_2", NOON)
    assert (other.phase_id, other.spent_phase, other.failures, other.refusals, other.done) == (
        "node_2", 0, {}, 0, 0,
    )  # fmt: skip


def failing(row: Autopilot, task_id: str, *failures: str) -> Autopilot:
    """The row after runs of the task that failed so, one after another."""
    for number, failure in enumerate(failures):
        name = f"run_{task_id}_{number}"
        row = row.begins(ManagedRun(run_id=name, task_id=task_id)).without(name, cost=0, failure=failure)
    return row


def test_a_task_is_set_aside_after_the_same_failure_twice_or_three_in_all() -> None:
    assert failing(KNOWN, "task_1", "y").set_aside == {}
    assert failing(KNOWN, "task_1", "y", "z").set_aside == {}
    assert failing(KNOWN, "task_1", "y", "y").set_aside == {"task_1": "y"}
    assert failing(KNOWN, "task_1", "y", "z", "w").set_aside == {"task_1": "w"}
    both = failing(failing(KNOWN, "task_1", "y", "y"), "task_2", "y", "z")
    assert both.set_aside == {"task_1": "y"}


def test_a_failure_counts_once_for_each_task_that_it_set_aside() -> None:
    once = failing(KNOWN, "task_1", "y", "y")
    assert once.failures == {"x": 1, "y": 1}
    assert failing(once, "task_1", "y").failures == {"x": 1, "y": 1}, "set aside once"
    assert failing(once, "task_2", "y", "y").failures == {"x": 1, "y": 2}


def test_tasks_that_a_model_leaves_alone_are_set_aside_each_for_itself() -> None:
    row = KNOWN
    for number in range(3):
        row = failing(row, f"task_{number}", f"{NOTHING_CHANGED}:-", f"{NOTHING_CHANGED}:-")
    assert (len(row.set_aside), row.failures) == (3, {"x": 1})


def test_a_task_that_was_done_has_not_failed() -> None:
    row = failing(KNOWN, "task_1", "y").begins(ManagedRun(run_id="run_1", task_id="task_1"))
    assert row.without("run_1", cost=0, done=True).failed == {}


def test_what_came_of_a_run_is_counted_once() -> None:
    started = KNOWN.begins(ManagedRun(run_id="run_1", task_id="task_1"))
    failed = started.without("run_1", cost=5, failure="x")
    assert (failed.runs, failed.spent_phase, failed.failed) == ((), 12, {"task_1": ("x",)})
    assert started.without("run_1", cost=0, done=True).done == 4
    assert started.without("run_1", cost=0, refused=1).refusals == 3


def test_a_person_who_looked_clears_what_stopped_it() -> None:
    looked = failing(KNOWN, "task_1", "y", "y").looked_at("user-2", NOON)
    assert (looked.failures, looked.failed, looked.set_aside, looked.refusals, looked.looked) == ({}, {}, {}, 0, NOON)


def test_a_row_of_an_older_release_still_loads() -> None:
    old = {"tenant_id": "t", "app_id": "a", "failures": {"x": 2}, "done": 1}
    loaded = Autopilot.model_validate(old)
    assert (loaded.failures, loaded.failed, loaded.looked) == ({"x": 2}, {}, None)
