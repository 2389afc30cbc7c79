"""Lists read page by page: all of one, or a page of those that match."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import TypeVar

from shared.domain.base import Page

T = TypeVar("T")
_MOST_PAGES = 40


def pages_of(read: Callable[[str | None], Page[T]], most: int | None = None) -> Iterator[Page[T]]:
    """Page after page of what `read` gives for a cursor; `most` of them at the most."""
    cursor: str | None = None
    for _ in count() if most is None else range(most):
        page = read(cursor)
        yield page
        if (cursor := page.next_cursor) is None:
            return


def matching_page(
    read: Callable[..., Page[T]], keep: Callable[[T], bool], *, limit: int, cursor: str | None
) -> Page[T]:
    """At most `limit` that match. It may be short, and even empty, while its cursor says that there is more.

    It reads pages no longer than what is still wanted, so that each is used up and its cursor is where the next begins.
    """
    found: list[T] = []
    for _ in range(_MOST_PAGES):
        page = read(limit=limit - len(found), cursor=cursor)
        found += filter(keep, page.items)
        cursor = page.next_cursor
        if cursor is None or len(found) == limit:
            break
    return Page(items=found, next_cursor=cursor)
