"""The snapshot of a project: read, and written anew when it would read otherwise."""

from collections.abc import Mapping

from shared.domain.apps.app import App
from shared.domain.brain.items import ProjectSnapshot
from shared.domain.brain.snapshot import Progress, ProjectFacts, metrics_of, snapshot_text
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.identity import Principal
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.untrusted import shortened
from shared.services.apps.change_state import current_state
from shared.services.brain.build_bundle import plan_at_hand
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.until_written import until_written

_RUNS, _SAID = 50, 160
_COMMITTED = DiffStatus.COMMITTED


def refresh_snapshot(*, principal: Principal, app_id: str, ports: LoopPorts) -> ProjectSnapshot:
    """How the project stands now. It is stored anew only when tasks, decisions, phase, plan or runs have changed."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    return snapshot_of(app, ports)


def snapshot_of(app: App, ports: LoopPorts) -> ProjectSnapshot:
    facts = _facts(app, ports)
    place = (app.tenant_id, app.id)

    def write(stored: ProjectSnapshot | None) -> ProjectSnapshot:
        if stored is not None and stored.facts == facts.fingerprint:
            return stored
        wanted = ProjectSnapshot(
            tenant_id=app.tenant_id,
            app_id=app.id,
            summary_text=snapshot_text(facts),
            active_phase_node_id=facts.phase.id if facts.phase else None,
            key_metrics_json=metrics_of(facts),
            facts=facts.fingerprint,
            updated_at=ports.clock.now(),
            version=stored.version if stored else 0,
        )
        return ports.brain.briefs.put_snapshot(wanted)

    return until_written(lambda: ports.brain.briefs.snapshot(*place), write, "The snapshot")


def _facts(app: App, ports: LoopPorts) -> ProjectFacts:
    state, plan = current_state(app, ports.states), plan_at_hand(app, None, ports)
    runs = ports.runs.list(app.tenant_id, app.id, limit=_RUNS).items
    kept = {
        one.run_id for one in ports.diffs.list(app.tenant_id, app.id, limit=_RUNS).items if one.status == _COMMITTED
    }
    ended = [one for one in runs if one.outcome.revision_id or one.id in kept or one.status == RunStatus.FAILED]
    titles = {one.id: one.description for one in plan.tasks}
    return ProjectFacts(
        name=app.name,
        instructions=app.instructions,
        requirements=state.requirements,
        plan_title=_title(app, ports),
        phase=plan.phase(app),
        nodes=plan.nodes,
        tasks=plan.tasks,
        decisions=list(reversed(state.decisions)),
        runs=[_progress(one, titles) for one in ended],
        runs_in_progress=sum(1 for one in runs if not one.ended),
        runs_failed=sum(1 for one in runs if one.status == RunStatus.FAILED),
        draft_fails=_broken(app, ports),
        conversation=_talk(app, ports),
    )


def _title(app: App, ports: LoopPorts) -> str | None:
    active = app.active_blueprint_id
    plan = or_none(ports.blueprints.get, app.tenant_id, app.id, active) if active is not None else None
    return plan.title if plan is not None else None


def _progress(run: Run, titles: Mapping[str, str]) -> Progress:
    """By its task, else by the first paragraph of what was asked: a question alone is no progress."""
    asked = titles.get(run.request.task_id or "") or run.request.message.strip().partition("\n\n")[0]
    said = shortened(" ".join(asked.split()), _SAID)
    ok = run.status == RunStatus.COMPLETED
    return Progress(text=said if ok else f"{said}: failed ({run.outcome.failure_code})", ok=ok)


def _broken(app: App, ports: LoopPorts) -> str | None:
    if app.draft_revision_id is None:
        return None
    draft = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id)
    if draft.build_status == BuildStatus.FAILED:
        return "The draft does not build."
    return "A visitor's browser reported an error of the draft's page." if app.failure_of_draft else None


def _talk(app: App, ports: LoopPorts) -> str | None:
    """What the latest conversation came to, where it has a summary."""
    if app.conversation_id is None:
        return None
    summary = ports.brain.briefs.summary(app.tenant_id, app.id, app.conversation_id)
    return f"Talked about last: {summary.short_summary}" if summary else None
