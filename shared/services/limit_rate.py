"""How often a person and a tenant may do what is costly."""

from typing import Literal

from shared.domain.errors import LimitReached
from shared.domain.identity import Principal
from shared.domain.limits import Limits
from shared.ports.rates import Rate, RateLimiter

Costly = Literal["chat", "tools"]


def limit_rate(*, principal: Principal, costly: Costly, rates: RateLimiter, limits: Limits) -> None:
    """Count one use; LimitReached with `retry_after` (seconds) when the person or the tenant has had too many.

    The narrowest allowance is asked first, so that one busy person uses up little of the tenant's.
    """
    person = principal.subject
    own = limits.rate_chat if costly == "chat" else limits.rate_tools
    for bucket, per_minute, whose in (
        (f"{costly}\n{person}", own, f"{own} {costly} requests a minute for a person"),
        (f"person\n{person}", limits.rate_person, f"{limits.rate_person} requests a minute for a person"),
        ("tenant", limits.rate_tenant, f"{limits.rate_tenant} requests a minute for a tenant"),
    ):
        wait = rates.take(principal.tenant_id, bucket, Rate(per_minute))
        if wait > 0:
            raise LimitReached(f"Too many requests: at most {whose}.", retry_after=max(0.001, round(wait, 3)))
