"""The part of a diff that a review accepts, worked out without a change of the diff."""

from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.review import Review, accepted_files
from shared.services.ports_bundle import Ports
from shared.services.revisions.follow_lock import follow_lock


class Part(NamedTuple):
    """`files`: the diff's base with what the review accepts, its lockfile in step."""

    before: Files
    after: Files
    files: Files


def choose_part(*, diff: Diff, review: Review, ports: Ports) -> Part:
    """What `review` would keep of the diff. Invalid for files and hunks the diff has not."""
    before = ports.snapshots.get(diff.tenant_id, diff.app_id, diff.base_tree)
    after = ports.snapshots.get(diff.tenant_id, diff.app_id, diff.tree)
    accepted = accepted_files(before, after, review)
    files = follow_lock(files=accepted, sides=(after, before), tenant_id=diff.tenant_id, ports=ports)
    return Part(before, after, files)
