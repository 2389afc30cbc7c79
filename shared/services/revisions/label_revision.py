"""Names a revision, as a checkpoint to come back to."""

from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.ports.revisions import RevisionStore
from shared.services.until_written import until_written

_LONGEST = 200


def label_revision(
    *, principal: Principal, app_id: str, revision_id: str, label: str | None, revisions: RevisionStore
) -> Revision:
    """The revision with its new label; None or blank takes the label away."""
    text = (label or "").strip() or None
    if text is not None and len(text) > _LONGEST:
        raise Invalid(f"A label has at most {_LONGEST} characters.")
    ids = (principal.tenant_id, require_id("app", app_id), require_id("rev", revision_id))

    def write(revision: Revision) -> Revision:
        return revisions.update(revision.model_copy(update={"label": text}))

    return until_written(lambda: revisions.get(*ids), write, "The revision", tries=5)
