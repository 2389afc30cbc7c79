"""A person goes on with a run; one that was a repair is one more attempt at what the draft fails with."""

from shared.domain.identity import Principal
from shared.domain.runs.run import Run
from shared.ports.build_results import RepairStore
from shared.ports.engine import Workflows
from shared.services.feedback.offer_repair import require_attempt_left
from shared.services.feedback.read_repair import attempts_at
from shared.services.feedback.repair_preview import remember
from shared.services.get_draft import get_draft
from shared.services.loop_ports import LoopPorts
from shared.services.runs.list_runs import find_run
from shared.services.runs.start.resume_run import resume_run


def resume_counted(
    *,
    principal: Principal,
    run_id: str,
    request_id: str,
    default_model: str,
    repairs: RepairStore,
    ports: LoopPorts,
    workflows: Workflows,
) -> Run:
    """As `resume_run`; Conflict `REPAIRS_USED_UP` too, for a repair of this draft when two of them have not helped."""
    old = find_run(principal=principal, run_id=run_id, ports=ports)
    app, draft = get_draft(principal=principal, app_id=old.app_id, apps=ports.apps, revisions=ports.revisions)
    tried = attempts_at(app, draft, repairs, ports)
    counts = any(run.id == old.id for run in tried)
    if counts and old.ended:
        require_attempt_left(app, tried)
    run = resume_run(
        principal=principal, run_id=run_id, request_id=request_id, default_model=default_model, ports=ports,
        workflows=workflows,
    )  # fmt: skip
    if counts:
        remember(app, run, repairs, ports)
    return run
