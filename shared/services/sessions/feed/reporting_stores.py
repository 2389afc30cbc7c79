"""Stores that tell what they were made to store: the one place where each fact becomes true, so that none is forgotten.

Every one is the store it stands before, and after a write that was done it notes what that write means. Which write
changes what is seen from what was read before it: `version` names exactly what the writer has read.
"""

from typing import NamedTuple, cast

from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.planning.blueprint import Blueprint, IngestionJob
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.domain.revisions.revision import Build, Revision
from shared.domain.runs.kpis import NO_MARKS, Marks
from shared.domain.sessions.happenings import (
    AppChanged,
    AppCreated,
    AppDeleted,
    AppRestored,
    AutopilotTicked,
    BuildEnded,
    BuildStarted,
    DiffDecided,
    DiffPending,
    Happening,
    PlanChanged,
    Published,
    RevisionMade,
    RevisionNamed,
    RolledBack,
    Unpublished,
)
from shared.ports.apps import AppStore
from shared.ports.autopilot import AutopilotStore
from shared.ports.happenings import HappeningLog
from shared.ports.planning import BlueprintStore, PlanStore
from shared.ports.revisions import BuildStore, RevisionStore
from shared.ports.runs import DiffStore, RunStore, TurnStore
from shared.services.sessions.feed.report_happenings import ReportingStore, Teller
from shared.services.sessions.feed.reporting_runs import ReportingRuns, ReportingTurns


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


_UNSEEN = {
    "version", "updated_at", "publish_seq", "settled_seq", "preview_epoch", "active_run_id", "queued_run_ids",
    "conversation_id", "untrusted", "vouched", "purged_at", "deleted_at", "published_revision_id", "published_url",
    "live_url", "draft_revision_id", "last_green_revision_id",
}  # fmt: skip
"""Of an app: what no page shows, and what has a happening of its own."""


class ReportingStores(NamedTuple):
    """The stores whose writes people want to hear of."""

    apps: AppStore
    revisions: RevisionStore
    builds: BuildStore
    runs: RunStore
    turns: TurnStore
    diffs: DiffStore
    blueprints: BlueprintStore
    plans: PlanStore
    autopilots: AutopilotStore


def reporting_stores(stores: ReportingStores, log: HappeningLog) -> ReportingStores:
    """The same stores, each telling `log`."""
    teller = Teller(log)
    return ReportingStores(
        apps=cast("AppStore", _ReportingApps(stores.apps, teller)),
        revisions=cast("RevisionStore", _ReportingRevisions(stores.revisions, teller)),
        builds=cast("BuildStore", _ReportingBuilds(stores.builds, teller)),
        runs=cast("RunStore", ReportingRuns(stores.runs, teller)),
        turns=cast("TurnStore", ReportingTurns(stores.turns, teller)),
        diffs=cast("DiffStore", _ReportingDiffs(stores.diffs, teller)),
        blueprints=cast("BlueprintStore", ReportingBlueprints(stores.blueprints, teller)),
        plans=cast("PlanStore", ReportingPlans(stores.plans, teller)),
        autopilots=cast("AutopilotStore", ReportingAutopilots(stores.autopilots, teller)),
    )


class _ReportingApps(ReportingStore):
    def create(self, app: App) -> None:
        self._store.create(app)
        self._tell(app.tenant_id, app.id, AppCreated(name=app.name))

    def get(self, tenant_id: str, app_id: str, *, include_deleted: bool = False) -> App:
        found: App = self._store.get(tenant_id, app_id, include_deleted=include_deleted)
        return self._before.keep(found)

    def update(self, app: App) -> App:
        before = self._before.of(app)
        stored: App = self._store.update(app)
        self._tell(app.tenant_id, app.id, *app_changes(before, stored))
        return self._before.keep(stored)

    def rename(self, app: App, slug: str) -> App:
        stored: App = self._store.rename(app, slug)
        self._tell(app.tenant_id, app.id, AppChanged(name=stored.name))
        return self._before.keep(stored)


