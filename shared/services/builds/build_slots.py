"""A build asks for a place to work, gives it back, and the next that waits is woken."""

import logging
import random
from collections.abc import Callable

from shared.domain.builds.build_slots import BuildSlots, BuildsUsed, Change, Place, enter, leave
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import AppError, Conflict, Transient
from shared.domain.limits import Limits
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.spending.spending import day_of
from shared.services.builds.change_build import park_build
from shared.services.builds.finish_build import finish_build
from shared.services.builds.start_build import SUPERSEDED
from shared.services.or_none import or_none
from shared.services.ports_bundle import BuildPorts
from shared.services.spending.build_budget import no_place, rules_of, seconds_of

logger = logging.getLogger(__name__)
_TRIES = 20
_MOST_PAUSE = 0.02


def enter_slots(build: Build, place: Place, *, newest: bool, ports: BuildPorts) -> BuildSlots:
    """The slots with the build at work or waiting; in neither when it is refused or has given way: its row says why."""

    def change(slots: BuildSlots) -> Change:
        return enter(slots, place, rules_of(ports.limits), day=day_of(ports.clock.now()), newest=newest)

    return _change(build.tenant_id, change, ports).slots


def leave_slots(build: Build, execution: str, *, ports: BuildPorts) -> None:
    """Give the place back, whatever became of the build, and wake who is next. Doing it again only wakes."""
    spent = _spent(build, ports.limits)

    def change(slots: BuildSlots) -> Change:
        return leave(slots, build.id, execution, rules_of(ports.limits), day=day_of(ports.clock.now()), spent=spent)

    _change(build.tenant_id, change, ports, spent)


def free_place(tenant_id: str, place: Place, *, ports: BuildPorts) -> None:
    """The place of an execution that has ended without giving it back: nobody knows what it used, so all counts."""

    def change(slots: BuildSlots) -> Change:
        rules, day = rules_of(ports.limits), day_of(ports.clock.now())
        return leave(slots, place.build_id, place.execution, rules, day=day, spent=place.seconds)

    _change(tenant_id, change, ports, place.seconds)


def wake(slots: BuildSlots, ports: BuildPorts) -> None:
    """Tell the builds that have waited that they may work. Telling one again, or one at work already, does nothing."""
    for place in slots.running:
        if place.woken:
            admitted = or_none(ports.builds.get, slots.tenant_id, place.app_id, place.build_id)
            _answer(admitted, "admitted", ports)


def _change(tenant_id: str, change: Callable[[BuildSlots], Change], ports: BuildPorts, spent: int = 0) -> Change:
    """A build that goes without a place is ended before the slots forget it, so that a death in between loses none."""
    for attempt in range(_TRIES):
        before = ports.slots.get(tenant_id)
        changed = change(before)
        parked = [_park(tenant_id, place, SUPERSEDED, ports) for place in changed.gave_way]
        parked += [_park(tenant_id, place, no_place(why, ports), ports) for place, why in changed.refused]
        for build in parked:
            _answer(build, "no_place", ports)
        try:
            stored = _stored(before, changed, spent, ports)
        except Conflict:
            ports.clock.sleep(random.uniform(0, _MOST_PAUSE * (attempt + 1)))  # noqa: S311 - a pause, not a secret
            continue
        wake(stored, ports)
        return changed._replace(slots=stored)
    raise Transient("The builds of this tenant are being changed by others; try again.")


def _stored(before: BuildSlots, changed: Change, spent: int, ports: BuildPorts) -> BuildSlots:
    slots, left = changed.slots, changed.left
    since = (slots.busy_since or ports.clock.now()) if slots.running or slots.waiting else None
    slots = slots.model_copy(update={"busy_since": since})
    if slots == before:
        return before
    if left is None or spent == 0:
        return ports.slots.put(slots)
    return ports.slots.put(slots, app_id=left.app_id, used=BuildsUsed(day=slots.day, builds=1, seconds=spent))


def _park(tenant_id: str, place: Place, error: BuildError, ports: BuildPorts) -> Build | None:
    """A run's candidate has failed; what a person saved stays queued, to be retried. The build as it was before."""
    build = or_none(ports.builds.get, tenant_id, place.app_id, place.build_id)
    if build is None:
        return None
    if build.kind == "candidate":
        finish_build(build=build, status=BuildStatus.FAILED, error=error, ports=ports)
    else:
        park_build(build=build, error=error, ports=ports)
    return build


def _answer(build: Build | None, outcome: str, ports: BuildPorts) -> None:
    """Only a build that has not started waits for a place: the token of one at work is for its worker's end."""
    if build is None or build.status != BuildStatus.QUEUED or build.task_token is None:
        return
    try:
        ports.workflows.complete_task(build.task_token, {"build_id": build.id, "outcome": outcome})
    except AppError:
        logger.warning("a waiting build could not be woken now", extra={"build_id": build.id})


def _spent(build: Build, limits: Limits) -> int:
    """Whole seconds of the worker, at most what was reserved; all of it when it left no result, 0 if it never began."""
    if build.started_at is None:
        return 0
    most = seconds_of(build, limits)
    milliseconds = build.timings.get("worker_ms") if build.status.finished else None
    return most if milliseconds is None else min(most, max(1, -(-milliseconds // 1000)))
