"""The execution that ticks: started where none runs, one at a time, over when only a person can go on."""

from devkit.loop import USER
from devkit.pilot import Pilot
from shared.domain.autopilot.steps import TickState
from shared.services.autopilot import keep_ticking
from shared.services.autopilot.keep_ticking import nudge

ONE = {"first": ("src/first.ts", ())}


def state(pilot: Pilot, **over: int) -> TickState:
    fields = {"generation": pilot.row.generation, **over}
    return TickState(tenant_id=USER.tenant_id, app_id=pilot.app_id, **fields)  # type: ignore[arg-type]  # by name


def test_it_is_started_once_and_again_only_when_it_is_gone() -> None:
    pilot = Pilot(ONE)
    pilot.order("start")
    nudge(principal=USER, app_id=pilot.app_id, manager=pilot.manager)
    assert [one.generation for one in pilot.world.workflows.ticks] == [1]
    pilot.world.workflows.running.clear()
    nudge(principal=USER, app_id=pilot.app_id, manager=pilot.manager)
    assert [one.generation for one in pilot.world.workflows.ticks] == [1, 2]


def test_what_a_person_was_waited_for_with_is_looked_at_soon_again() -> None:
    pilot = Pilot(ONE, mode="suggest")
    pilot.order("start")
    pilot.tick()
    pilot.lay_out()
    for _ in range(2):
        nudge(principal=USER, app_id=pilot.app_id, manager=pilot.manager)
    assert [one.generation for one in pilot.world.workflows.ticks] == [1]
    pilot.answer(pilot.runs()[0])
    for _ in range(2):
        nudge(principal=USER, app_id=pilot.app_id, manager=pilot.manager)
    assert [one.generation for one in pilot.world.workflows.ticks] == [1, 2]


def test_a_tick_says_when_the_next_is_due_and_when_it_is_over() -> None:
    pilot = Pilot(ONE, mode="suggest")
    pilot.order("start")
    first = keep_ticking.tick_once(state(pilot), pilot.manager)
    assert (first.next, first.seconds, first.ticks) == ("wait", keep_ticking.SOON, 1)
    pilot.lay_out()
    waits = [keep_ticking.tick_once(state(pilot, quiet=quiet), pilot.manager).seconds for quiet in (0, 3, 9)]
    assert waits == [20, 160, keep_ticking.LONGEST]
    pilot.order("pause")
    assert keep_ticking.tick_once(state(pilot), pilot.manager).next == "done"


def test_an_execution_of_an_earlier_generation_ends() -> None:
    pilot = Pilot(ONE)
    pilot.order("start")
    old = state(pilot)
    pilot.world.workflows.running.clear()
    pilot.order("continue")
    assert keep_ticking.tick_once(old, pilot.manager).next == "done"
    assert pilot.row.runs == ()


def test_a_long_execution_hands_over_to_the_next() -> None:
    pilot = Pilot(ONE)
    pilot.order("start")
    done = keep_ticking.tick_once(state(pilot, ticks=keep_ticking.TICKS_MOST), pilot.manager)
    assert (done.next, [one.generation for one in pilot.world.workflows.ticks]) == ("done", [1, 2])
