"""Brings what older releases published below `published/{revision}/` to its slug's folder, where routers look now."""

import logging

from shared.domain.errors import AppError
from shared.services.dist_objects import mark_prefix, old_published_prefix, published_prefix
from shared.services.parallel import for_each
from shared.services.ports_bundle import SitePorts

logger = logging.getLogger(__name__)
_OLD = "published/rev_"
"""No slug has an underscore, so no folder of today begins so."""


def move_published(*, ports: SitePorts) -> int:
    """How many revisions were moved. One that fails is logged and left for the next sweep."""
    left = {key.split("/")[1] for key in ports.site.list(_OLD)}
    if not left:
        return 0
    slugs = sorted({key.split("/")[1] for key in ports.site.list("live/")})
    return sum(_move_app(slug, left, ports) for slug in slugs)


def _move_app(slug: str, left: set[str], ports: SitePorts) -> int:
    owner = ports.apps.find_slug(slug)
    if owner is None:
        return 0
    marked = {key.rpartition("/")[2] for key in ports.blobs.list(mark_prefix(owner.tenant_id, owner.app_id))}
    return sum(_move(slug, revision_id, ports) for revision_id in sorted(marked & left))


def _move(slug: str, revision_id: str, ports: SitePorts) -> bool:
    old, new = old_published_prefix(revision_id), published_prefix(slug, revision_id)
    keys = ports.site.list(old)

    def copy(key: str) -> None:
        found = ports.site.get(key)
        if found is not None:
            kept = {"content_type": found.content_type, "cache_control": found.cache_control}
            ports.site.copy(key, new + key.removeprefix(old), **kept)

    try:
        for_each(copy, keys)
        ports.site.delete(keys)
    except AppError:
        logger.exception("a published revision could not be moved", extra={"revision_id": revision_id})
        return False
    return True
