"""A run as people see it: its state, its steps, what waits for them. Tokens and leases stay inside."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from functions.api.http.view import View, one, page, view
from functions.api.sessions.views import SessionResult, session_result
from shared.domain.base import Moment, Page
from shared.domain.brain.alignment import Alignment
from shared.domain.limits import Limits
from shared.domain.runs import run as stored
from shared.domain.runs import turn as turns
from shared.domain.runs.planned_step import PlannedStep, role_of
from shared.domain.runs.run_parts import HeldCall, Role
from shared.domain.runs.run_status import ShownRunStatus
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.step_summary import summarise
from shared.domain.untrusted import readable_json
from shared.services.runs.read_run import Actor, Original, RunStory, StepStory, TouchedFile
from shared.services.runs.start.describe_request import OutgoingView, describe_request
from shared.services.runs.threads import Thread

_ARGUMENTS = 4_000


class OutputPayload(TypedDict):
    """What came of a step, in the older API's words; `diff` is of a write, of at most 8,000 characters."""

    diff: str | None
    changed_paths: list[str]


class StepView(TypedDict):
    """One tool call; `decision` is what a person said to it.

    `arguments` are whole while it waits, else at most 4,000 characters. `request`: what a waiting call would send.
    `diff`: what a write changed in files that were there, or would change while it is held. `alignment`: how a write or
    an unsafe command of a run with a task fits it. `rollback_data`: each changed file as it was before the run, by
    reference. `error_message`: what a failed step said. `updated_at`: its latest moment.
    """

    id: str
    run_id: str
    order_index: int
    actor: Actor
    role: Role
    tool: str
    status: StepStatus
    arguments: str
    input_payload: dict[str, Any]
    output: str
    output_payload: OutputPayload
    error_message: str | None
    summary: str
    changed_paths: list[str]
    duration_ms: int
    diff: str | None
    alignment: Alignment | None
    rollback_data: list[Original]
    created_at: Moment
    updated_at: Moment
    started_at: Moment | None
    finished_at: Moment | None
    decision: NotRequired[Literal["approve", "skip"] | None]
    request: NotRequired[OutgoingView | None]


class RunResult(TypedDict):
    """What came of a chat message."""

    status: ShownRunStatus
    summary: str | None
    revision_id: str | None
    diff_id: str | None
    failure_code: str | None


Run = view("Run", stored.Run, (
    "id", "tenant_id", "app_id", "conversation_id", "turn_id", "request_id", "message", "mentions",
    "attachments", "run_type", "started_by", "task_id", "meta", "created_by", "stage", "autonomy", "review",
    "evaluator", "role", "only", "rounds", "evaluator_verdict", "evaluator_reasoning", "commit_message",
    "model", "mode", "session_id", "bounds", "base_revision_id", "base_tree", "candidate_tree", "green_tree",
    "build_id", "verdict", "iteration", "diagnostics", "cancel_requested", "awaits_start", "usage",
    "regenerates", "start_from", "continues", "repair", "untrusted", "waiting_since", "waited_seconds",
    "summary", "rationale", "assumptions", "imitates", "failure_code", "stopped", "stopped_by", "revision_id",
    "diff_id", "rolled_back_by_revision", "last_seq", "created_at", "started_at", "finished_at",
), parts=stored.PARTS.values(), status=ShownRunStatus,
    error_message=str | None, stream_url=str, waiting_steps=list[str])  # fmt: skip
RunPage = page("RunPage", Run)
Queue = one("Queue", "The messages that wait for their turn, in its order.", items=list[Run])  # type: ignore[valid-type]  # made above
StartedRun = view("StartedRun", Run, run_id=str)
RunDetail = view(
    "RunDetail", Run, steps=list[StepView], plan_steps=list[PlannedStep], touched_files=dict[str, TouchedFile],
    result=SessionResult | RunResult | None,
)  # fmt: skip
Turn = view("Turn", turns.Turn, (
    "id", "tenant_id", "app_id", "conversation_id", "author", "run_id", "prompt", "attachments", "summary",
    "rationale", "assumptions", "imitates", "operations", "tool_trace", "diagnostics", "failure_code", "stopped_by",
    "revision_id", "diff_id", "usage", "untrusted", "regenerates", "created_at", "finished_at",
), status=ShownRunStatus)  # fmt: skip
TurnPage = page("TurnPage", Turn)
ThreadPage = page("ThreadPage", Thread)


