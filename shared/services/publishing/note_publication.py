"""Keeps who put what on the live address and when: one object for each publication, never changed."""

import logging

from shared.domain.apps.app import App
from shared.domain.errors import AppError
from shared.domain.identity import Principal
from shared.domain.publishing.publication import Publication
from shared.services.ports_bundle import SitePorts
from shared.services.site.dist_objects import publications_prefix

logger = logging.getLogger(__name__)


def note_publication(*, principal: Principal, app: App, ports: SitePorts) -> None:
    """Best effort: the site is as it was asked for, whether this is known later or not."""
    made = Publication(
        seq=app.publish_seq, revision_id=app.published_revision_id, at=ports.clock.now(), by=principal.subject
    )
    key = f"{publications_prefix(app.tenant_id, app.id)}{app.publish_seq:010}.json"
    try:
        ports.blobs.put_new(key, made.model_dump_json().encode(), "application/json")
    except AppError:
        logger.exception("a publication could not be noted", extra={"app_id": app.id})
