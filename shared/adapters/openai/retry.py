"""The one place where a call to a model is made again."""

import random
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

from shared.adapters.openai.errors import Learned, Passing, Silent, interrupted
from shared.adapters.openai.listening import LOOK_SECONDS
from shared.domain.agent.model_errors import ModelRateLimited, ModelTruncated
from shared.domain.agent.model_messages import ModelEvent, Retrying, Waiting
from shared.domain.errors import ModelUnavailable

Attempt = Callable[[float, ModelUnavailable | None], Generator[ModelEvent]]
"""Opens the call, given the moment (monotonic) at which it must be over, and how the attempt before went wrong."""

_LESSONS_MOST = 12
"""How many refusals of one call may teach something: more than a profile has properties that one may give up."""


@dataclass(frozen=True)
class RetryPolicy:
    """At most `max_attempts` in all, and never a wait that would pass the deadline."""

    max_attempts: int = 4
    base: float = 0.5
    cap: float = 20.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    jitter: Callable[[], float] = random.random

    def wait(self, attempt: int, error: ModelUnavailable) -> float:
        """Full jitter over an exponential; what the service asked for is the floor."""
        backoff = min(self.cap, self.base * 2 ** (attempt - 1)) * (0.5 + self.jitter() / 2)
        asked = error.retry_after if isinstance(error, ModelRateLimited) else None
        return backoff if asked is None else max(0.0, asked) + self.base * self.jitter()


def with_retries(attempt: Attempt, policy: RetryPolicy, timeout: float) -> Iterator[ModelEvent]:
    """Plays `attempt`, again after a passing fault as long as no token was seen."""
    deadline = policy.clock() + timeout
    number = lessons = 0
    failure: ModelUnavailable | None = None
    while True:
        number += not isinstance(failure, Learned)
        lessons += isinstance(failure, Learned)
        seen = False
        try:
            with closing(attempt(deadline, failure)) as events:
                for event in events:
                    seen = seen or not isinstance(event, Waiting)
                    yield event
            return
        except ModelUnavailable as error:
            failure = error
        if seen:
            raise interrupted(failure)
        retry = _retry(policy, number, lessons, failure, deadline)
        yield retry
        left = retry.wait_seconds
        while left > 0:
            policy.sleep(min(left, LOOK_SECONDS))
            left -= LOOK_SECONDS
            yield Waiting()


def _retry(policy: RetryPolicy, number: int, lessons: int, failure: ModelUnavailable, deadline: float) -> Retrying:
    """The announcement of the next attempt, or the failure when there is to be none."""
    if not isinstance(failure, Passing | ModelRateLimited | ModelTruncated | Learned):
        raise failure
    wait = 0.0 if isinstance(failure, Learned) else policy.wait(number, failure)
    too_often = lessons >= _LESSONS_MOST if isinstance(failure, Learned) else number >= policy.max_attempts
    if too_often or policy.clock() + wait >= deadline:
        raise failure
    return Retrying(
        attempt=number + lessons + 1,
        reason=failure.message,
        wait_seconds=round(wait, 3),
        lost=isinstance(failure, Silent | ModelTruncated),
    )