class Cancelled(View):
    """How the run stands now."""

    run_id: str
    status: ShownRunStatus


def run_view(run: stored.Run, kind: type[View] = Run, **more: Any) -> View:
    """The run without its steps, or a kind of it with more."""
    waiting = [held.call_id for held in run.waiting.held if held.undecided]
    own = {"status": run.status.shown_as, "stream_url": stream_url(run), "waiting_steps": waiting}
    return kind.of(run, **(run.fields | own | more))


def started(run: stored.Run) -> View:
    return run_view(run, StartedRun, run_id=run.id)


def run_with_steps(story: RunStory, limits: Limits) -> View:
    """The run, every tool call of it, the files it touched, and (once it is over) what came of it."""
    run = story.run
    held = {one.call_id: one for one in run.waiting.held}
    return run_view(
        run,
        RunDetail,
        steps=_steps(story, held, limits),
        plan_steps=run.plan_steps,
        touched_files=story.touched_files,
        result=_result(run) if run.ended else None,
    )


def _steps(story: RunStory, held: Mapping[str, HeldCall], limits: Limits) -> list[dict[str, Any]]:
    """Those that were made, then those of its plan that have not started."""
    made = [_step(step, held.get(step.id), limits) for step in story.steps]
    steps = [*made, *_to_come(story.run, len(made))]
    return [step | {"run_id": story.run.id, "updated_at": _latest(step)} for step in steps]


def _latest(step: Mapping[str, Any]) -> datetime:
    found: datetime = step["finished_at"] or step["started_at"] or step["created_at"]
    return found


def run_page(page: Page[stored.Run]) -> View:
    return RunPage.of(page, items=[run_view(run) for run in page.items])


def turn_page(page: Page[turns.Turn]) -> View:
    return TurnPage.of(page, items=[Turn.of(turn, status=turn.status.shown_as) for turn in page.items])


def stream_url(run: stored.Run) -> str:
    return f"/admin/apps/{run.app_id}/builder/chat/{run.id}/stream"


def _step(story: StepStory, held: HeldCall | None, limits: Limits) -> dict[str, Any]:
    """A step that waits is whole, since a person decides on it by what is shown here."""
    arguments = story.step.arguments
    body = {**dict(story), **dict(story.step), "summary": summarise(story.step)}
    body = {name: body[name] for name in StepView.__annotations__ if name in body}
    body["input_payload"] = _payload(arguments)
    body["error_message"] = story.step.output if story.step.status == StepStatus.FAILED else None
    body["output_payload"] = {"diff": story.step.diff, "changed_paths": story.step.changed_paths}
    if held is None:
        return body | {"arguments": arguments[:_ARGUMENTS]}
    return body | {"request": describe_request(held, arguments, limits), "decision": held.decision}


def _payload(arguments: str) -> dict[str, Any]:
    """The arguments as an object. Long ones are in `arguments` alone, so that they are not said twice."""
    read = readable_json(arguments) if len(arguments) <= _ARGUMENTS else None
    return read if isinstance(read, dict) else {}


def _to_come(run: stored.Run, made: int) -> list[dict[str, Any]]:
    """The steps of its plan that have not started, in the form of steps, behind those that were made."""
    waiting = [step for step in run.plan_steps if step.started_at is None]
    return [_planned(step, made + order) for order, step in enumerate(waiting)]


def _planned(step: PlannedStep, order: int) -> dict[str, Any]:
    arguments = json.dumps(step.input_payload, ensure_ascii=False)
    own = {name: getattr(step, name) for name in ("id", "actor", "tool", "status", "input_payload", "created_at")}
    return own | {
        "order_index": order,
        "role": role_of(step.actor),
        "arguments": arguments[:_ARGUMENTS],
        "output": "",
        "output_payload": {"diff": None, "changed_paths": []},
        "error_message": None,
        "summary": step.title,
        "changed_paths": [],
        "duration_ms": 0,
        "diff": None,
        "rollback_data": [],
        "started_at": None,
        "finished_at": step.finished_at,
    }


def _result(run: stored.Run) -> SessionResult | RunResult:
    if run.request.review == "before" and run.request.evaluator == "model":
        return session_result(run)
    return {
        "status": run.status.shown_as,
        "summary": run.outcome.summary,
        "revision_id": run.outcome.revision_id,
        "diff_id": run.outcome.diff_id,
        "failure_code": run.outcome.failure_code,
    }
