"""The function of the autopilot's state machine: a state in, a state out, as JSON."""

import json
from typing import Any

import pytest

from devkit.loop import USER
from devkit.pilot import Pilot
from functions.autopilot_tick import handler as autopilot_tick
from shared.domain.autopilot.steps import TickState
from shared.domain.runs.steps import STEP_VERSION


@pytest.fixture
def pilot(monkeypatch: pytest.MonkeyPatch) -> Pilot:
    pilot = Pilot({"first": ("src/first.ts", ())})
    monkeypatch.setattr(autopilot_tick, "_manager", lambda: pilot.manager)
    pilot.order("start")
    return pilot


def event(pilot: Pilot, **over: Any) -> dict[str, Any]:
    state = TickState(tenant_id=USER.tenant_id, app_id=pilot.app_id, generation=pilot.row.generation)
    return state.model_dump(mode="json") | over


def test_each_tick_does_one_thing_and_says_when_the_next_is_due(pilot: Pilot) -> None:
    known = event(pilot)
    for _ in range(2):
        known = autopilot_tick.handler(json.loads(json.dumps(known)), None)
        pilot.lay_out()
    assert (known["next"], known["ticks"], known["quiet"]) == ("wait", 2, 0) and known["seconds"] > 0
    assert len(pilot.row.runs) == 1
    pilot.work()
    for _ in range(3):
        known = autopilot_tick.handler(known, None)
    assert known["next"] == "done" and pilot.task("first").evidence


def test_a_tick_of_an_ended_generation_does_nothing(pilot: Pilot) -> None:
    answered = autopilot_tick.handler(event(pilot, generation=pilot.row.generation - 1), None)
    assert answered["next"] == "done" and pilot.row.runs == ()


def test_what_a_newer_release_began_ends_here_unchanged(pilot: Pilot) -> None:
    newer = event(pilot, version=STEP_VERSION + 1, colour="blue")
    assert autopilot_tick.handler(newer, None) == newer | {"next": "done"}
    assert pilot.row.runs == ()


def test_fields_of_the_release_before_are_enough(pilot: Pilot) -> None:
    older = {name: value for name, value in event(pilot).items() if name in ("tenant_id", "app_id", "generation")}
    assert autopilot_tick.handler(older | {"version": STEP_VERSION}, None)["ticks"] == 1


def test_a_project_that_was_deleted_meanwhile_is_ticked_no_more(pilot: Pilot) -> None:
    known = event(pilot)
    pilot.world.apps.update(pilot.app.model_copy(update={"deleted_at": pilot.world.clock.now()}))
    assert autopilot_tick.handler(known, None)["next"] == "done"
    assert pilot.row.runs == ()
