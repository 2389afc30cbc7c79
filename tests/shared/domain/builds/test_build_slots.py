"""The scheduler of builds: caps, order, seconds. What is drawn by chance is played against the rules."""

from collections import Counter, deque
from typing import Any, Literal

from hypothesis import given
from hypothesis import strategies as st

from local.runner.queue import Turns
from shared.domain.builds.build_slots import MOST_WAITING, BuildRules, BuildSlots, Place, enter, leave

DAY = "2026-03-01"
TWO = BuildRules(at_once=2)


def place(name: str, app: str = "app_1", **over: Any) -> Place:
    return Place(build_id=name, app_id=app, execution=f"execution/{name}", seconds=120, **over)


def after(slots: BuildSlots, *names: str, rules: BuildRules = TWO, newest: bool = True, **over: Any) -> BuildSlots:
    for name in names:
        slots = enter(slots, place(name, **over), rules, day=DAY, newest=newest).slots
    return slots


def gone(slots: BuildSlots, name: str, rules: BuildRules = TWO, spent: int = 0) -> BuildSlots:
    return leave(slots, name, f"execution/{name}", rules, day=DAY, spent=spent).slots


def names(places: Any) -> list[str]:
    return [each.build_id for each in places]


EMPTY = BuildSlots(tenant_id="acme")


def test_two_work_and_the_others_wait_in_their_order() -> None:
    slots = after(EMPTY, "a", "b", "c", "d")
    assert (names(slots.running), names(slots.waiting)) == (["a", "b"], ["c", "d"])
    slots = gone(slots, "a")
    assert (names(slots.running), names(slots.waiting)) == (["b", "c"], ["d"])
    assert [each.woken for each in slots.running] == [False, True]


def test_asking_again_changes_nothing_and_a_later_attempt_keeps_the_place() -> None:
    slots = after(EMPTY, "a", "b", "c")
    assert after(slots, "a", "c") == slots
    later = place("c").model_copy(update={"execution": "execution/c-1"})
    slots = enter(slots, later, TWO, day=DAY, newest=True).slots
    assert slots.awaits("c", "execution/c-1") and not slots.awaits("c", "execution/c")
    assert gone(slots, "c") == slots, "the earlier attempt has no place to give back"


def test_what_a_run_waits_for_comes_first_but_every_third_place_is_a_drafts() -> None:
    slots = after(EMPTY, "a", rules=BuildRules(1))
    slots = after(slots, "draft-1", "draft-2", rules=BuildRules(1))
    slots = after(slots, *(f"run-{number}" for number in range(5)), rules=BuildRules(1), urgent=True)
    order = []
    while slots.running:
        order.append(slots.running[0].build_id)
        slots = gone(slots, order[-1], BuildRules(1))
    assert order == ["a", "run-0", "run-1", "draft-1", "run-2", "run-3", "draft-2", "run-4"]


def test_waiting_drafts_give_way_to_a_newer_one_of_their_app_alone() -> None:
    slots = after(EMPTY, "a", "b")
    slots = after(slots, "old", gives_way=True)
    slots = after(slots, "elsewhere", app="app_2", gives_way=True)
    slots = after(slots, "restore", "candidate", newest=False)
    changed = enter(slots, place("new", gives_way=True), TWO, day=DAY, newest=True)
    assert names(changed.gave_way) == ["old"]
    assert names(changed.slots.waiting) == ["elsewhere", "restore", "candidate", "new"]
    assert names(changed.slots.running) == ["a", "b"], "what is at work stays"


def test_a_draft_that_is_no_longer_the_newest_works_at_once_or_not_at_all() -> None:
    assert names(after(EMPTY, "late", newest=False, gives_way=True).running) == ["late"]
    changed = enter(after(EMPTY, "a", "b"), place("late", gives_way=True), TWO, day=DAY, newest=False)
    assert (names(changed.gave_way), changed.slots.waiting) == (["late"], [])


def test_seconds_are_reserved_then_counted_and_a_full_day_refuses() -> None:
    rules = BuildRules(2, day=300)
    slots = after(EMPTY, "a", "b", "c", rules=rules)
    assert slots.reserved == 240
    slots = gone(slots, "a", rules, spent=100)
    assert (slots.day_seconds, names(slots.running), names(slots.waiting)) == (100, ["b"], ["c"])
    changed = leave(slots, "b", "execution/b", rules, day=DAY, spent=90)
    assert [(each.place.build_id, each.why) for each in changed.refused] == [("c", "day")]
    refused = enter(changed.slots, place("d"), rules, day=DAY, newest=True)
    assert ([each.why for each in refused.refused], refused.slots.waiting) == (["day"], [])
    tomorrow = enter(changed.slots, place("d"), rules, day="2026-03-02", newest=True).slots
    assert (names(tomorrow.running), tomorrow.day_seconds, tomorrow.month_seconds) == (["d"], 0, 190)