class _ReportingRevisions(ReportingStore):
    def commit(
        self,
        revision: Revision,
        build: Build,
        *,
        expected_draft: str | None,
        diff: Diff | None = None,
        marks: Marks = NO_MARKS,
    ) -> None:
        self._store.commit(revision, build, expected_draft=expected_draft, diff=diff, marks=marks)
        made = RevisionMade(revision_id=revision.id, origin=revision.origin, build_status=build.status)
        decided = [DiffDecided(diff_id=diff.id, status=diff.status)] if diff is not None else []
        self._tell(revision.tenant_id, revision.app_id, made, *decided)

    def get(self, tenant_id: str, app_id: str, revision_id: str) -> Revision:
        found: Revision = self._store.get(tenant_id, app_id, revision_id)
        return self._before.keep(found)

    def update(self, revision: Revision) -> Revision:
        before = self._before.of(revision)
        stored: Revision = self._store.update(revision)
        if before is not None and before.label != revision.label:
            self._tell(revision.tenant_id, revision.app_id, RevisionNamed(revision_id=revision.id))
        return self._before.keep(stored)


class _ReportingBuilds(ReportingStore):
    """The beginning of builds of revisions alone: a candidate's is told by its run's own stream."""

    def get(self, tenant_id: str, app_id: str, build_id: str) -> Build:
        found: Build = self._store.get(tenant_id, app_id, build_id)
        return self._before.keep(found)

    def find(self, build_id: str) -> Build:
        found: Build = self._store.find(build_id)
        return self._before.keep(found)

    def update(self, build: Build) -> Build:
        before = self._before.of(build)
        stored: Build = self._store.update(build)
        if build.kind != "candidate" and _looks_different(before, build):
            started = BuildStarted(revision_id=build.revision_id, status=build.status)
            self._tell(build.tenant_id, build.app_id, started)
        return self._before.keep(stored)

    def finish(self, build: Build, revision: Revision | None, *, green: bool) -> Build:
        stored: Build = self._store.finish(build, revision, green=green)
        self._tell(build.tenant_id, build.app_id, BuildEnded(revision_id=build.revision_id, status=build.status))
        return stored


class _ReportingDiffs(ReportingStore):
    def create(self, diff: Diff) -> None:
        self._store.create(diff)
        self._tell(diff.tenant_id, diff.app_id, _diff(diff))

    def update(self, diff: Diff) -> Diff:
        stored: Diff = self._store.update(diff)
        self._tell(diff.tenant_id, diff.app_id, _diff(diff))
        return stored


def app_changes(before: App | None, after: App) -> list[Happening]:
    """What an update of an app means; something at least where it is not known what was there before."""
    happenings: list[Happening] = []
    was_deleted = before is not None and before.deleted_at is not None
    if was_deleted != (after.deleted_at is not None):
        happenings.append(AppRestored() if was_deleted else AppDeleted())
    if before is not None and before.settled_seq != after.settled_seq == after.publish_seq:
        happenings.append(_visible(after))
    if before is None or before.model_dump(exclude=_UNSEEN) != after.model_dump(exclude=_UNSEEN):
        happenings.append(AppChanged(name=after.name))
    return happenings


def _visible(app: App) -> Happening:
    if app.published_revision_id is None:
        return Unpublished()
    kind = Published if app.published_revision_id == app.draft_revision_id else RolledBack
    return kind(revision_id=app.published_revision_id)


def _looks_different(before: Build | None, build: Build) -> bool:
    return before is None or (before.status, before.error) != (build.status, build.error)


def _diff(diff: Diff) -> Happening:
    if diff.status == DiffStatus.PENDING_REVIEW:
        return DiffPending(diff_id=diff.id, run_id=diff.run_id)
    return DiffDecided(diff_id=diff.id, status=diff.status)
