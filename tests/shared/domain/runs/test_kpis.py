"""What runs say together: rates of what was asked for, medians, and nothing where there is nothing."""

from typing import Any

import pytest

from shared.domain.runs.kpis import RunKpi, days_of, kpis_of


def kpi(**over: Any) -> RunKpi:
    base = {
        "tenant_id": "acme", "app_id": "app_1", "run_id": "run_1", "day": "2026-03-01", "ending": "changed",
        "troubled": False, "compiled": True, "first_word_ms": 1000, "edit_seconds": 4.0, "cost": 100_000,
    }  # fmt: skip
    return RunKpi.model_validate(base | over)


def test_nothing_has_no_rates() -> None:
    none = kpis_of([])
    counted = {"runs": 0, "asked": 0, "succeeded": 0, "unpriced_runs": 0, "cost_usd": 0.0}
    assert {name: value for name, value in none if name in counted} == counted
    assert {value for name, value in none if name not in counted} == {None}


@pytest.mark.parametrize(
    ("over", "asked", "succeeded"),
    [
        ({}, 1, 1),
        ({"ending": "answered"}, 0, 0),
        ({"ending": "cancelled"}, 0, 0),
        ({"ending": "failed"}, 1, 0),
        ({"ending": "failed", "accepted": True}, 1, 0),
        ({"ending": "proposed"}, 1, 0),
        ({"ending": "proposed", "accepted": True}, 1, 1),
    ],
)
def test_answers_and_rejected_proposals_are_no_successes(over: dict[str, Any], asked: int, succeeded: int) -> None:
    found = kpis_of([kpi(**over)])
    assert (found.asked, found.succeeded) == (asked, succeeded)


def test_rates_are_of_what_they_are_about() -> None:
    rows = [
        kpi(first_word_ms=500, edit_seconds=2.0),
        kpi(troubled=True, first_word_ms=900, edit_seconds=30.0, reverted=True),
        kpi(ending="failed", troubled=True, compiled=False, first_word_ms=None, edit_seconds=None),
        kpi(ending="failed", compiled=None, edit_seconds=None),
        kpi(ending="answered", compiled=None, edit_seconds=None, cost=200_000),
    ]
    found = kpis_of(rows)
    assert (found.success_rate, found.first_pass_rate, found.compile_rate) == (0.5, 0.25, 0.6667)
    assert (found.self_heal_rate, found.reverted_rate) == (0.5, 0.5)
    assert (found.median_first_word_ms, found.p95_edit_seconds) == (950, 30.0)
    assert (found.cost_usd, found.cost_per_success_usd) == (0.6, 0.3)


def test_what_a_model_without_a_price_cost_is_not_known_and_no_figure_stands_for_it() -> None:
    found = kpis_of([kpi(), kpi(unpriced=True, cost=0)])
    assert (found.unpriced_runs, found.cost_usd, found.cost_per_success_usd) == (1, None, None)
    days = days_of([kpi(), kpi(day="2026-03-02", unpriced=True, cost=0)])
    assert [(one.unpriced_runs, one.cost_per_success_usd) for one in days] == [(1, None), (0, 0.1)]


def test_days_are_apart_and_newest_first() -> None:
    rows = [kpi(), kpi(day="2026-03-02", ending="failed"), kpi()]
    assert [(str(one.day), one.runs, one.success_rate) for one in days_of(rows)] == [
        ("2026-03-02", 1, 0.0),
        ("2026-03-01", 2, 1.0),
    ]
