"""Every scenario in many weathers: whatever dies or interferes, the promises of a run are kept.

`make test-deep` tries more weathers, `CHAOS_SEEDS=100` as many as it says.
"""

import os
from functools import lru_cache

import pytest

from shared.domain.runs.run import Run
from tests.support.chaos.promises import keeps_its_promises
from tests.support.chaos.scenarios import SCENARIOS
from tests.support.chaos.storm import Chaos
from tests.support.chaos.weather import faults_for
from tests.support.depth import depth, sampled

SEEDS = int(os.environ.get("CHAOS_SEEDS", depth(3, 16)))
_ALWAYS = {("failed", "INTERNAL")}
"""More faults in one step than the machine repeats it are told as such; nothing is lost by them."""


@lru_cache
def calls_of(name: str) -> int:
    """How many calls the scenario makes in fair weather."""
    chaos = Chaos(SCENARIOS[name], name, {}, 10**9)
    chaos.ride()
    return chaos.storm.calls


def ridden(name: str, seed: int) -> tuple[Chaos, Run]:
    count = calls_of(name)
    weather = f"{name} {seed}"
    chaos = Chaos(SCENARIOS[name], weather, faults_for(weather, count), count)
    return chaos, chaos.ride()


@pytest.mark.parametrize("name", SCENARIOS)
def test_in_fair_weather_it_ends_as_it_says(name: str) -> None:
    chaos = Chaos(SCENARIOS[name], name, {}, calls_of(name))
    run = chaos.ride()
    assert (run.status, run.outcome.failure_code) == SCENARIOS[name].ends[0] or chaos.scenario.people, (
        run.outcome.summary
    )
    assert (run.status, run.outcome.failure_code) in SCENARIOS[name].ends, run.outcome.summary
    keeps_its_promises(chaos, run)


@sampled
@pytest.mark.parametrize("name", SCENARIOS)
def test_in_any_weather_its_promises_are_kept(name: str) -> None:
    for seed in range(SEEDS):
        where = f"{name}, seed {seed}"
        try:
            chaos, run = ridden(name, seed)
            keeps_its_promises(chaos, run)
        except BaseException as error:
            error.add_note(where)
            raise
        ending = (run.status, run.outcome.failure_code)
        assert ending in {*SCENARIOS[name].ends, *_ALWAYS}, (
            f"{where}: {ending} {run.outcome.summary}{chaos.storm.blown}"
        )
