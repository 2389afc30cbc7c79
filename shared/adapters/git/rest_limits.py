"""A forge's own limit, and how long it lasts."""

from collections.abc import Mapping

from shared.domain.delivery.git_errors import GitRateLimited
from shared.ports.outgoing import WireAnswer

_WAIT, _WAIT_MOST = 60, 3600


def require_no_limit(answer: WireAnswer, now: float) -> None:
    """GitRateLimited when it takes no more requests."""
    if _is_limited(answer):
        raise GitRateLimited("The forge takes no more requests for now.", retry_after=_wait(answer.headers, now))


def _is_limited(answer: WireAnswer) -> bool:
    spent = answer.headers.get("x-ratelimit-remaining") == "0" or "retry-after" in answer.headers
    return answer.status == 429 or (answer.status == 403 and spent)


def _wait(headers: Mapping[str, str], now: float) -> float:
    """Seconds: as it says, or until its limit begins anew."""
    after, reset = headers.get("retry-after", ""), headers.get("x-ratelimit-reset", "")
    wait = float(after) if after.isdecimal() else float(reset) - now if reset.isdecimal() else _WAIT
    return min(max(wait, 1), _WAIT_MOST)
