"""Every order of starts and ends of calls keeps the shared budgets of a phase and a night."""

import hypothesis.strategies as st
from hypothesis import given, settings

from devkit.fakes.world import World
from shared.domain.spending.pool import Pool
from shared.domain.spending.spending import Caps, Counts, Hold
from shared.services.spending.reserve_call import reserve_call

CAPS = Caps(day=None, month=None)
STEPS = st.lists(
    st.tuples(
        st.booleans(),  # whether a call starts; else one ends
        st.integers(min_value=0, max_value=7),  # which of those in flight ends
        st.integers(min_value=1, max_value=40),  # what it reserves for a short answer
        st.integers(min_value=0, max_value=400),  # what its longest answer costs more
        st.integers(min_value=0, max_value=100),  # how much of that it uses, in percent
        st.booleans(),  # whether its length is open
    ),
    max_size=60,
)


@settings(max_examples=150, deadline=None)
@given(steps=STEPS, phase=st.integers(0, 600), night=st.integers(0, 600))
def test_no_order_of_calls_spends_more_than_the_budget_and_one_call(
    steps: list[tuple[bool, int, int, int, int, bool]], phase: int, night: int
) -> None:
    world = World()
    ports = world.loop_ports()
    pools = (Pool(kind="phase", id="node_1", cap=phase), Pool(kind="night", id="2026-11-29", cap=night))
    flight: list[tuple[Hold, int]] = []
    costs: list[int] = []
    for number, (starts, which, amount, more, percent, is_open) in enumerate(steps):
        if starts:
            pooled = amount + more * is_open
            hold = Hold(
                tenant_id="acme", app_id="app_0000000000000000000000000a", run_id="run_0000000000000000000000000a",
                call=f"000001-{number}", attempt=1, model="m", day="2026-11-29", amount=amount, pools=pools,
                pooled=pooled, is_open=is_open,
            )  # fmt: skip
            if reserve_call(hold, CAPS, ports=ports) is None:
                flight.append((hold, pooled * percent // 100))
        elif flight:
            hold, cost = flight.pop(which % len(flight))
            assert world.spending.record(hold, Counts(calls=1, counted=cost, cost=cost))
            costs.append(cost)
        if not (flight or costs):
            continue
        for balance, pool in zip(world.spending.pools("acme", hold.app_id, pools), pools, strict=True):
            assert balance.spent == sum(costs)
            assert balance.open == sum(hold.is_open for hold, _ in flight)
            assert balance.held == sum(hold.pooled for hold, _ in flight)
            assert balance.spent <= pool.cap + max(costs, default=0)
    for hold, cost in flight:
        world.spending.record(hold, Counts(calls=1, counted=cost, cost=cost))
        costs.append(cost)
    assert sum(costs) <= min(phase, night) + max(costs, default=0)
    if costs:
        assert [(one.held, one.open) for one in world.spending.pools("acme", hold.app_id, pools)] == [(0, 0)] * 2
