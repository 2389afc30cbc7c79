"""What may be repaired, what that may cost, and what was tried: asked before anything is spent."""

from contextlib import suppress

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.base import Moment
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import NotFound
from shared.domain.feedback.repairs import ATTEMPTS_MOST
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Bounds
from shared.domain.runs.run_status import ShownRunStatus
from shared.ports.build_results import RepairStore
from shared.services.feedback.find_trouble import Trouble, bounds_of_repair, find_trouble
from shared.services.get_app import get_draft
from shared.services.loop_ports import LoopPorts

_FARTHEST = 25


class RepairAttempt(BaseModel):
    """One repair. `cost_usd` is null where the model has no price; `diff_id`: what came of it as a proposal."""

    run_id: str
    conversation_id: str
    status: ShownRunStatus
    failure_code: str | None
    stopped: str | None
    model_calls: int
    cost_usd: float | None
    diff_id: str | None
    revision_id: str | None
    created_at: Moment


class RepairState(BaseModel):
    """What the draft fails with (null: with nothing that is known), and the repairs of it so far, oldest first.

    `bounds` is what the next one may use, `attempts_most` how many may fail before a person has to choose something
    else: then `may_ask` is false. `last_good_revision_id` is the newest built revision before this trouble.
    """

    revision_id: str
    trouble: Trouble | None
    bounds: Bounds
    attempts: list[RepairAttempt]
    attempts_most: int
    may_ask: bool
    last_good_revision_id: str | None


def read_repair(*, principal: Principal, app_id: str, repairs: RepairStore, ports: LoopPorts) -> RepairState:
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    trouble = find_trouble(app, draft, ports.builds.get(app.tenant_id, app.id, draft.build_id))
    runs = attempts_at(app, draft, repairs, ports)
    return RepairState(
        revision_id=draft.id,
        trouble=trouble,
        bounds=bounds_of_repair(app, trouble, ports.limits),
        attempts=[_attempt(run) for run in runs],
        attempts_most=ATTEMPTS_MOST,
        may_ask=trouble is not None and len(runs) < ATTEMPTS_MOST,
        last_good_revision_id=_last_good(draft, runs, ports) if trouble is not None else None,
    )


def attempts_at(app: App, draft: Revision, repairs: RepairStore, ports: LoopPorts) -> list[Run]:
    found = []
    for run_id in repairs.get(app.tenant_id, app.id).attempts(draft.id, draft.run_id):
        with suppress(NotFound):
            found.append(ports.runs.get(app.tenant_id, run_id))
    return found


def _attempt(run: Run) -> RepairAttempt:
    shown = {"run_id": run.id, "status": run.status.shown_as}
    return RepairAttempt(**(run.fields | run.usage.model_dump(include={"model_calls", "cost_usd"}) | shown))


def _last_good(draft: Revision, runs: list[Run], ports: LoopPorts) -> str | None:
    """The newest built one which neither failed nor was made by a repair of it."""
    tried, failed = {run.id for run in runs}, {draft.id, *(run.base_revision_id for run in runs)}
    one = draft
    for _ in range(_FARTHEST):
        if one.id not in failed and one.run_id not in tried and one.build_status == BuildStatus.SUCCEEDED:
            return one.id
        if one.parent_revision_id is None:
            return None
        one = ports.revisions.get(one.tenant_id, one.app_id, one.parent_revision_id)
    return None
