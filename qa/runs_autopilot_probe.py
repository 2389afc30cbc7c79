"""The autopilot does one small task: planned, approved, carried out, kept with evidence, and taken back again."""

from collections.abc import Callable

from qa.steps import Json, Steps, require

TITLE = "Smoke check of the autopilot"
GREETING = "Hello from the autopilot"
WISH = f"Change the title to “{GREETING}”"
TEXT = f"# Phase 1: The greeting\n\n{WISH}.\n"
FILE = "src/content.ts"


def probe(steps: Steps) -> None:
    """ProbeFailed, or an error of the API, at the first step that does not come out."""
    with steps.app(TITLE) as app_id:
        builder = f"/admin/apps/{app_id}/builder"
        with steps.step("an app is built, and has a phase with one task"):
            phase_id, task_id = _prepare(steps, app_id)
        with steps.step("the autopilot plans a run for it and executes nothing") as said:
            run_id = _planned(steps, app_id, phase_id)
            said.append(run_id)
        with steps.step("approved, the run is carried out; each write waits for approval") as said:
            said.append(" > ".join(_carried_out(steps, run_id)))
        with steps.step("the file is right, and the task is done with evidence"):
            require(GREETING in _text(steps, builder), f"{FILE} does not say {GREETING!r}")
            _check_evidence(steps, app_id, task_id, run_id)
        with steps.step("taken back, the file is as it was, the run says so and the task is open again"):
            steps.post(f"/projects/{app_id}/autopilot", {"action": "pause"})
            steps.post(f"/runs/{run_id}/rollback")
            require(GREETING not in _text(steps, builder), f"{FILE} still says {GREETING!r}")
            require(bool(steps.get(f"/runs/{run_id}")["error_message"]), "the run does not say that it was taken back")
            task = steps.get(f"/tasks/{task_id}")
            require(task["status"] == "open" and task["reopened"], f"the task is {task['status']} after the rollback")


def _prepare(steps: Steps, app_id: str) -> tuple[str, str]:
    """The ids of the phase and of its task."""
    blueprint_id = steps.plan(app_id, TITLE, TEXT)
    steps.ended(lambda: steps.get(f"/blueprints/{blueprint_id}")["ingestion_job"])
    (phase,) = steps.get(f"/blueprints/{blueprint_id}")["plan_tree"]
    body = {
        "description": WISH, "expected_files": [FILE], "metadata_json": {"source_plan_node_id": phase["id"]},
    }  # fmt: skip
    task = steps.post(f"/projects/{app_id}/tasks", body)
    state = f"/admin/apps/{app_id}/builder"
    draft = steps.get(f"{state}/state")["app"]["draft_revision_id"]
    build = steps.wait(lambda: steps.get(f"{state}/revisions/{draft}/build"), _is_over("build_status"))
    require(build["build_status"] == "succeeded", f"the app does not build: {build['build_error']}")
    return str(phase["id"]), str(task["id"])


def _planned(steps: Steps, app_id: str, phase_id: str) -> str:
    """The id of the run that waits for the first approval."""
    steps.post(f"/projects/{app_id}/autopilot", {"action": "start", "mode": "suggest", "phase_node_id": phase_id})
    plan = steps.wait(
        lambda: steps.get(f"/projects/{app_id}/manager/plan"), lambda plan: plan["autopilot"]["pill"] in _SETTLED
    )
    require(plan["autopilot"]["pill"] == "waiting", f"the autopilot says {plan['autopilot']}")
    run = steps.get(f"/runs/{plan['runs_in_progress'][0]['id']}")
    require(run["status"] == "planned", f"the run is {run['status']}")
    require({step["status"] for step in run["plan_steps"]} == {"pending"}, "a step was executed already")
    return str(run["id"])


_SETTLED = ("waiting", "error", "paused", "off")


def _carried_out(steps: Steps, run_id: str) -> list[str]:
    """The statuses of the run in their order, from planned to completed."""
    seen = ["planned"]
    while True:
        steps.post(f"/runs/{run_id}/advance", {"approval": "approve"})
        seen.append("running")
        run = steps.wait(lambda: steps.get(f"/runs/{run_id}"), lambda run: run["status"] in _WAITS_OR_ENDED)
        seen.append(str(run["status"]))
        if run["status"] != "awaiting_approval":
            break
    require(run["status"] == "completed", f"the run ended as {run['status']}: {run['error_message']}")
    require({step["status"] for step in run["plan_steps"]} == {"completed"}, "not every step is completed")
    return seen


_WAITS_OR_ENDED = ("awaiting_approval", "completed", "failed", "aborted")


def _check_evidence(steps: Steps, app_id: str, task_id: str, run_id: str) -> None:
    steps.post(f"/projects/{app_id}/autopilot_tick")
    task = steps.wait(lambda: steps.get(f"/tasks/{task_id}"), lambda task: task["status"] in ("done", "open"))
    shown = [one["run_id"] for one in task["evidence"]]
    require(task["status"] == "done" and shown == [run_id], f"the task is {task['status']}, shown by {shown}")


def _text(steps: Steps, builder: str) -> str:
    """The file in the draft."""
    draft = steps.get(f"{builder}/state")["app"]["draft_revision_id"]
    return str(steps.get(f"{builder}/revisions/{draft}/files/{FILE}")["content"])


def _is_over(name: str) -> Callable[[Json], bool]:
    return lambda found: found[name] in ("succeeded", "failed")
