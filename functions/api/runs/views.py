"""A run as people see it: its state, its steps, what waits for them. Tokens and leases stay inside."""

from typing import Any

from functions.api.sessions.views import session_result
from shared.domain.base import Page
from shared.domain.limits import Limits
from shared.domain.runs.run import HeldCall, Run
from shared.domain.runs.step_summary import summarise
from shared.services.runs.read_run import RunStory, StepStory
from shared.services.runs.start.describe_request import describe_request

RUN_SHOWN = {
    "id", "tenant_id", "app_id", "conversation_id", "turn_id", "request_id", "message", "mentions",
    "attachments", "run_type", "started_by", "task_id", "meta", "created_by", "stage", "autonomy", "review",
    "evaluator", "role", "only", "rounds", "evaluator_verdict", "evaluator_reasoning", "commit_message",
    "model", "mode", "session_id", "bounds", "base_revision_id", "base_tree", "candidate_tree", "green_tree",
    "build_id", "verdict", "iteration", "diagnostics", "cancel_requested", "awaits_start", "usage",
    "regenerates", "start_from", "continues", "repair", "untrusted", "waiting_since", "waited_seconds",
    "summary", "rationale", "assumptions", "failure_code", "stopped", "stopped_by", "revision_id", "diff_id",
    "rolled_back_by_revision", "last_seq", "created_at", "started_at", "finished_at",
}  # fmt: skip
"""What is told of a run as it is stored; what is not named here stays inside."""
_ARGUMENTS = 4_000


def run_view(run: Run) -> dict[str, Any]:
    """The run without its steps."""
    body = run.model_dump(mode="json", include=RUN_SHOWN)
    shown = {"status": run.status.shown_as, "error_message": run.error_message}
    return body | shown | {"stream_url": stream_url(run), "waiting_steps": [call.call_id for call in _waiting(run)]}


def run_with_steps(story: RunStory, limits: Limits) -> dict[str, Any]:
    """The run, every tool call of it, the files it touched, and (once it is over) what came of it."""
    run = story.run
    held = {one.call_id: one for one in run.held}
    return run_view(run) | {
        "steps": [_step(step, held.get(step.id), limits) for step in story.steps],
        "touched_files": {path: touched.model_dump() for path, touched in story.touched_files.items()},
        "result": _result(run) if run.ended else None,
    }


def run_page(page: Page[Run]) -> dict[str, Any]:
    """A page of runs."""
    return {"items": [run_view(run) for run in page.items], "next_cursor": page.next_cursor}


def stream_url(run: Run) -> str:
    """Where the run's events are read."""
    return f"/admin/apps/{run.app_id}/builder/chat/{run.id}/stream"


def _waiting(run: Run) -> list[Any]:
    return [held for held in run.held if held.undecided]


def _step(story: StepStory, held: HeldCall | None, limits: Limits) -> dict[str, Any]:
    """A step that waits is whole, since a person decides on it by what is shown here."""
    arguments = story.step.arguments
    body = story.model_dump(mode="json", exclude={"step"}) | story.step.model_dump(mode="json", exclude={"call_id"})
    body["summary"] = summarise(story.step)
    if held is None:
        return body | {"arguments": arguments[:_ARGUMENTS]}
    request = describe_request(held, arguments, limits)
    return body | {"request": request.model_dump(mode="json") if request else None, "decision": held.decision}


def _result(run: Run) -> dict[str, Any]:
    if run.review == "before" and run.evaluator == "model":
        return session_result(run)
    return {
        "status": run.status.shown_as,
        "summary": run.summary,
        "revision_id": run.revision_id,
        "diff_id": run.diff_id,
        "failure_code": run.failure_code,
    }
