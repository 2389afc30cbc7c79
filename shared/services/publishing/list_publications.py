"""What was live when."""

from itertools import takewhile

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.publishing.publication import Publication
from shared.ports.storage import BlobStore
from shared.services.parallel import for_each
from shared.services.ports_bundle import Ports
from shared.services.publishing.reconcile_site import was_published
from shared.services.site.dist_objects import mark_prefix, publications_prefix

_MOST = 100


class ListedPublication(Publication):
    """`url` is where this version is seen still, whatever is live; None where taking the app down took it away."""

    url: str | None


class PublicationList(BaseModel):
    """Newest first, the latest hundred. Those of older releases, of which no time is known, stand last."""

    items: list[ListedPublication]


def list_publications(*, principal: Principal, app_id: str, ports: Ports) -> PublicationList:
    """The app's publications. Any revision among them may be put back."""
    app, blobs = ports.apps.get(principal.tenant_id, require_id("app", app_id)), ports.blobs
    noted = _noted(app, blobs)
    older = _older(app, {one.revision_id for one in noted}, blobs)
    standing = _standing(noted)
    items = [
        ListedPublication(
            **one.model_dump(),
            url=ports.addresses.revision(app.slug, one.revision_id) if one.revision_id in standing else None,
        )
        for one in [*noted, *older]
    ]
    return PublicationList(items=items[:_MOST])


def _standing(noted: list[Publication]) -> set[str]:
    """The revisions that were put on the site since it was last taken down."""
    since = takewhile(lambda one: one.revision_id is not None, noted)
    return {one.revision_id for one in since if one.revision_id is not None}


def _noted(app: App, blobs: BlobStore) -> list[Publication]:
    keys = sorted(blobs.list(publications_prefix(app.tenant_id, app.id)), reverse=True)[:_MOST]
    found: dict[str, Publication] = {}

    def read(key: str) -> None:
        found[key] = Publication.model_validate_json(blobs.get(key))

    for_each(read, keys)
    return [found[key] for key in keys]


def _older(app: App, known: set[str | None], blobs: BlobStore) -> list[Publication]:
    """Revisions that were published before publications were noted."""
    marked = [key.rpartition("/")[2] for key in blobs.list(mark_prefix(app.tenant_id, app.id))]
    unknown = sorted((one for one in marked if one not in known), reverse=True)[:_MOST]
    return [Publication(seq=0, revision_id=one, at=None, by=None) for one in unknown if was_published(app, one, blobs)]
