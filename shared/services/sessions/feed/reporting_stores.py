"""Stores that tell what they were made to store: the one place where each fact becomes true, so that none is forgotten.

Every one is the store it stands before, and after a write that was done it notes what that write means. Which write
changes what is seen from what was read before it: `version` names exactly what the writer has read.
"""

from typing import Any, NamedTuple, cast

from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.domain.revisions.revision import Build, Revision
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.domain.sessions import happenings
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
from shared.ports.apps import AppStore, OneOfAppStore
from shared.ports.happenings import HappeningLog
from shared.ports.planning import BlueprintStore, PlanStore
from shared.ports.revisions import BuildStore, RevisionStore
from shared.ports.runs import DiffStore, RunStore, TurnStore
from shared.services.sessions.feed.report_happenings import Meanings, ReportingStore, Teller, Write


class ReportingPlans(ReportingStore):
    """Nodes that are new are not reported: thousands are written one batch after another, and then the job."""

    def put(self, change: PlanChange) -> PlanChange:
        stored: PlanChange = self._store.put(change)
        nodes = [*(node for node in change.nodes if node.version), *change.removed_nodes]
        seen: list[PlanNode | Task] = [*nodes, *change.tasks, *change.removed_tasks]
        if seen:
            self._tell(seen[0].tenant_id, seen[0].app_id, PlanChanged(blueprint_id=seen[0].blueprint_id))
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
    autopilots: OneOfAppStore[Autopilot]


def reporting_stores(stores: ReportingStores, log: HappeningLog) -> ReportingStores:
    """The same stores, each telling `log`."""
    teller = Teller(log)
    return ReportingStores(
        apps=cast("AppStore", ReportingStore(stores.apps, teller, _APPS, ("get", "update", "rename"))),
        revisions=cast("RevisionStore", ReportingStore(stores.revisions, teller, _REVISIONS, ("get", "update"))),
        builds=cast("BuildStore", ReportingStore(stores.builds, teller, _BUILDS, ("get", "find", "update"))),
        runs=cast("RunStore", ReportingStore(stores.runs, teller, _RUNS)),
        turns=cast("TurnStore", ReportingStore(stores.turns, teller, _TURNS)),
        diffs=cast("DiffStore", ReportingStore(stores.diffs, teller, _DIFFS)),
        blueprints=cast("BlueprintStore", ReportingStore(stores.blueprints, teller, _BLUEPRINTS)),
        plans=cast("PlanStore", ReportingPlans(stores.plans, teller, {})),
        autopilots=cast("OneOfAppStore[Autopilot]", ReportingStore(stores.autopilots, teller, {"put": _ticked})),
    )


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


def _committed(_: Write, revision: Revision, build: Build, *, diff: Diff | None = None, **more: Any) -> list[Happening]:
    made = RevisionMade(revision_id=revision.id, origin=revision.origin, build_status=build.status)
    return [made, *([DiffDecided(diff_id=diff.id, status=diff.status)] if diff is not None else [])]


def _renamed(write: Write, revision: Revision) -> list[Happening]:
    is_new = write.before is not None and write.before.label != revision.label
    return [RevisionNamed(revision_id=revision.id)] if is_new else []


def _build_started(write: Write, build: Build) -> list[Happening]:
    """The beginning of builds of revisions alone: a candidate's is told by its run's own stream."""
    if build.kind == "candidate" or not _looks_different(write.before, build):
        return []
    return [BuildStarted(revision_id=build.revision_id, status=build.status)]


def _ticked(write: Write, _: Autopilot) -> list[Happening]:
    """What a tick said is told once: it is stored when it says something new."""
    said = write.stored.last_tick
    return [AutopilotTicked(status=said.status, reason=said.reason, run_id=said.run_id)] if said is not None else []


_APPS: Meanings = {
    "create": lambda _, app: [AppCreated(name=app.name)],
    "update": lambda write, app: app_changes(write.before, write.stored),
    "rename": lambda write, app, slug: [AppChanged(name=write.stored.name)],
}
_REVISIONS: Meanings = {"commit": _committed, "update": _renamed}
_BUILDS: Meanings = {
    "update": _build_started,
    "finish": lambda _, build, *rest, **more: [BuildEnded(revision_id=build.revision_id, status=build.status)],
}
_DIFFS: Meanings = {"create": lambda _, diff: [_diff(diff)], "update": lambda _, diff: [_diff(diff)]}
_BLUEPRINTS: Meanings = {
    "create": lambda write, *rest: [PlanChanged(blueprint_id=write.stored.id)],
    "update": lambda write, *rest: [PlanChanged(blueprint_id=write.stored.id)],
    "put_job": lambda write, *rest: [PlanChanged(blueprint_id=write.stored.blueprint_id)],
}


def _started(run: Run) -> happenings.RunStarted:
    return happenings.RunStarted(run_id=run.id, conversation_id=run.conversation_id, started_by=run.request.started_by)


def _waits(run: Run) -> happenings.RunWaits:
    return happenings.RunWaits(run_id=run.id, conversation_id=run.conversation_id)


def _said(run: Run, role: Any = "user") -> happenings.MessageSaid:
    return happenings.MessageSaid(run_id=run.id, conversation_id=run.conversation_id, role=role)


def _updated(_: Write, run: Run) -> list[happenings.Happening]:
    """What matters to others is an answer that leaves more to be answered, and a planned run that may start."""
    return [_waits(run)] if run.status in (RunStatus.AWAITING_APPROVAL, RunStatus.PLANNED) else []


def _finished(write: Write, run: Run, turn: Turn, diff: Diff | None) -> list[happenings.Happening]:
    """A run that had ended already was told then."""
    if write.stored.version != run.version + 1:
        return []
    ended = happenings.RunEnded(
        run_id=run.id,
        conversation_id=run.conversation_id,
        status=run.status,
        diff_id=run.outcome.diff_id,
        revision_id=run.outcome.revision_id,
    )
    left = [happenings.DiffPending(diff_id=diff.id, run_id=run.id)] if diff is not None else []
    used = happenings.UsageChanged(run_id=run.id, total_tokens=run.usage.total_tokens, cost_usd=run.usage.cost_usd)
    return [ended, _said(run, "assistant"), *left, used]


def _made(write: Write, conversation: Conversation) -> list[happenings.Happening]:
    is_new = write.stored.created_at == conversation.created_at
    return [happenings.ConversationChanged(conversation_id=conversation.id)] if is_new else []


_RUNS: Meanings = {
    "start": lambda _, run, *rest: [_started(run), _said(run)],
    "enqueue": lambda _, app, run, *rest: [happenings.queue_changed([*app.queued_run_ids, run.id]), _said(run)],
    "promote": lambda _, app, run, queue: [_started(run), happenings.queue_changed([*queue])],
    "drop_queued": lambda _, app, queue: [happenings.queue_changed([*queue])],
    "reword": lambda _, run, turn: [_said(run)],
    "update": _updated,
    "pause": lambda _, run: [_waits(run)],
    "reopen": lambda _, run: [_started(run)],
    "finish": _finished,
}
_TURNS: Meanings = {
    "create_conversation": _made,
    "change_conversation": lambda _, known, changed: [happenings.ConversationChanged(conversation_id=changed.id)],
}
"""Of conversations alone: their turns are told with their runs."""
