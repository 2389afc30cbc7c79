"""Tasks follow what becomes of the revisions that show them: taken back, or back again."""

import logging
from collections.abc import Iterable, Mapping
from functools import partial

from shared.domain.errors import AppError
from shared.domain.planning.evidence import TakenBack, follow_history
from shared.domain.planning.task import Task
from shared.domain.revisions.taken_back import taken_by
from shared.services.planning.change_plan import change_task
from shared.services.planning.follow_tasks import follow_tasks
from shared.services.planning.task_ports import EvidencePorts
from shared.services.revision_history import history_of

logger = logging.getLogger(__name__)


def follow_revisions(tenant_id: str, app_id: str, ports: EvidencePorts) -> None:
    """Withdraw the evidence of revisions that the draft has taken back, and let that of others count again.

    Tasks that nothing shows any more are open again, and the nodes of the plan follow. Idempotent: it looks at all
    evidence of the app, so that a call completes what an earlier one left undone. A task that cannot be written is
    logged and left, since the draft has moved already.
    """
    if not ports.plans.graph(tenant_id, app_id).version:
        return
    tasks = [task for task in ports.plans.tasks(tenant_id, app_id) if task.evidence]
    gone = revisions_taken_back(tenant_id, app_id, ports) if tasks else {}
    follow = partial(follow_history, taken_back=gone, at=ports.clock.now())
    changed = [task for task in tasks if follow(task) != task]
    for task in changed:
        try:
            change_task(tenant_id, task.id, ports, follow)
        except AppError as error:
            logger.warning("a task could not follow its revision", extra={"task_id": task.id, "code": error.code})
    _follow_nodes(tenant_id, changed, ports)


def revisions_taken_back(tenant_id: str, app_id: str, ports: EvidencePorts) -> Mapping[str, TakenBack]:
    """The revisions of the draft's latest thousand whose change is not in it any more, each with what took it back."""
    draft_id = ports.apps.get(tenant_id, app_id, include_deleted=True).draft_revision_id
    if draft_id is None:
        return {}
    history = [*history_of(ports.revisions.get(tenant_id, app_id, draft_id), ports)]
    return {gone: TakenBack(by.id, by.title) for gone, by in taken_by(history, draft_id).items()}


def _follow_nodes(tenant_id: str, tasks: Iterable[Task], ports: EvidencePorts) -> None:
    for node_id in {task.source_plan_node_id for task in tasks}:
        try:
            follow_tasks(tenant_id, node_id, ports)
        except AppError as error:
            logger.warning("a plan node could not follow its tasks", extra={"node_id": node_id, "code": error.code})
