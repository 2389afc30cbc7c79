"""Which failures of an app have had their automatic repair: one for each, and only so many a day."""

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime

from shared.domain.base import OneOfApp
from shared.domain.builds.failure_signature import normalised
from shared.domain.feedback.build_result import BuildResult, ReportedError, ResultStatus

REPAIRS_A_DAY = 5
ATTEMPTS_MOST = 2
"""Repairs one after the other that may fail before a person has to choose something else."""
_REMEMBERED, _TRIED = 500, 20
_GRAVE = frozenset({"error", "rejection", "resource"})
_PREFIX = re.compile(r"\A(?:uncaught )?(?:\(in promise\) )?(?:error: )?", re.IGNORECASE)
_ASSET = re.compile(r"-[A-Za-z0-9_-]{8}(?=\.[a-z]{1,5}\b)")


def fingerprint(error: ReportedError) -> str:
    """Equal for the same failure told twice: by another build, by the console too, with other numbers in it."""
    said = normalised(_ASSET.sub("-<hash>", _PREFIX.sub("", error.message.strip())))
    return hashlib.sha256(said[:500].encode()).hexdigest()[:16]


def fingerprints(result: BuildResult) -> list[str]:
    """Those of all its errors, each once."""
    return list(dict.fromkeys(fingerprint(error) for error in result.errors))


def calls_for_repair(result: BuildResult) -> bool:
    """Whether the page itself failed. A line on the console or somebody else's server is told, not repaired."""
    return result.status == ResultStatus.FAILED and any(error.kind in _GRAVE for error in result.errors)


class RepairLedger(OneOfApp):
    """What was tried for one app. Written with a condition on `version`, so two reports cannot both start a run.

    `tried` are the repairs one after the other, the latest started with the draft `tried_on`.
    """

    fingerprints: list[str] = []
    day: str = ""
    started: int = 0
    run_id: str | None = None
    tried: list[str] = []
    tried_on: str = ""

    def claim(self, found: Iterable[str], now: datetime) -> "RepairLedger | None":
        """The ledger with one more repair, for these failures; None when all are known or the day is used up."""
        today = now.date().isoformat()
        started = self.started if self.day == today else 0
        new = [mark for mark in found if mark not in self.fingerprints]
        if not new or started >= REPAIRS_A_DAY:
            return None
        return self._with(new, day=today, started=started + 1, run_id=None)

    def absorb(self, found: Iterable[str]) -> "RepairLedger | None":
        """The ledger with failures that the repair at work covers too; None when it knows them all."""
        new = [mark for mark in found if mark not in self.fingerprints]
        return self._with(new) if new else None

    def give_back(self, found: Iterable[str]) -> "RepairLedger":
        """The ledger without a claim whose run never began."""
        kept = [mark for mark in self.fingerprints if mark not in set(found)]
        return self.model_copy(update={"fingerprints": kept, "started": max(0, self.started - 1)})

    def attempts(self, draft_id: str, made_by: str | None) -> list[str]:
        """The repairs of what this draft fails with, oldest first: as the latest found it, or made by one of them.

        A draft that came about in any other way is a new state of the app, and nothing was tried for it.
        """
        return self.tried if draft_id == self.tried_on or made_by in self.tried else []

    def with_attempt(self, run_id: str, draft_id: str, made_by: str | None) -> "RepairLedger":
        tried = [*self.attempts(draft_id, made_by), run_id][-_TRIED:]
        return self.model_copy(update={"run_id": run_id, "tried": tried, "tried_on": draft_id})

    def _with(self, new: list[str], **fields: object) -> "RepairLedger":
        return self.model_copy(update={**fields, "fingerprints": [*self.fingerprints, *new][-_REMEMBERED:]})
