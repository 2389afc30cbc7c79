"""The seconds that a tenant's builds may use, and the words when there are none left or no place to wait."""

from datetime import timedelta

from shared.domain.builds.build_slots import BuildRules, Refusal, over_cap
from shared.domain.errors import BudgetExceeded
from shared.domain.limits import Limits
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.spending.spending import Cap, day_of, resets_at
from shared.services.ports_bundle import BuildPorts

BUDGET_EXCEEDED, QUEUE_FULL = "BUDGET_EXCEEDED", "QUEUE_FULL"


def no_place(why: Refusal, ports: BuildPorts) -> BuildError:
    if why == "full":
        return BuildError(code=QUEUE_FULL, message="Too many builds wait already. Retry this one when some have ended.")
    return BuildError(code=BUDGET_EXCEEDED, message=f"{_words(why, ports)} It can be built by a retry then.")


def check_build_budget(tenant_id: str, seconds: int, *, ports: BuildPorts) -> None:
    """LimitReached `BUDGET_EXCEEDED` with the cap, what was used and when it begins anew."""
    now, limits = ports.clock.now(), ports.limits
    slots = ports.slots.get(tenant_id).on(day_of(now))
    cap = over_cap(slots, seconds, rules_of(limits))
    if cap is None:
        return
    again = resets_at(cap, now)
    raise BudgetExceeded(
        _words(cap, ports),
        cap=cap,
        used_seconds=slots.day_seconds if cap == "day" else slots.month_seconds,
        limit_seconds=_limit(cap, limits),
        resets_at=again.isoformat().replace("+00:00", "Z"),
        retry_after=max(1, -(-(again - now) // timedelta(seconds=1))),
    )


def rules_of(limits: Limits) -> BuildRules:
    """The deployment's rules for the builds of every tenant."""
    return BuildRules(limits.builds_at_once, limits.build_seconds_day, limits.build_seconds_month)


def seconds_of(build: Build, limits: Limits) -> int:
    """The most seconds a worker may take for the build: what is reserved."""
    return limits.worker_seconds if build.work.task in ("build", "browser") else limits.worker_command_seconds


def _limit(cap: Cap, limits: Limits) -> int:
    return (limits.build_seconds_day if cap == "day" else limits.build_seconds_month) or 0


def _words(cap: Cap, ports: BuildPorts) -> str:
    again = resets_at(cap, ports.clock.now())
    most = _limit(cap, ports.limits)
    return f"The {most:,} seconds of builds a {cap} are used up. They begin anew at {again:%Y-%m-%d %H:%M} UTC."
