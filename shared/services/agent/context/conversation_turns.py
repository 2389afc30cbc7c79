"""The latest turns of a run's conversation, whatever else was said in the app."""

from collections.abc import Iterable
from typing import NamedTuple

from shared.domain.agent.egress import UntrustedSource
from shared.domain.apps.app import App
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn
from shared.ports.runs import TurnStore
from shared.services.agent.context.build_context import same_conversation
from shared.services.agent.context.digest_history import DigestLine

_ENOUGH, _PAGE, _MOST_PAGES = 12, 50, 8


class Read(NamedTuple):
    """The turns that were read, newest first, and whether there may be more that were not."""

    turns: list[Turn]
    all_read: bool


def conversation_turns(run: Run, turns: TurnStore, until: str | None = None) -> Read:
    """As many as a model is told of, and on to the turn `until` or to where reading ends.

    One page is read unless others have talked in between.
    """
    found: list[Turn] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = turns.turns(run.tenant_id, run.app_id, limit=_PAGE, cursor=cursor)
        found += same_conversation(page.items, run)
        cursor = page.next_cursor
        enough = len(found) >= _ENOUGH and (until is None or any(turn.id == until for turn in found))
        if cursor is None or enough or _all_cleared(page.items, run):
            return Read(found, True)
    return Read(found, False)


def read_in(turns: Iterable[Turn | DigestLine], app: App) -> set[UntrustedSource]:
    """The strangers' text that earlier turns have read, but for those that a person vouched for since."""
    since = app.confirmed.at if app.confirmed else None
    return {source for turn in turns if since is None or turn.last_word > since for source in turn.untrusted}


def _all_cleared(turns: list[Turn], run: Run) -> bool:
    """Whether nothing before these can count any more."""
    return run.history_from is not None and bool(turns) and turns[-1].created_at <= run.history_from
