"""What happens to plans, and to what works through them: a page that shows it reads again. See `reporting_stores`."""

from shared.domain.autopilot.record import Autopilot
from shared.domain.planning.blueprint import Blueprint, IngestionJob
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.domain.sessions.happenings import AutopilotTicked, PlanChanged
from shared.services.sessions.feed.report_happenings import ReportingStore


class ReportingBlueprints(ReportingStore):
    def create(self, blueprint: Blueprint, base: Blueprint | None = None) -> Blueprint:
        stored: Blueprint = self._store.create(blueprint, base)
        self._tell(stored.tenant_id, stored.app_id, PlanChanged(blueprint_id=stored.id))
        return stored

    def update(self, blueprint: Blueprint) -> Blueprint:
        stored: Blueprint = self._store.update(blueprint)
        self._tell(stored.tenant_id, stored.app_id, PlanChanged(blueprint_id=stored.id))
        return stored

    def put_job(self, job: IngestionJob) -> IngestionJob:
        stored: IngestionJob = self._store.put_job(job)
        self._tell(stored.tenant_id, stored.app_id, PlanChanged(blueprint_id=stored.blueprint_id))
        return stored


class ReportingPlans(ReportingStore):
    """Nodes that are new are not reported: thousands are written one batch after another, and then the job."""

    def put(self, change: PlanChange) -> PlanChange:
        stored: PlanChange = self._store.put(change)
        nodes = [*(node for node in change.nodes if node.version), *change.removed_nodes]
        seen: list[PlanNode | Task] = [*nodes, *change.tasks, *change.removed_tasks]
        if seen:
            self._tell(seen[0].tenant_id, seen[0].app_id, PlanChanged(blueprint_id=seen[0].blueprint_id))
        return stored


class ReportingAutopilots(ReportingStore):
    """What a tick said is told once: it is stored when it says something new."""

    def put(self, autopilot: Autopilot) -> Autopilot:
        stored: Autopilot = self._store.put(autopilot)
        if (said := stored.last_tick) is not None:
            ticked = AutopilotTicked(status=said.status, reason=said.reason, run_id=said.run_id)
            self._tell(stored.tenant_id, stored.app_id, ticked)
        return stored
