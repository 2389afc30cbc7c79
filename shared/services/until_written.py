"""Read, change, write on a condition: and again from a fresh reading where another wrote in between."""

from collections.abc import Callable
from typing import TypeVar

from shared.domain.errors import AppError, Conflict, Transient

T = TypeVar("T")
R = TypeVar("R")


def until_written(
    read: Callable[[], T],
    write: Callable[[T], R],
    what: str,
    *,
    first: T | None = None,
    tries: int = 10,
    pause: Callable[[int], None] | None = None,
    lost: type[AppError] = Transient,
) -> R:
    """What `write` returns of a reading; `read` may raise to refuse. `first`: a reading that is at hand already.

    Only a plain Conflict of `write` is a lost race; one with a code of its own is raised. After `tries` losses, with
    `pause` called with the number of each, it is `lost`, which names `what` ("The app").
    """
    for attempt in range(1, tries + 1):
        known = first if attempt == 1 and first is not None else read()
        try:
            return write(known)
        except Conflict as conflict:
            if type(conflict) is not Conflict:
                raise
        if pause is not None:
            pause(attempt)
    raise lost(f"{what} is being changed by somebody else; try again.")
