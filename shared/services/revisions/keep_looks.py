"""What a later look at a revision found stands with the revision, so that its quality counts it."""

from contextlib import suppress

from shared.domain.errors import NotFound
from shared.domain.revisions.quality import Looks
from shared.domain.revisions.revision import Revision
from shared.ports.revisions import RevisionStore
from shared.services.until_written import until_written


def keep_looks(revision: Revision, seen: Looks, revisions: RevisionStore) -> None:
    """Written only where it is new."""

    def write(stored: Revision) -> None:
        looks = (stored.looks or Looks()).renewed(seen)
        if looks not in (stored.looks, Looks()):
            revisions.update(stored.model_copy(update={"looks": looks}))

    ids = (revision.tenant_id, revision.app_id, revision.id)
    with suppress(NotFound):
        until_written(lambda: revisions.get(*ids), write, "The revision", first=revision)
