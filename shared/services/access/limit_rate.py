"""How often a person and a tenant may do what is costly."""

from typing import Literal

from shared.domain.errors import LimitReached
from shared.domain.identity import Principal
from shared.domain.limits import Limits
from shared.ports.access import Rate, RateLimiter

Costly = Literal["chat", "tools", "changes", "streams"]
"""`changes` are all other requests that change something or begin a build: they have no allowance of their own.
`streams` are opened, and apart from all: each holds a function for minutes, and who comes back often changes nothing.
"""
Bucket = tuple[str, int, str]


def limit_rate(*, principal: Principal, costly: Costly, rates: RateLimiter, limits: Limits) -> None:
    """Count one use; LimitReached with `retry_after` (seconds) when the person or the tenant has had too many.

    The narrowest allowance is asked first, so that one busy person uses up little of the tenant's.
    """
    for bucket, per_minute, whose in _buckets(costly, principal.subject, limits):
        wait = rates.take(principal.tenant_id, bucket, Rate(per_minute))
        if wait > 0:
            raise LimitReached(f"Too many requests: at most {whose}.", retry_after=max(0.001, round(wait, 3)))


def _buckets(costly: Costly, person: str, limits: Limits) -> list[Bucket]:
    """Name, tokens a minute, and the words for them."""
    apart = costly == "streams"
    what = "streams" if apart else "requests"
    own = {"chat": limits.rate_chat, "tools": limits.rate_tools}.get(costly)
    kind = [(f"{costly}\n{person}", own, f"{own} {costly} requests a minute for a person")] if own else []
    return [
        *kind,
        (f"{costly if apart else 'person'}\n{person}", limits.rate_person,
         f"{limits.rate_person} {what} a minute for a person"),
        (costly if apart else "tenant", limits.rate_tenant, f"{limits.rate_tenant} {what} a minute for a tenant"),
    ]  # fmt: skip
