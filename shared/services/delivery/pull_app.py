"""What others did in the repository, merged with the draft: a diff under review, and nothing else is written."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, assert_never

from pydantic import BaseModel

from shared.domain.base import Files, Input
from shared.domain.delivery.git_errors import GitUnrelated
from shared.domain.delivery.pulled_tree import links_left_out, their_files, with_their_side
from shared.domain.delivery.remote import Branch, Fetched
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.merge3 import Merge
from shared.domain.identity import Principal
from shared.domain.revisions.revision import PulledCommit, Revision
from shared.domain.revisions.taken_back import taken_back
from shared.services.delivery.git_ports import GitPorts
from shared.services.delivery.push_app import Ready, ready
from shared.services.delivery.read_history import commits_of, read_chain, with_files
from shared.services.diffs.propose_tree import propose_tree
from shared.services.ports_bundle import Ports
from shared.services.revisions.follow_lock import merge_trees, require_clean
from shared.services.revisions.gate_change import Gated, gate_tree
from shared.services.revisions.relock import relock

Side = Literal["app", "repository"]


class PullWish(Input):
    """Without a branch the one that people get. `take`: whose files, where both changed the same places."""

    branch: Branch | None = None
    take: Side | None = None


class Pulled(BaseModel):
    """`diff_id` is the change under review; null where the draft has everything. `left_out`: what no project holds."""

    branch: str
    commit: str
    diff_id: str | None
    left_out: list[Diagnostic] = []


class _Change(NamedTuple):
    """What is proposed: a tree past the policy, with what was found."""

    gated: Gated
    tree: str
    pulled: PulledCommit
    left_out: list[Diagnostic]


def pull_app(*, principal: Principal, app_id: str, wish: PullWish, git: GitPorts, ports: Ports) -> Pulled:
    """Fetch, merge with what both had last, and propose it.

    GitUnrelated when the branch has no commit of the app; Conflict `MERGE_CONFLICT` with the paths where no side is to
    be taken; PolicyViolation for what may not be in a project.
    """
    start = ready(principal, app_id, git, ports)
    chain = read_chain(start.draft, ports)
    commits = commits_of(chain, ports.snapshots)
    ids = [commit.id for commit in commits]
    remote = git.remote(start.connection.url, start.token)
    fetched = remote.fetch(wish.branch, ids, with_files(commits[::-1], start.draft, ports))
    if fetched.common is None:
        raise GitUnrelated(f"{fetched.branch} has no commit of this app. Push first, and merge that there.")
    if fetched.common == fetched.commit:
        return Pulled(branch=fetched.branch, commit=fetched.commit, diff_id=None)
    change = _merged(start, _base_of(chain, fetched), fetched, wish.take, ports)
    diff_id = None if change.tree == start.draft.tree else _proposed(start, fetched, change, ports).id
    return Pulled(branch=fetched.branch, commit=fetched.commit, diff_id=diff_id, left_out=change.left_out)


def _base_of(chain: Sequence[Revision], fetched: Fetched) -> str:
    """The tree that both had last: of our commit, or what was pulled after it and is in the draft still."""
    undone = taken_back(chain, chain[-1].id)
    for revision in reversed(chain):
        if revision.pulled and revision.pulled.commit in fetched.passed and revision.id not in undone:
            return revision.pulled.tree
        if revision.commit == fetched.common:
            break
    return revision.tree


def _merged(start: Ready, base_tree: str, fetched: Fetched, take: Side | None, ports: Ports) -> _Change:
    tenant_id, app_id = start.draft.tenant_id, start.draft.app_id
    base, ours = (ports.snapshots.get(tenant_id, app_id, tree) for tree in (base_tree, start.draft.tree))
    found, left_out = their_files(fetched.files, base, ports.own_catalogs().of(tenant_id).catalog)
    theirs = relock(base=base, files=found, tenant_id=tenant_id, ports=ports)
    merged = _decided(merge_trees(base=base, ours=ours, theirs=theirs, tenant_id=tenant_id, ports=ports), theirs, take)
    gated = gate_tree(tenant_id=tenant_id, app_id=app_id, files=merged, ports=ports)
    tree = gated.tree or gated.accepted()
    pulled = PulledCommit(commit=fetched.commit, tree=ports.snapshots.put(tenant_id, app_id, theirs))
    return _Change(gated, tree, pulled, [*left_out, *links_left_out(fetched.left_out)])


def _decided(merged: Merge, theirs: Files, take: Side | None) -> Files:
    match take:
        case None:
            require_clean(merged)
            return merged.files
        case "app":
            return merged.files
        case "repository":
            return with_their_side(merged, theirs).files
        case _:
            assert_never(take)


def _proposed(start: Ready, fetched: Fetched, change: _Change, ports: Ports) -> Diff:
    return propose_tree(
        draft=start.draft,
        tree=change.tree,
        message=f"Merge {fetched.branch} of {start.connection.name} ({fetched.commit[:7]})",
        untrusted=["import"],
        pulled=change.pulled,
        problems=[*change.gated.diagnostics, *change.left_out],
        ports=ports,
    )
