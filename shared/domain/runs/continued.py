"""Unfinished work of a conversation: what a later run is given of it, and what is said about it."""

from typing import Literal

from shared.domain.base import Entity

WorkKind = Literal["unfinished", "cancelled", "proposal", "rejected"]
"""Of a run that failed or was interrupted, of one that a person cancelled, a proposal that waits for review, or work
that a person rejected."""
WorkOutcome = Literal["continued", "set_aside", "conflict"]
"""The run begins with the work; or from the draft, because the person wanted that or cancelled the work before; or
from the draft, because the work does not merge with it."""
StartFrom = Literal["work", "draft"]


class Continued(Entity):
    """The work that run `run_id` left as the diff `diff_id`. `tree` is what a run that continues it begins with.

    `stopped` says why that run ended; `verified` and `failed` what is known about exactly this tree (or which one).
    `rebased`: the draft has moved since, and the work was merged onto it. `paths` are those of a conflict.
    """

    run_id: str
    diff_id: str
    kind: WorkKind
    outcome: WorkOutcome
    tree: str | None = None
    rebased: bool = False
    stopped: str = ""
    verified: list[str] = []
    failed: list[str] = []
    paths: list[str] = []
