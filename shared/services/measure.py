"""What is told about runs and changes once they are over. Callers tell it where a conditional write was won."""

from collections.abc import Sequence
from typing import assert_never

from shared.domain.revisions.revision import Revision
from shared.domain.runs.events import Event
from shared.domain.runs.kpis import waits_of
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunOutcome, RunStatus
from shared.ports.metrics import Metric, Metrics


def measure_run(run: Run, events: list[Event], metrics: Metrics) -> None:
    """An ended run: how it ended, how long people waited, what it cost. `events` is its whole log."""
    values: dict[Metric, float] = {"ModelCalls": run.usage.model_calls}
    values |= _counted(run.status.outcome)
    values["ModelTokens"] = run.usage.total_tokens
    if run.usage.cost_usd is not None:
        values["ModelCost"] = run.usage.cost_usd
    if run.memory.failures:
        values["RunsTroubled"] = 1
        values["RunsHealed"] = run.status == RunStatus.COMPLETED
    if run.outcome.failure_code == "BUDGET_EXCEEDED":
        values["RunsOverBudget"] = 1
    if run.outcome.revision_id is not None:
        values["ChangesApplied"] = 1
    values |= _waits(run, events)
    metrics.emit(
        values,
        **_whose(run),
        request_id=run.request_id,
        status=run.status,
        code=run.outcome.failure_code,
        model=run.request.model,
    )


def _counted(outcome: RunOutcome | None) -> dict[Metric, float]:
    match outcome:
        case RunOutcome.COMPLETED:
            return {"RunsCompleted": 1}
        case RunOutcome.FAILED:
            return {"RunsFailed": 1}
        case RunOutcome.CANCELLED:
            return {"RunsCancelled": 1}
        case None:
            return {}
        case _:
            assert_never(outcome)


def _waits(run: Run, events: list[Event]) -> dict[Metric, float]:
    """From the run's turn to the first word, and to the change; time in which it waited for people is not counted."""
    first_word, edit = waits_of(run, events)
    found: dict[Metric, float] = {}
    if first_word is not None:
        found["TimeToFirstToken"] = first_word
    if edit is not None:
        found["EditSeconds"] = edit
    return found


def measure_gates(run: Run, passed: Sequence[bool], metrics: Metrics) -> None:
    """What the fast gate said of a model's work in one iteration, once for each time it was asked to be done."""
    if passed:
        values: dict[Metric, float] = {"GatePassed": sum(passed), "GateFailed": len(passed) - sum(passed)}
        metrics.emit(values, **_whose(run), request_id=run.request_id, model=run.request.model)


def measure_refusal(code: str, metrics: Metrics) -> None:
    """A request answered with 429."""
    counted: dict[str, Metric] = {"BUDGET_EXCEEDED": "RequestsOverBudget", "RATE_LIMITED": "RequestsOverRate"}
    if code in counted:
        metrics.emit({counted[code]: 1})


def measure_change(revision: Revision, metrics: Metrics) -> None:
    """A new revision by a person's word: a diff applied, or a change taken back."""
    counted: dict[str, Metric] = {"diff": "ChangesApplied", "revert": "ChangesReverted", "restore": "ChangesReverted"}
    if revision.origin in counted:
        metrics.emit(
            {counted[revision.origin]: 1},
            tenant_id=revision.tenant_id,
            app_id=revision.app_id,
            revision_id=revision.id,
            run_id=revision.run_id,
            origin=revision.origin,
        )


def measure_stuck(run: Run, metrics: Metrics) -> None:
    """A run that had to be ended because nobody worked on it any more."""
    metrics.emit({"RunsStuck": 1}, **_whose(run), request_id=run.request_id)


def _whose(run: Run) -> dict[str, str | None]:
    return {"tenant_id": run.tenant_id, "app_id": run.app_id, "run_id": run.id}
