"""What the autopilot remembers: counts of a phase and a night, runs that begin and are recorded."""

from datetime import UTC, datetime

import pytest

from shared.domain.autopilot.record import Autopilot, ManagedRun, night_of

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
KNOWN = Autopilot(tenant_id="t", app_id="a", phase_id="node_1", night="2026-11-26", spent_phase=7, spent_night=7,
                  failures={"x": 1}, refusals=2, done=3)  # fmt: skip


@pytest.mark.parametrize(
    ("hour", "night"), [(0, "2026-11-25"), (11, "2026-11-25"), (12, "2026-11-26"), (23, "2026-11-26")]
)
def test_a_night_lasts_from_noon_to_noon(hour: int, night: str) -> None:
    assert night_of(NOON.replace(hour=hour)) == night


def test_another_phase_and_another_night_begin_at_nothing() -> None:
    assert KNOWN.at("node_1", NOON) == KNOWN
    later = KNOWN.at("node_1", NOON.replace(day=27))
    assert (later.spent_night, later.spent_phase, later.done) == (0, 7, 3)
    other = KNOWN.at("node_2", NOON)
    assert (other.phase_id, other.spent_phase, other.spent_night, other.failures, other.refusals, other.done) == (
        "node_2", 0, 7, {}, 0, 0,
    )  # fmt: skip


def test_what_came_of_a_run_is_counted_once() -> None:
    started = KNOWN.begins(ManagedRun(run_id="run_1", task_id="task_1"))
    failed = started.without("run_1", cost=5, failure="x")
    assert (failed.runs, failed.spent_phase, failed.spent_night, failed.failures) == ((), 12, 12, {"x": 2})
    assert started.without("run_1", cost=0, done=True).done == 4
    assert started.without("run_1", cost=0, refused=1).refusals == 3


def test_a_person_who_looked_clears_what_stopped_it() -> None:
    assert (KNOWN.looked_at("user-2").failures, KNOWN.looked_at("user-2").refusals) == ({}, 0)
