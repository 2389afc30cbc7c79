"""How well a run went, as one row, and what many of them say together. Pure: from what its row and its events tell."""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

from pydantic import BaseModel

from shared.domain.base import OfApp
from shared.domain.runs.chunks import ReasoningDelta, TextDelta, ToolInputStart
from shared.domain.runs.events import Event
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunOutcome, RunStatus
from shared.domain.spending.spending import day_of, dollars_of, micro

Ending = Literal["changed", "proposed", "answered", "cancelled", "failed"]
Marks = Mapping[str, Literal["accepted", "reverted"]]
"""By run, what a new revision says of its change."""
NO_MARKS: Marks = {}
_FIRST_WORDS = (TextDelta, ReasoningDelta, ToolInputStart)


class RunKpi(OfApp):
    """One ended run. `proposed` succeeds when somebody accepts it; an answer is neither success nor failure.

    `troubled`: a check has said no in it. `compiled` is None where there was nothing to compile. `cost` is in
    micro-dollars, as budgets count it; `unpriced`: a model without a price was asked, so what it cost is not known.
    `accepted` and `reverted` are what people did with it afterwards.
    """

    run_id: str
    day: str
    ending: Ending
    troubled: bool
    compiled: bool | None
    first_word_ms: int | None
    edit_seconds: float | None
    cost: int
    unpriced: bool = False
    accepted: bool = False
    reverted: bool = False

    @property
    def asked(self) -> bool:
        """Whether it was to change something, and nobody stopped it."""
        return self.ending in ("changed", "proposed", "failed")

    @property
    def succeeded(self) -> bool:
        return self.ending == "changed" or (self.ending == "proposed" and self.accepted)


class Kpis(BaseModel):
    """What runs say together. A rate of nothing is null.

    Rates of success, first pass (no check has said no) and compiling are of the `asked`: runs that were to change
    something, without cancelled ones and answers. `self_heal_rate` is of those in which a check has said no,
    `reverted_rate` of those that succeeded. Dollars are of all runs, so that failures make a success dearer; they are
    null where one of `unpriced_runs` is among them: it asked a model without a price.
    """

    runs: int
    asked: int
    succeeded: int
    success_rate: float | None
    first_pass_rate: float | None
    compile_rate: float | None
    self_heal_rate: float | None
    reverted_rate: float | None
    median_first_word_ms: int | None
    p95_edit_seconds: float | None
    unpriced_runs: int
    cost_usd: float | None
    cost_per_success_usd: float | None


class DayKpis(Kpis):
    """Those of the runs that began on a day (UTC)."""

    day: date


def kpi_of(run: Run, events: Sequence[Event]) -> RunKpi:
    """Of an ended run; `events` is its whole log."""
    first_word, edit = waits_of(run, events)
    return RunKpi(
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        run_id=run.id,
        day=day_of(run.created_at),
        ending=_ending(run),
        troubled=bool(run.memory.failures),
        compiled=_compiled(run),
        first_word_ms=first_word,
        edit_seconds=edit,
        cost=micro(run.usage.counted_usd),
        unpriced=run.usage.cost_usd is None,
    )


def waits_of(run: Run, events: Sequence[Event]) -> tuple[int | None, float | None]:
    """Milliseconds from the run's turn to the first word, and seconds to the change, without waiting for people."""
    began = run.started_at
    if began is None:
        return None, None
    first = next((event.at for event in events if isinstance(event.chunk, _FIRST_WORDS)), None)
    words = None if first is None else round((first - began).total_seconds() * 1000)
    if run.status != RunStatus.COMPLETED or not run.finished_at or not _made(run):
        return words, None
    return words, round((run.finished_at - began).total_seconds() - run.waiting.waited_seconds, 3)


def _made(run: Run) -> bool:
    return bool(run.outcome.revision_id or run.outcome.diff_id)


def _ending(run: Run) -> Ending:
    match run.status.outcome:
        case RunOutcome.CANCELLED:
            return "cancelled"
        case RunOutcome.COMPLETED:
            made: Ending = "changed" if run.outcome.revision_id else "proposed"
            return made if _made(run) and run.request.only is None else "answered"
        case RunOutcome.FAILED | None:
            return "failed"


def _compiled(run: Run) -> bool | None:
    if run.candidate_tree == run.base_tree:
        return None
    return run.outcome.revision_id is not None or run.green_tree not in (None, run.base_tree)


def days_of(rows: Sequence[RunKpi]) -> list[DayKpis]:
    """The days on which runs began, newest first."""
    days = sorted({row.day for row in rows}, reverse=True)
    return [
        DayKpis(day=date.fromisoformat(day), **kpis_of([row for row in rows if row.day == day]).model_dump())
        for day in days
    ]


def kpis_of(rows: Sequence[RunKpi]) -> Kpis:
    asked = [row for row in rows if row.asked]
    succeeded = [row for row in asked if row.succeeded]
    troubled = [row for row in asked if row.troubled]
    unpriced = sum(row.unpriced for row in rows)
    cost = None if unpriced else dollars_of(sum(row.cost for row in rows))
    words = [row.first_word_ms for row in rows if row.first_word_ms is not None]
    edits = sorted(row.edit_seconds for row in rows if row.edit_seconds is not None)
    return Kpis(
        runs=len(rows),
        asked=len(asked),
        succeeded=len(succeeded),
        success_rate=_rate(row.succeeded for row in asked),
        first_pass_rate=_rate(row.succeeded and not row.troubled for row in asked),
        compile_rate=_rate(row.compiled for row in asked if row.compiled is not None),
        self_heal_rate=_rate(row.succeeded for row in troubled),
        reverted_rate=_rate(row.reverted for row in succeeded),
        median_first_word_ms=round(statistics.median(words)) if words else None,
        p95_edit_seconds=edits[math.ceil(0.95 * len(edits)) - 1] if edits else None,
        unpriced_runs=unpriced,
        cost_usd=cost,
        cost_per_success_usd=round(cost / len(succeeded), 6) if succeeded and cost is not None else None,
    )


def _rate(hits: Iterable[bool]) -> float | None:
    known = list(hits)
    return round(sum(known) / len(known), 4) if known else None
