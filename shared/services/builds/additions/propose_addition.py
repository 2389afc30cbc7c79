"""Packages that the catalog lacks and an app asked for: each noted once, for the owner to decide."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.own_catalog import PACKAGE_NAME, PROPOSALS_OF_APP, Addition, OwnCatalog
from shared.domain.errors import Unavailable
from shared.domain.ids import new_id
from shared.services.assets.own_catalogs import OwnCatalogs
from shared.services.builds.additions.addition_ports import change_own

AGENT = "agent"
_NAME_MOST = 214


class Asker(NamedTuple):
    """The app that wants it, who asked in it, and the run, if it was one's wish."""

    tenant_id: str
    app_id: str
    by: str = AGENT
    run_id: str | None = None


def propose_additions(names: Sequence[str], line: str, *, asker: Asker, now: datetime, own: OwnCatalogs) -> list[str]:
    """Those that the owner has before them now: none that is decided already, and no more than 10 of an app and 50 in
    all. Then the app's oldest gives way; what is asked for at once does not push itself out.
    """
    wanted = [name for name in names if len(name) <= _NAME_MOST and PACKAGE_NAME.fullmatch(name)]
    if not wanted:
        return []
    try:
        after = change_own(own, asker.tenant_id, now, lambda stored: _with(stored, wanted, line, asker, now))
    except Unavailable:
        return []  # a proposal is no reason for a tool or an import to fail
    found = {one.name for one in after.additions if one.line == line and one.status == AdditionStatus.PROPOSED}
    return [name for name in wanted if name in found]


def _with(own: OwnCatalog, names: Sequence[str], line: str, asker: Asker, now: datetime) -> OwnCatalog:
    for name in names:
        if own.find(name, line) is not None or (room := _with_room(own, asker.app_id, now)) is None:
            continue
        proposal = Addition(
            id=new_id("add"),
            name=name,
            line=line,
            status=AdditionStatus.PROPOSED,
            by=asker.by,
            at=now,
            app_id=asker.app_id,
            run_id=asker.run_id,
        )
        own = room.having(proposal)
    return own


def _with_room(own: OwnCatalog, app_id: str, now: datetime) -> OwnCatalog | None:
    """Without the app's oldest proposal where it has enough or the list is full; None where that makes no room."""
    asked = own.proposed_by(app_id)
    if len(asked) < PROPOSALS_OF_APP and not own.full:
        return own
    return own.without(*asked[-1].key) if asked and asked[-1].at < now else None
