"""Finds chats of an app by their titles and by what was said in them."""

from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from shared.domain.base import Moment, Page
from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.turn import Turn
from shared.domain.work_budget import THREADS_SEARCHED, TURNS_SEARCHED
from shared.services.ports_bundle import Ports

T = TypeVar("T")
_PAGE, _AROUND, _LONGEST, _LOOKED_AT = 100, 60, 200, 40_000


class Found(BaseModel):
    """A chat that was found. `text` is the place in the message or answer, null where only the title has the words."""

    id: str
    title: str
    turn_id: str | None = None
    text: str | None = None
    at: Moment


class FoundThreads(BaseModel):
    """Newest first. `complete` is false where the app has more chats or turns than were looked through."""

    items: list[Found]
    complete: bool


def search_threads(*, principal: Principal, app_id: str, query: str, ports: Ports, limit: int) -> FoundThreads:
    """The chats whose title, or one of whose latest messages or answers, has every word of `query`, in any case.

    Looked through are the app's latest 200 chats and 300 turns, without what was removed or cleared. Invalid when
    nothing is asked for.
    """
    words = query.casefold().split()
    if not words or len(query) > _LONGEST:
        raise Invalid(f"Say in a few words what you look for, in at most {_LONGEST} characters.")
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    place = (app.tenant_id, app.id)
    threads, all_threads = _read(
        lambda after: ports.turns.conversations(*place, limit=_PAGE, cursor=after), THREADS_SEARCHED
    )
    turns, all_turns = _read(lambda after: ports.turns.turns(*place, limit=_PAGE, cursor=after), TURNS_SEARCHED)
    known = {one.id: one for one in threads if one.archived_at is None}
    said: dict[str, Found] = {}
    for turn in turns:
        thread = known.get(turn.conversation_id)
        if thread is not None and thread.id not in said and thread.shows(turn) and (text := _place(turn, words)):
            said[thread.id] = Found(id=thread.id, title=thread.title, turn_id=turn.id, text=text, at=turn.created_at)
    titled = {one.id: _titled(one) for one in known.values() if _has(one.title, words)}
    found = sorted((titled | said).values(), key=lambda one: (one.at, one.id), reverse=True)
    return FoundThreads(items=found[:limit], complete=all_threads and all_turns)


def _read(page: Callable[[str | None], Page[T]], most: int) -> tuple[list[T], bool]:
    """The first rows of a list, and whether those are all."""
    found: list[T] = []
    cursor: str | None = None
    while len(found) < most:
        read = page(cursor)
        found += read.items
        cursor = read.next_cursor
        if cursor is None:
            return found, True
    return found, False


def _place(turn: Turn, words: list[str]) -> str | None:
    """Where the message, else the answer, has all the words; on one line."""
    said = (" ".join(text[:_LOOKED_AT].split()) for text in (turn.prompt, turn.summary or ""))
    found = next((text for text in said if _has(text, words)), None)
    if found is None:
        return None
    start = max(0, found.casefold().find(words[0]) - _AROUND)
    shown = found[start : start + 3 * _AROUND]
    return f"{'…' if start else ''}{shown}{'…' if start + len(shown) < len(found) else ''}"


def _titled(thread: Conversation) -> Found:
    return Found(id=thread.id, title=thread.title, at=thread.last_turn_at or thread.created_at)


def _has(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)
