"""Which branch is pushed, from where on, and whether it may be: never by force, never what people work on."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.domain.delivery.commit import BRANCH
from shared.domain.delivery.git_errors import GitDefaultBranch, GitMoved
from shared.domain.delivery.remote import RemoteRefs

_SHORT = 7
_USUAL = frozenset({"main", "master"})
"""What a repository without a default branch would get as one."""


class PushPlan(NamedTuple):
    """`before` is what the branch ends with now; `known` counts the commits, of the oldest, that are there.

    `seen` counts those of them that a branch shows: what was pushed once may be there still, merged by others.
    """

    branch: str
    before: str | None
    known: int
    seen: int
    done: bool


def own_branch(slug: str, commit: str) -> str:
    return f"chatbuilder/{slug}-{commit[:_SHORT]}"


def commits_there(refs: RemoteRefs, ids: Sequence[str]) -> int:
    """How many of the oldest commits a branch shows."""
    places = {id: place for place, id in enumerate(ids)}
    return max((places[id] + 1 for id in refs.heads.values() if id in places), default=0)


def plan_push(refs: RemoteRefs, ids: Sequence[str], branch: str | None, own: str, pushed: str | None) -> PushPlan:
    """The plan for commits of which each is the next one's parent. GitDefaultBranch or GitMoved when there is none.

    `pushed` is the commit that was pushed last.
    """
    seen = commits_there(refs, ids)
    known = max(seen, ids.index(pushed) + 1 if refs.heads and pushed in ids else 0)
    name = branch or _unnamed(refs, ids[-1], own)
    before = refs.heads.get(name)
    if before == ids[-1]:
        return PushPlan(name, before, known, seen, done=True)
    if refs.heads and name in ({refs.default} if refs.default else _USUAL):
        raise GitDefaultBranch(f"{name} is the branch that people work on; push to another one, and merge that.")
    if before is not None and before not in ids:
        raise GitMoved(f"{name} has commits that are not the app's. Push to another branch.", branch=name)
    return PushPlan(name, before, known, seen, done=False)


def _unnamed(refs: RemoteRefs, head: str, own: str) -> str:
    """An empty repository gets its first branch; one that has the commit already gets no second one for it."""
    there = sorted(name for name, id in refs.heads.items() if id == head)
    return own if own in there else (there or [own if refs.heads else BRANCH])[0]
