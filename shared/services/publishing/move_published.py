"""Brings what older releases published below `published/{revision}/` to its slug's folder, where routers look now.

First it is copied, so that routers of both releases find it; only when no router of an older release is left
(`make deploy` knows) the old objects are removed. What its owner takes down meanwhile is not left in the new place.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from shared.domain.errors import AppError
from shared.services.parallel import for_each
from shared.services.ports_bundle import SitePorts
from shared.services.site.dist_objects import mark_prefix, old_published_prefix, published_prefix

logger = logging.getLogger(__name__)
_OLD = "published/rev_"
"""No slug has an underscore, so no folder of today begins so."""


@dataclass(frozen=True)
class OldRevision:
    """A published revision of which something lies in the old place."""

    tenant_id: str
    app_id: str
    old: str
    new: str


def copy_published(*, ports: SitePorts) -> int:
    """How many revisions were copied now; what is in its new place already is not read again."""
    return sum(_tried(one, ports, remove=False) for one in old_revisions(ports))


def move_published(*, ports: SitePorts) -> int:
    """How many revisions were moved. One that fails is logged and left for the next time."""
    return sum(_tried(one, ports, remove=True) for one in old_revisions(ports))


def old_revisions(ports: SitePorts) -> Iterator[OldRevision]:
    """Those whose app is known; a folder that belongs to none stays, out of reach."""
    left = {key.split("/")[1] for key in ports.site.list(_OLD)}
    for slug in sorted({key.split("/")[1] for key in ports.site.list("live/")}) if left else ():
        if (owner := ports.apps.find_slug(slug)) is None:
            continue
        marked = {key.rpartition("/")[2] for key in ports.blobs.list(mark_prefix(owner.tenant_id, owner.app_id))}
        for revision in sorted(marked & left):
            old, new = old_published_prefix(revision), published_prefix(slug, revision)
            yield OldRevision(owner.tenant_id, owner.app_id, old, new)


def withdraw(one: OldRevision, ports: SitePorts, *, deployed: bool) -> None:
    """Remove a copy that nobody may see: its app was taken down meanwhile, or the routers are the old ones again."""
    app = ports.apps.get(one.tenant_id, one.app_id, include_deleted=True)
    if app.published_revision_id is None or (not deployed and ports.site.list(one.old)):
        ports.site.delete(ports.site.list(one.new))


def _tried(one: OldRevision, ports: SitePorts, *, remove: bool) -> bool:
    try:
        copied = _copy(one, ports)
        if remove:
            ports.site.delete(ports.site.list(one.old))
    except AppError:
        logger.exception("a published revision could not be moved", extra={"prefix": one.old})
        return False
    return copied or remove


def _copy(one: OldRevision, ports: SitePorts) -> bool:
    """Pages last, so that none is shown before its parts are there."""
    there = set(ports.site.list(one.new))
    keys = [key for key in ports.site.list(one.old) if one.new + key.removeprefix(one.old) not in there]

    def copy(key: str) -> None:
        found = ports.site.get(key)
        if found is not None:
            kept = {"content_type": found.content_type, "cache_control": found.cache_control}
            ports.site.copy(key, one.new + key.removeprefix(one.old), **kept)

    for_each(copy, [key for key in keys if not key.endswith(".html")])
    for_each(copy, [key for key in keys if key.endswith(".html")])
    withdraw(one, ports, deployed=True)
    return bool(keys)
