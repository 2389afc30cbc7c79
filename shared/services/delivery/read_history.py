"""An app's history as git sees it: one commit a revision, the draft the last of them."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from shared.domain.base import Files
from shared.domain.delivery.commit import Commit
from shared.domain.errors import Bug
from shared.domain.revisions.revision import Revision
from shared.ports.git import History
from shared.ports.storage import SnapshotStore
from shared.services.ports_bundle import Ports
from shared.services.revision_history import history_of

_AT_ONCE = 16


def read_history(draft: Revision, ports: Ports) -> list[Commit]:
    """Oldest first. Their ids are those that the revisions were stored with."""
    return commits_of(read_chain(draft, ports), ports.snapshots)


def read_chain(draft: Revision, ports: Ports) -> list[Revision]:
    """The draft with all that it stands on, oldest first."""
    return [*history_of(draft, ports, pages_most=None)][::-1]


def read_head(draft: Revision, ports: Ports) -> Commit:
    before = draft.parent_revision_id
    parent = ports.revisions.get(draft.tenant_id, draft.app_id, before).commit if before else None
    return commit_of(draft, parent, ports.snapshots)


def with_files(commits: Sequence[Commit], draft: Revision, ports: Ports) -> Iterator[tuple[Commit, Files]]:
    """Each commit with its tree, of which a few are read ahead."""
    place = draft.tenant_id, draft.app_id
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for at in range(0, len(commits), _AT_ONCE):
            some = commits[at : at + _AT_ONCE]
            trees = pool.map(lambda commit: ports.snapshots.get(*place, commit.tree), some)
            yield from zip(some, trees, strict=True)


def commits_from(place: int, commits: Sequence[Commit], draft: Revision, ports: Ports) -> History:
    """All commits, and the trees of those from this place on: who has that one has what led to it."""
    without: list[tuple[Commit, Files | None]] = [(commit, None) for commit in commits[:place]]
    yield from without
    yield from with_files(commits[place:], draft, ports)


def commit_of(revision: Revision, parent: str | None, snapshots: SnapshotStore) -> Commit:
    """Releases before 0.1 rounded the time of some commits to the next second; the stored id says which."""
    exact = revision.created_at.timestamp()
    for epoch in (int(exact), round(exact)):
        made = Commit(revision.commit, revision.tree, parent, revision.message, revision.created_by, epoch)
        if snapshots.commit_id(made.tree, parent, made.message, made.author, epoch) == revision.commit:
            return made
    raise Bug("A revision's commit cannot be made again.")


def commits_of(chain: Sequence[Revision], snapshots: SnapshotStore) -> list[Commit]:
    """Of revisions each of which stands on the one before."""
    parents = [None, *(revision.commit for revision in chain[:-1])]
    return [commit_of(revision, parent, snapshots) for revision, parent in zip(chain, parents, strict=True)]
