"""Names a revision, as a checkpoint to come back to."""

from shared.domain.errors import Conflict, Invalid, Transient
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.ports.revisions import RevisionStore

_TRIES = 5
_LONGEST = 200


def label_revision(
    *, principal: Principal, app_id: str, revision_id: str, label: str | None, revisions: RevisionStore
) -> Revision:
    """The revision with its new label; None or blank takes the label away."""
    text = (label or "").strip() or None
    if text is not None and len(text) > _LONGEST:
        raise Invalid(f"A label has at most {_LONGEST} characters.")
    for _ in range(_TRIES):
        revision = revisions.get(principal.tenant_id, require_id("app", app_id), require_id("rev", revision_id))
        try:
            return revisions.update(revision.model_copy(update={"label": text}))
        except Conflict:
            continue
    raise Transient("The revision is being changed by somebody else; try again.")
