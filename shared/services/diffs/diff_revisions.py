"""What changed between two revisions of an app."""

from pydantic import BaseModel

from shared.domain.diffs.changes import FileChange, file_changes, fold_locks, patch_of
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.services.diffs.describe_diff import PATCH_CHARACTERS, cut_patch, within
from shared.services.get_app import get_app
from shared.services.ports_bundle import SitePorts


class RevisionDiff(BaseModel):
    """From `against` to `revision_id`: per file with hunks, and as one patch. `against` is None for the empty tree.

    Lockfiles are folded: their content is among the revision's files. Hunks and patch end where they would be too much
    for one answer; then `truncated` is set.
    """

    revision_id: str
    against: str | None
    files: list[FileChange]
    patch: str
    truncated: bool = False


def diff_revisions(
    *, principal: Principal, app_id: str, revision_id: str, against: str | None, ports: SitePorts
) -> RevisionDiff:
    """The diff; without `against` to the revision's parent, or for the first one to nothing at all."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    after = ports.revisions.get(app.tenant_id, app.id, require_id("rev", revision_id))
    base_id = against or after.parent_revision_id
    before = ports.revisions.get(app.tenant_id, app.id, require_id("rev", base_id)) if base_id else None

    def files(revision: Revision) -> dict[str, bytes]:
        return ports.snapshots.get(app.tenant_id, app.id, revision.tree)

    old, new = files(before) if before else {}, files(after)
    found = fold_locks(file_changes(old, new))
    changes, cut = within(found, PATCH_CHARACTERS)
    patch, short = cut_patch(patch_of(found, old, new), PATCH_CHARACTERS)
    return RevisionDiff(revision_id=after.id, against=base_id, files=changes, patch=patch, truncated=cut or short)
