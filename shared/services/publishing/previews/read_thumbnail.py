"""What an app looked like at a revision: the small picture that the worker's browser took of its page."""

import base64
from collections.abc import Iterator

from pydantic import BaseModel

from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.ports.revisions import RevisionStore
from shared.services.get_app import get_app
from shared.services.or_none import blob_or_none
from shared.services.ports_bundle import SitePorts
from shared.services.revisions.get_revision import get_revision
from shared.services.site.dist_objects import thumbnail_key

_MOST_BYTES = 64 * 1024
_FARTHEST = 8


class Thumbnail(BaseModel):
    """A WebP of the page's top, 480 pixels wide, in base64, and the revision it shows; nulls while there is none."""

    revision_id: str | None = None
    content: str | None = None


def read_thumbnail(*, principal: Principal, app_id: str, revision_id: str, ports: SitePorts) -> Thumbnail:
    """The revision's own picture, else that of the nearest revision before it which has one.

    Only builds of the agent's runs open the page; a person's save shows what was there before it.
    """
    revision = get_revision(principal=principal, app_id=app_id, revision_id=revision_id, ports=ports)
    for one in _back_from(revision, ports.revisions):
        content = blob_or_none(ports.blobs, thumbnail_key(one.tenant_id, one.app_id, one.tree), _MOST_BYTES)
        if content is not None:
            return Thumbnail(revision_id=one.id, content=base64.b64encode(content).decode())
    return Thumbnail()


def read_app_thumbnail(*, principal: Principal, app_id: str, ports: SitePorts) -> Thumbnail:
    draft = get_app(principal=principal, app_id=app_id, apps=ports.apps).draft_revision_id
    if draft is None:
        return Thumbnail()
    return read_thumbnail(principal=principal, app_id=app_id, revision_id=draft, ports=ports)


def _back_from(revision: Revision, revisions: RevisionStore) -> Iterator[Revision]:
    yield revision
    for _ in range(_FARTHEST):
        if revision.parent_revision_id is None:
            return
        revision = revisions.get(revision.tenant_id, revision.app_id, revision.parent_revision_id)
        yield revision
