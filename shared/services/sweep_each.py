"""What every sweep does: one that fails is logged, and left for the next sweep."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from shared.domain.errors import AppError

T = TypeVar("T")
logger = logging.getLogger(__name__)


def sweep_each(found: Iterable[T], sweep: Callable[[T], int], failed: str, id_of: Callable[[T], dict[str, str]]) -> int:
    """The sum of what `sweep` says it did; `failed` and the ids are logged of one that raised."""
    done = 0
    for each in found:
        try:
            done += sweep(each)
        except AppError:
            logger.exception(failed, extra=id_of(each))
    return done
