"""Unfinished work of a conversation: what a later run is given of it, and what is said about it."""

from typing import Literal

from shared.domain.base import Entity
from shared.domain.runs.work_outcome import WorkKind, WorkOutcome

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
