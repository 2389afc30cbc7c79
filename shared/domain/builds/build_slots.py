"""Which builds of a tenant are at work and which wait for a place, and how many seconds a day and a month have had.

Pure: every change is a function from the stored slots to the next ones. Seconds are reserved while a build is at work
and counted when it has left, in the same write, so that nothing can be counted twice or be forgotten.
"""

from typing import Literal, NamedTuple

from shared.domain.base import Entity, Moment
from shared.domain.spending.spending import Cap, month_of

Refusal = Literal["day", "month", "full"]
MOST_WAITING = 500
_MOST_PASSED_OVER = 2


class Place(Entity):
    """One build at work or waiting. `execution` is what works on it; a place whose execution has ended is free.

    `gives_way`: a newer draft of the same app makes it needless. `urgent`: a run or a person waits for the result.
    `woken`: it has waited, and is at work because somebody else's place was free.
    """

    build_id: str
    app_id: str
    execution: str
    seconds: int
    gives_way: bool = False
    urgent: bool = False
    woken: bool = False

    @property
    def owner(self) -> tuple[str, str]:
        return self.build_id, self.execution


class BuildSlots(Entity):
    """A tenant's builds under way, and what the latest day and its month have used."""

    tenant_id: str
    running: list[Place] = []
    waiting: list[Place] = []
    passed_over: int = 0
    day: str = ""
    day_seconds: int = 0
    month_seconds: int = 0
    busy_since: Moment | None = None
    version: int = 0

    @property
    def reserved(self) -> int:
        return sum(place.seconds for place in self.running)

    def holds(self, build_id: str, execution: str) -> bool:
        return any(place.owner == (build_id, execution) for place in self.running)

    def awaits(self, build_id: str, execution: str) -> bool:
        return any(place.owner == (build_id, execution) for place in self.waiting)

    def on(self, day: str) -> "BuildSlots":
        """The same on a later day: a new day and a new month begin with nothing used."""
        if day <= self.day:
            return self
        month = self.month_seconds if month_of(day) == month_of(self.day) else 0
        return self.model_copy(update={"day": day, "day_seconds": 0, "month_seconds": month})


class BuildRules(NamedTuple):
    """How many builds of a tenant work at once, and its seconds a day and a month; None is no cap."""

    at_once: int
    day: int | None = None
    month: int | None = None


class BuildsUsed(Entity):
    """Builds of one app on one day."""

    day: str
    builds: int = 0
    seconds: int = 0


class Refused(NamedTuple):
    """A build that gets no place, and why."""

    place: Place
    why: Refusal


class Change(NamedTuple):
    """The next slots, and whose build goes without a place because of it. `left`: who gave a place at work back."""

    slots: BuildSlots
    gave_way: tuple[Place, ...] = ()
    refused: tuple[Refused, ...] = ()
    left: Place | None = None


def enter(slots: BuildSlots, place: Place, rules: BuildRules, *, day: str, newest: bool) -> Change:
    """With the build at work, or waiting, or refused, or given way. Asking again changes nothing.

    `newest`: it builds the app's draft, so waiting drafts of the app give way to it. A draft that is not the newest
    does not wait.
    """
    slots = slots.on(day)
    if any(other.build_id == place.build_id for other in slots.running):
        return Change(_with(slots, running=_renewed(slots.running, place)))
    waiting = [other for other in slots.waiting if not (newest and _gives_way(other, place))]
    gave_way = [other for other in slots.waiting if other not in waiting]
    waits_already = any(other.build_id == place.build_id for other in waiting)
    waiting = _renewed(waiting, place) if waits_already else [*waiting, place]
    slots, refused = _filled(_with(slots, waiting=waiting), rules)
    if place.gives_way and not newest and place in slots.waiting:
        slots, gave_way = _without(slots, place), [*gave_way, place]
    elif len(slots.waiting) > MOST_WAITING and not waits_already:
        slots, refused = _without(slots, place), [*refused, Refused(place, "full")]
    running = [_asleep(other) if other.build_id == place.build_id else other for other in slots.running]
    return Change(_with(slots, running=running), tuple(gave_way), tuple(refused))


def leave(slots: BuildSlots, build_id: str, execution: str, rules: BuildRules, *, day: str, spent: int) -> Change:
    """Without the build, if that execution worked on it or waited; the seconds it used are counted, the next begins."""
    slots = slots.on(day)
    mine = (build_id, execution)
    left = next((place for place in slots.running if place.owner == mine), None)
    running = [place for place in slots.running if place.owner != mine]
    waiting = [place for place in slots.waiting if place.owner != mine]
    used = {"day_seconds": slots.day_seconds + spent, "month_seconds": slots.month_seconds + spent} if left else {}
    slots, refused = _filled(_with(slots.model_copy(update=used), running=running, waiting=waiting), rules)
    return Change(slots, refused=tuple(refused), left=left)


def over_cap(slots: BuildSlots, seconds: int, rules: BuildRules, *, reserved: int = 0) -> Cap | None:
    more = seconds + reserved
    if rules.month is not None and slots.month_seconds + more > rules.month:
        return "month"
    return "day" if rules.day is not None and slots.day_seconds + more > rules.day else None


def _filled(slots: BuildSlots, rules: BuildRules) -> tuple[BuildSlots, list[Refused]]:
    """As many at work as may be. Who does not fit beside the others' reservations waits for what they leave over."""
    refused: list[Refused] = []
    while slots.waiting and len(slots.running) < rules.at_once:
        place, passed_over = _next(slots)
        cap = over_cap(slots, place.seconds, rules, reserved=slots.reserved)
        if cap is not None and slots.running:
            break
        slots = _without(slots, place)
        if cap is None:
            woken = place.model_copy(update={"woken": True})
            slots = _with(slots, running=[*slots.running, woken], passed_over=passed_over)
        else:
            refused.append(Refused(place, cap))
    return slots, refused


def _next(slots: BuildSlots) -> tuple[Place, int]:
    """The oldest whose result is waited for; but after two of these the oldest other one, so that drafts do not starve.

    And how often such a draft has been passed over then.
    """
    urgent = next((place for place in slots.waiting if place.urgent), None)
    other = next((place for place in slots.waiting if not place.urgent), None)
    if urgent is not None and (other is None or slots.passed_over < _MOST_PASSED_OVER):
        return urgent, slots.passed_over + 1 if other else 0
    return other or slots.waiting[0], 0


def _gives_way(other: Place, place: Place) -> bool:
    return other.gives_way and other.app_id == place.app_id and other.build_id != place.build_id


def _renewed(places: list[Place], place: Place) -> list[Place]:
    """A later attempt at the same build keeps the place of the earlier one."""
    return [place if other.build_id == place.build_id else other for other in places]


def _asleep(place: Place) -> Place:
    """Who asks learns of its place by the answer."""
    return place.model_copy(update={"woken": False})


def _without(slots: BuildSlots, place: Place) -> BuildSlots:
    return _with(slots, waiting=[other for other in slots.waiting if other.build_id != place.build_id])


def _with(slots: BuildSlots, **changes: object) -> BuildSlots:
    return slots.model_copy(update=changes)
