"""The files as they would be with a diff applied."""

from typing import NamedTuple

from pydantic import BaseModel

from shared.domain.base import Files
from shared.domain.diffs.change_story import FileStory, tell_files
from shared.domain.diffs.diff import Diff
from shared.domain.identity import Principal
from shared.domain.tree.managed_paths import LOCKFILES
from shared.services.diffs.find_diff import find_diff, is_stale
from shared.services.diffs.rebase_diff import merged_onto
from shared.services.ports_bundle import Ports
from shared.services.revisions.read_files import as_text

_CHARACTERS = 2_000_000


class PreviewFile(BaseModel):
    """One changed file. `content` is None for a deleted or binary file, for a lockfile, and where the answer would grow
    too large.
    """

    change: FileStory
    size: int | None
    content: str | None
    content_omitted: bool = False


class DiffPreview(BaseModel):
    """What a commit would change. `applies` is False when the draft moved and the diff does not merge into it."""

    diff_id: str
    base_revision_id: str
    onto_revision_id: str
    stale: bool
    applies: bool
    conflicts: list[str]
    files: list[PreviewFile]


class _Applied(NamedTuple):
    revision_id: str
    before: Files
    after: Files
    conflicts: list[str]


def preview_diff(*, principal: Principal, diff_id: str, ports: Ports) -> DiffPreview:
    """The accepted part once there is one, else the whole: on its base, or when the draft moved, merged into that.

    Where it does not merge it is shown on its base, with the conflicting paths.
    """
    diff, app = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    stale = is_stale(diff, app)
    applied = _on_base(diff, ports)
    if stale and app.draft_revision_id is not None:
        on_draft = _on_draft(diff, app.draft_revision_id, ports)
        applied = applied._replace(conflicts=on_draft.conflicts) if on_draft.conflicts else on_draft
    return DiffPreview(
        diff_id=diff.id,
        base_revision_id=diff.base_revision_id,
        onto_revision_id=applied.revision_id,
        stale=stale,
        applies=not applied.conflicts,
        conflicts=applied.conflicts,
        files=_files(applied),
    )


def _on_base(diff: Diff, ports: Ports) -> _Applied:
    before = ports.snapshots.get(diff.tenant_id, diff.app_id, diff.base_tree)
    after = ports.snapshots.get(diff.tenant_id, diff.app_id, diff.wanted_tree)
    return _Applied(diff.base_revision_id, before, after, [])


def _on_draft(diff: Diff, draft_id: str, ports: Ports) -> _Applied:
    draft = ports.revisions.get(diff.tenant_id, diff.app_id, draft_id)
    before = ports.snapshots.get(diff.tenant_id, diff.app_id, draft.tree)
    return _Applied(draft_id, before, *merged_onto(diff, draft.tree, ports))


def _files(applied: _Applied) -> list[PreviewFile]:
    room = _CHARACTERS
    shown: list[PreviewFile] = []
    for story in tell_files(applied.before, applied.after):
        content = applied.after.get(story.path)
        text = as_text(story.path, content) if content is not None else None
        fits = text is None or (len(text) <= room and story.path not in LOCKFILES)
        room -= len(text or "") if fits else 0
        size = len(content) if content is not None else None
        shown.append(PreviewFile(change=story, size=size, content=text if fits else None, content_omitted=not fits))
    return shown
