"""A pull request: what it says of the revisions and of the newest one's findings, and how it stands."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.base import without_unseen
from shared.domain.builds.verdict import VerdictPart
from shared.domain.delivery.commit import Commit
from shared.domain.revisions.revision import Revision
from shared.domain.untrusted import shortened

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


_SHORT, _LINE_MOST, _TITLE_MOST, _COMMITS_MOST = 7, 200, 120, 50


class PullRequest(NamedTuple):
    """One that the forge has; `url` is its page."""

    number: int
    url: str


class Proposal(NamedTuple):
    """What is asked of people: to merge `branch` into `base`."""

    branch: str
    base: str
    title: str
    body: str


def propose(app: App, draft: Revision, commits: Sequence[Commit], *, branch: str, base: str, title: str) -> Proposal:
    """Of these commits, oldest first; without a title the only one's message, or how many there are."""
    said = _subject(commits[-1]) if len(commits) == 1 else f"{app.name}: {len(commits)} changes"
    body = "\n\n".join(_parts(app, draft, commits))
    return Proposal(branch, base, title or shortened(said, _TITLE_MOST), body)


def _parts(app: App, draft: Revision, commits: Sequence[Commit]) -> Iterator[str]:
    yield f"Made in ChatBuilder. The branch ends with commit {draft.commit}, revision `{draft.id}`."
    yield "**What changed**, the newest first"
    lines = [f"{commit.id[:_SHORT]} {_subject(commit)}" for commit in reversed(commits[-_COMMITS_MOST:])]
    more = len(commits) - len(lines)
    yield _fenced([*lines, *([f"... and {more} before"] if more else [])])
    yield "**What was checked** of the newest one"
    yield "\n".join(_checks(draft))
    if app.live_url:
        which = "This" if app.published_revision_id == draft.id else "An earlier"
        yield f"{which} revision is online: {app.live_url}"


def _checks(draft: Revision) -> Iterator[str]:
    yield f"- build: {draft.build_status}"
    if draft.verdict is not None:
        for name in draft.verdict.reported:
            yield f"- {name}: {_result(draft.verdict.part(name))}"


def _result(part: VerdictPart) -> str:
    counted = f" ({part.counts.words()})" if part.counts else ""
    known = ", which a person accepted" if part.accepted_by else ""
    return f"{part.status}{counted}{known}"


def _subject(commit: Commit) -> str:
    """The message's first line, of what people see."""
    return shortened(without_unseen(commit.message.strip().partition("\n")[0]), _LINE_MOST)


def _fenced(lines: Sequence[str]) -> str:
    """As it is: no mark-up, no names that are told, no issues that are closed when it is merged."""
    text = "\n".join(lines)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


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
