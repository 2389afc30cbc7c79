"""What a run may spend: the deployment's word, the app's in its place, a message's below; nothing without effect."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Reply, say
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from shared.domain.apps.app import App, AppLimits, AppSettings
from shared.domain.errors import Invalid
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.services.spending.run_bounds import bounds_of, caps_of_app, check_limits


def an_app(**limits: Any) -> App:
    app, _ = World().make_app(tenant_id="acme")
    return app.model_copy(update={"settings": AppSettings(limits=AppLimits(**limits))})


def limits_with(**fields: Any) -> Limits:
    return DEFAULT_LIMITS.model_copy(update=fields)


def test_without_a_word_the_deployments_defaults_hold() -> None:
    limits = limits_with(run_model_calls=33, run_dollars=2.5)
    caps = caps_of_app(an_app(), limits)
    assert (caps.model_calls, caps.tokens, caps.dollars, caps.seconds) == (33, 1_500_000, 2.5, 3_600)


def test_an_app_may_raise_and_lower_every_cap() -> None:
    app = an_app(run_model_calls=200, run_tokens=3_000_000, run_dollars=12.5, run_seconds=7_200)
    assert list(caps_of_app(app, DEFAULT_LIMITS).model_dump().values()) == [200, 3_000_000, 12.5, 7_200]
    low = an_app(run_model_calls=2, run_tokens=1_000, run_dollars=0.1, run_seconds=10)
    assert list(caps_of_app(low, DEFAULT_LIMITS).model_dump().values()) == [2, 1_000, 0.1, 10]


def test_a_message_lowers_what_the_app_allows() -> None:
    bounds = bounds_of(an_app(run_model_calls=100), {"model_calls": 80, "dollars": 0.5}, DEFAULT_LIMITS)
    assert (bounds.model_calls, bounds.dollars, bounds.tokens) == (80, 0.5, 1_500_000)


def test_a_run_really_has_the_calls_that_its_app_asks_for() -> None:
    looks = [Reply(calls=({"name": "search_code", "arguments": {"query": f"w{n}", "glob": None}},)) for n in range(70)]  # type: ignore[arg-type]  # read by the model
    loop = LoopDriver([*looks, say("Seen.")])
    app, _ = loop.world.make_app(tenant_id="acme")
    loop.world.apps.update(app.model_copy(update={"settings": AppSettings(limits=AppLimits(run_model_calls=120))}))
    run = loop.follow(loop.start(app_id=app.id), most=90)
    assert (run.status, run.usage.model_calls, run.bounds.model_calls) == ("completed", 71, 120)


TOO_HIGH = {"run_dollars": 21.0, "run_tokens": 5_000_000}


@pytest.mark.parametrize("cap", TOO_HIGH)
def test_a_cap_above_the_tenants_budget_is_refused_with_the_most(cap: str) -> None:
    api = Api()
    app, _ = api.world.make_app(tenant_id="acme")
    answer = api.client.patch(f"/admin/apps/{app.id}", json={"settings": {"limits": {cap: TOO_HIGH[cap]}}})
    (found,) = answer.json()["diagnostics"]
    assert (answer.status_code, found["code"], found["path"]) == (422, "LIMIT_TOO_HIGH", f"settings.limits.{cap}")
    assert "At most" in found["hint"] and api.world.apps.get("acme", app.id) == app


def test_a_cap_up_to_the_budget_is_taken_and_shown() -> None:
    api = Api()
    app, _ = api.world.make_app(tenant_id="acme")
    answer = api.client.patch(f"/admin/apps/{app.id}", json={"settings": {"limits": {"run_dollars": 20.0}}})
    assert answer.status_code == 200 and answer.json()["settings"]["limits"]["run_dollars"] == 20.0


def test_a_budget_that_was_lowered_later_holds_and_keeps_nobody_from_other_changes() -> None:
    app, limits = an_app(run_dollars=15.0), limits_with(budget_day=8.0)
    check_limits(AppSettings(limits=AppLimits(run_dollars=15.0), env={"VITE_A": "b"}), app.settings, limits)
    assert caps_of_app(app, limits).dollars == 8.0


@pytest.mark.parametrize("budget", [{"model_calls": 61}, {"tokens": 1_500_001}, {"dollars": 4.01}, {"seconds": 3_601}])
def test_a_message_that_asks_for_more_than_its_app_has_is_refused(budget: dict[str, float]) -> None:
    loop = LoopDriver([])
    with pytest.raises(Invalid) as refused:
        loop.start(budget=budget)
    (found,) = refused.value.diagnostics
    assert (found.code, found.path) == ("BUDGET_TOO_HIGH", f"budget.{next(iter(budget))}")
    assert "settings.limits.run_" in refused.value.message and loop.world.workflows.runs == []


def test_a_resumed_run_takes_the_caps_that_its_app_has_by_now() -> None:
    loop = LoopDriver([Reply(status=401)])
    old = loop.play(budget={"dollars": 3.0, "model_calls": 9})
    app = loop.world.apps.get(old.tenant_id, old.app_id)
    loop.world.apps.update(app.model_copy(update={"settings": AppSettings(limits=AppLimits(run_dollars=1.5))}))
    new = loop.resume(old)
    assert (new.bounds.dollars, new.bounds.model_calls) == (1.5, 9)