def test_the_month_is_a_cap_of_its_own_and_begins_anew() -> None:
    rules = BuildRules(2, month=130)
    slots = gone(after(EMPTY, "a", rules=rules), "a", rules, spent=60)
    assert [each.why for each in enter(slots, place("b"), rules, day="2026-03-31", newest=True).refused] == ["month"]
    assert names(enter(slots, place("b"), rules, day="2026-04-01", newest=True).slots.running) == ["b"]


def test_nobody_waits_behind_hundreds() -> None:
    waiting = [place(f"b{number}") for number in range(MOST_WAITING - 1)]
    slots = after(after(EMPTY, "a", "b").model_copy(update={"waiting": waiting}), "last")
    assert names(slots.waiting) == [*names(waiting), "last"]
    changed = enter(slots, place("one-more"), TWO, day=DAY, newest=True)
    assert [each.why for each in changed.refused] == ["full"]
    assert changed.slots == slots


Event = tuple[Literal["asks", "ends"], int]
Events = st.lists(st.tuples(st.sampled_from(["asks", "ends"]), st.integers(0, 3)), max_size=80)


@given(Events, st.integers(1, 3), st.integers(1, 3), st.booleans())
def test_tenants_share_the_workers_fairly(events: list[Event], at_once: int, workers: int, first_in: bool) -> None:
    """Places before the worker's own queue: in turns, as on a laptop, or first in first out, as CodeBuild has it.

    No tenant is above its cap; none sees another more than once a round (in turns) or more often than the cap (in
    order of arrival) before its own build begins; nobody is idle while somebody could work.
    """
    play = _Played(BuildRules(at_once), workers, first_in)
    for number, (what, which) in enumerate(events):
        play.ask(f"t{which}", f"b{number}") if what == "asks" else play.end(which)
        play.check()
    while play.at_work:
        play.end(0)
        play.check()
    assert not any(slots.waiting or slots.running for slots in play.slots.values())


class _Played:
    """Tenants' slots before a worker of few machines."""

    def __init__(self, rules: BuildRules, workers: int, first_in: bool) -> None:
        self.rules, self.workers, self.first_in = rules, workers, first_in
        self.slots: dict[str, BuildSlots] = {}
        self.turns: Turns[tuple[str, str]] = Turns()
        self.at_work: deque[tuple[str, str]] = deque()
        self.handed: dict[tuple[str, str], Counter[str]] = {}
        self.known: set[tuple[str, str]] = set()

    def ask(self, tenant: str, name: str) -> None:
        before = self.slots.get(tenant, BuildSlots(tenant_id=tenant))
        self.slots[tenant] = enter(before, place(name), self.rules, day=DAY, newest=True).slots
        self._hand_over(tenant)

    def end(self, which: int) -> None:
        if self.at_work:
            tenant, name = self.at_work[which % len(self.at_work)]
            self.at_work.remove((tenant, name))
            self.slots[tenant] = gone(self.slots[tenant], name, self.rules)
            self._hand_over(tenant)

    def _hand_over(self, tenant: str) -> None:
        for each in self.slots[tenant].running:
            job = (tenant, each.build_id)
            if job not in self.known:
                self.known.add(job)
                self.turns.add("all" if self.first_in else tenant, job)
                self.handed[job] = Counter()
        while self.turns and len(self.at_work) < self.workers:
            taken = self.turns.take()
            assert taken is not None
            del self.handed[taken]
            self.at_work.append(taken)
            for job, seen in self.handed.items():
                seen[taken[0]] += 1
                mine = seen[job[0]] + 1
                allowed = self.rules.at_once if self.first_in else mine
                assert all(times <= allowed for other, times in seen.items() if other != job[0]), (job, seen)

    def check(self) -> None:
        for slots in self.slots.values():
            assert len(slots.running) <= self.rules.at_once
            assert not slots.waiting or len(slots.running) == self.rules.at_once
        assert len(self.at_work) == self.workers or not self.turns
