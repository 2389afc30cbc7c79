"""A pull request as its forge has it now, and what was checked of its newest commit."""

from typing import Literal

from pydantic import BaseModel

PullState = Literal["open", "merged", "closed"]
CheckState = Literal["running", "passed", "failed", "skipped"]
_PASSED = frozenset({"success"})
_SKIPPED = frozenset({"neutral", "skipped", "stale"})
_RUNNING = frozenset({"pending", "queued", "in_progress", "waiting", "requested", "expected"})


class Check(BaseModel):
    """One that the forge knows of: its name there, and its page where it has one."""

    name: str
    state: CheckState
    url: str | None


class PullRequestState(BaseModel):
    """`branch` is offered for `base`. `checks` is null where the token may not see them."""

    number: int
    url: str
    title: str
    state: PullState
    branch: str
    base: str
    commit: str
    checks: list[Check] | None = None


def check_state(word: str) -> CheckState:
    """What a forge's word means; one that nobody knows counts as failed, since it is no success."""
    if word in _PASSED:
        return "passed"
    if word in _SKIPPED:
        return "skipped"
    return "running" if word in _RUNNING else "failed"


def pull_state(state: str, *, merged: bool) -> PullState:
    """Of the two facts that a forge tells."""
    if merged:
        return "merged"
    return "open" if state == "open" else "closed"
