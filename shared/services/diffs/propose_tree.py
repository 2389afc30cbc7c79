"""A change of the draft that no run made, as a diff under review."""

from collections.abc import Sequence

from shared.domain.agent.egress import UntrustedSource
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.ids import new_id
from shared.domain.revisions.revision import PulledCommit, Revision
from shared.services.diffs.find_diff import is_open
from shared.services.ports_bundle import Ports

_LOOKED_THROUGH = 20


def propose_tree(
    *,
    draft: Revision,
    tree: str,
    message: str,
    prompt: str = "",
    untrusted: Sequence[UntrustedSource] = (),
    problems: Sequence[Diagnostic] = (),
    pulled: PulledCommit | None = None,
    ports: Ports,
) -> Diff:
    """The stored diff from `draft` to `tree`; an open one that proposes the same is returned instead."""
    for diff in ports.diffs.list(draft.tenant_id, draft.app_id, limit=_LOOKED_THROUGH).items:
        if is_open(diff) and (diff.base_revision_id, diff.tree) == (draft.id, tree):
            return diff
    now = ports.clock.now()
    made = Diff(
        id=new_id("dif", int(now.timestamp() * 1000)),
        tenant_id=draft.tenant_id,
        app_id=draft.app_id,
        run_id=None,
        conversation_id=None,
        base_revision_id=draft.id,
        base_commit=draft.commit,
        base_tree=draft.tree,
        tree=tree,
        status=DiffStatus.PENDING_REVIEW,
        vibecoder_prompt=prompt,
        untrusted=[*untrusted],
        problems=[*problems],
        pulled=pulled,
        commit_message=message,
        created_at=now,
        updated_at=now,
    )
    ports.diffs.create(made)
    return made
