"""Answers that are made up for the screens of an app whose plan an autopilot works through."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Route

from devkit.studio.stubs import AT, Stub
from devkit.studio.world import World

RUN, BLUEPRINT, PHASE = (
    "run_01jd00000000000000000pilot",
    "bp_01jd00000000000000000000aa",
    "node_01jd0000000000000000000aa",
)
_COUNTS = {"in_progress": 0, "blocked": 0}
_NODE: dict[str, Any] = {
    "blueprint_id": BLUEPRINT, "parent_id": None, "kind": "phase", "summary": "", "doc_anchor": None,
    "start_offset": None, "end_offset": None, "order_index": 0, "status": "in_progress", "unproven": False,
    "priority": "normal", "estimate_points": None, "risk_level": "low", "acceptance": [], "linked_task_id": None,
    "extra_metadata": {
        "auto_status_from_tasks": True, "file_path": None, "changed": False, "stale": None, "quoted": True,
    },
    "comment": "", "needs": [], "is_question": False, "contradicts": False, "answer": "",
    "basis": "tasks", "waits_inside": 0, "questions": [], "version": 1, "created_at": AT, "updated_at": AT,
}  # fmt: skip
_ACTIVE = {**_NODE, "id": PHASE, "title": "Phase 1: visitors book a time by themselves"}
_BLUEPRINT = {
    "id": BLUEPRINT, "document_id": "doc_01jd0000000000000000000001", "title": "The calendar of the salon Rosa",
    "description": None, "status": "active", "version": 2, "is_primary": True, "parent_blueprint_id": None,
    "replaced_by_id": None, "active": True, "created_at": AT, "updated_at": AT,
}  # fmt: skip
_TASK = {
    "status": "open", "state": "open", "ready": True, "blocked_by": [], "stale": None, "unproven": False,
    "unshown": [], "confirmed": None, "reopened": None,
    "priority": "normal", "depends_on": [], "expected_files": [], "blueprint_id": BLUEPRINT, "order_index": 0,
    "claim": None, "evidence": [], "created_by": "you", "created_at": AT, "updated_at": AT,
    "metadata_json": {
        "kind": "frontend", "acceptance_criteria": [], "dependencies": [], "estimated_effort": "M",
        "risk_level": "low", "source_plan_node_id": PHASE, "unresolved_dependencies": [],
    },
}  # fmt: skip
_WORDS = ("Show the free hours of a week", "Ask for name and telephone number", "Say what was booked")
_WAITS: dict[str, object] = {"to_confirm": {"count": 0, "tasks": []}, "set_aside": []}
_MONEY = {
    "phase_usd": 4.2, "phase_reserved_usd": 0.9, "phase_budget_usd": 20.0,
    "night_usd": 9.1, "night_reserved_usd": 0.9, "night_budget_usd": 10.0,
    "priced": True, "run_tokens": 1_500_000, "run_model_calls": 60,
}  # fmt: skip
_DIFF = (
    "diff --git a/src/content.ts b/src/content.ts\n--- a/src/content.ts\n+++ b/src/content.ts\n@@ -1,2 +1,3 @@\n"
    ' export const hours = "9 to 5";\n+export const free = ["10:00", "11:30"];\n export const days = 5;\n'
)
_ALIGNMENT = {
    "status": "risky", "alignment_score": 0.5, "judged_by": "rules", "related_plan_nodes": [], "related_decisions": [],
    "reasons": "The task does not expect this file to change.", "quotes": ["The texts stay as they are."],
}  # fmt: skip
_STEP = {
    "id": "step_1", "order_index": 0, "actor": "code_worker", "role": "coder", "tool": "edit_file", "arguments": "{}",
    "summary": "edit_file src/content.ts", "status": "needs_approval", "decision": None, "output": "", "diff": _DIFF,
    "alignment": _ALIGNMENT, "changed_paths": ["src/content.ts"], "duration_ms": 0, "request": None,
    "rollback_data": [], "input_payload": {}, "output_payload": {"changed_paths": [], "diff": None},
    "created_at": AT, "started_at": None, "finished_at": None,
}  # fmt: skip


def _tasks(world: World) -> list[dict[str, Any]]:
    return [
        {**_TASK, "id": f"task_01jd00000000000000000000{at:02}", "project_id": world.app, "description": words}
        for at, words in enumerate(_WORDS)
    ]


def _state(pill: str) -> dict[str, Any]:
    waits = {"status": "waiting_for_approval", "reason": "run_waits", "about": "", "run_id": RUN, "task_id": None}
    stands = {**waits, "status": "idle", "run_id": None}
    over = {**stands, "status": "nothing_to_do", "reason": "phase_done"}
    said = {"waiting": waits, "error": {**stands, "reason": "night_budget"}, "idle": over}.get(pill)
    return {
        "pill": pill, "mode": "off" if pill == "off" else "semi_auto", "paused": pill == "paused",
        "active_phase_node_id": PHASE, "max_parallel_runs": 1, "spent": _MONEY,
        "last_tick": {**said, "details": {}, "at": AT} if said else None,
    }  # fmt: skip


def _run(route: Route, world: World) -> dict[str, Any]:
    """A real run of the app, as it would wait."""
    parts = urlsplit(route.request.url)
    found: dict[str, Any] = route.fetch(url=f"{parts.scheme}://{parts.netloc}/runs/{world.run}").json()
    waits = {"id": RUN, "status": "awaiting_approval", "started_by": "manager", "message": _WORDS[0], "task_id": None}
    over = {"finished_at": None, "revision_id": None, "summary": None, "waiting_steps": ["step_1"]}
    return {**found, **waits, **over, "steps": [_STEP]}


def _waiting(route: Route, world: World) -> None:
    route.fulfill(json=_run(route, world))


def _planned(route: Route, world: World) -> None:
    answer = route.fetch()
    body = answer.json()
    body["app"] |= {"active_blueprint_id": BLUEPRINT, "active_phase_node_id": PHASE}
    route.fulfill(response=answer, json=body)


def _manager(pill: str) -> Stub:
    def stub(route: Route, world: World) -> None:
        runs = [_run(route, world)] if pill == "waiting" else []
        left = [] if pill == "idle" else _tasks(world)
        answer = {
            "active_phase": _ACTIVE,
            "next_tasks": left,
            **_WAITS,
            "runs_in_progress": runs,
            "tasks_done": 5 - len(left),
        }
        more = {"tasks_left": len(left), "estimated_usd": 2.4, "autopilot": _state(pill), "summary": ""}
        route.fulfill(json=answer | more)

    return stub


def _dashboard(pill: str) -> Stub:
    def stub(route: Route, world: World) -> None:
        answer = route.fetch()
        phase = {name: _ACTIVE[name] for name in ("id", "kind", "title")}
        counts = {"open": 3, "in_progress": 1, "blocked": 1, "done": 2, "cancelled": 0}
        snapshot = "Visitors book by themselves: **two of seven tasks** are done.\n\n- Nothing is paid online\n"
        more: dict[str, Any] = {"snapshot": snapshot, "tasks": counts, "autopilot": _state(pill)}
        more["next_tasks"] = [] if pill == "idle" else _tasks(world)
        known = {"active_blueprint": {**_BLUEPRINT, "project_id": world.app}, "active_phase": phase}
        route.fulfill(response=answer, json=answer.json() | known | more)

    return stub


def _plan(done: int, later_tasks: int) -> Stub:
    def stub(route: Route, world: World) -> None:
        later = {"id": "node_01jd0000000000000000000bb", "title": "Phase 2: reminders", "status": "planned"}
        first = {**_ACTIVE, "tasks": {"total": 5, "done": done, **_COUNTS}, "waits_for": [], "children": []}
        tree = [first, first | later | {"tasks": {"total": later_tasks, "done": 0, **_COUNTS}}]
        blueprint = {**_BLUEPRINT, "project_id": world.app}
        route.fulfill(json={"blueprint": blueprint, "plan_tree": tree, "ingestion_job": None})

    return stub


def piloted(pill: str) -> Mapping[str, Stub]:
    """Of an app whose autopilot stands so: idle once its phase is done, and the next one has no tasks yet."""
    plan = _plan(5, 0) if pill == "idle" else _plan(2, 2)
    return {
        "**/builder/state": _planned, "**/manager/plan": _manager(pill), "**/dashboard": _dashboard(pill),
        f"**/blueprints/{BLUEPRINT}": plan, f"**/runs/{RUN}": _waiting,
    }  # fmt: skip


def being_read() -> Mapping[str, Stub]:
    """Of an app whose text is being read: of its plan nothing is there yet."""
    known = piloted("off")

    def state(route: Route, world: World) -> None:
        answer = route.fetch()
        body = answer.json()
        body["app"] |= {"active_blueprint_id": BLUEPRINT, "active_phase_node_id": None}
        route.fulfill(response=answer, json=body)

    def dashboard(route: Route, world: World) -> None:
        answer = route.fetch()
        more = {"active_blueprint": {**_BLUEPRINT, "project_id": world.app}, "tasks": {}, "next_tasks": [], **_WAITS}
        route.fulfill(response=answer, json=answer.json() | more)

    def plan(route: Route, world: World) -> None:
        job = {"blueprint_id": BLUEPRINT, "status": "running", "processed_chunks": 4, "total_chunks": 10, "gaps": 0}
        more = {"cost_usd": 0.12, "cost_cap_usd": 10.0, "created_at": datetime.now(UTC).isoformat()}
        blueprint = {**_BLUEPRINT, "project_id": world.app}
        route.fulfill(json={"blueprint": blueprint, "plan_tree": [], "ingestion_job": job | more})

    return {**known, "**/builder/state": state, "**/dashboard": dashboard, f"**/blueprints/{BLUEPRINT}": plan}
