"""Answers a call that has waited for the worker: to the timeline, in the record, and to the model."""

from collections.abc import Mapping
from typing import Any

from shared.domain.agent.model_messages import Picture, ToolCall
from shared.domain.builds.build_status import BuildStatus
from shared.domain.revisions.revision import Build
from shared.domain.runs.chunks import ToolOutputAvailable, ToolOutputError
from shared.domain.runs.iteration import Step
from shared.domain.runs.step_status import StepStatus
from shared.services.agent.loop_work import Work, call_id_of
from shared.services.agent.tools.tell_unapplied import SHOW_FILES
from shared.services.builds.worker.describe_task import is_unavailable


def answer_call(
    work: Work,
    call: ToolCall | None,
    build: Build,
    shown: str,
    text: str | None,
    data: Mapping[str, Any] | None = None,
    picture: Picture | None = None,
    *,
    ok: bool | None = None,
) -> Work:
    """`shown` is for people, `text` for the model: None where the run ends here. There may be no call to answer.

    What the worker cannot do at all is no failure of the call, and the step was skipped. `ok` is how the build ended,
    unless it is given.
    """
    unavailable = is_unavailable(build)
    ok = (build.status == BuildStatus.SUCCEEDED or unavailable) if ok is None else ok
    if call is not None:
        output = {"text": shown, "build_id": build.id, **(data or {})}
        done = ToolOutputAvailable(tool_call_id=call.call_id, output=output)
        work.inputs.writer.emit(done if ok else ToolOutputError(tool_call_id=call.call_id, error_text=shown))
        step = Step(
            call_id=call.call_id,
            tool=call.name,
            status=StepStatus.SKIPPED if unavailable else StepStatus.COMPLETED if ok else StepStatus.FAILED,
            arguments=call.arguments,
            output=shown,
            duration_ms=duration_ms(build) or 0,
            started_at=build.started_at,
            finished_at=build.finished_at,
        )
        work = work.add_steps(step)
    if text is None:
        return work
    without = work.run.unapplied if call is not None and call.name in SHOW_FILES else ""
    return work.answer(call_id_of(call), text + without, picture)


def duration_ms(build: Build) -> int | None:
    """How long the worker had it."""
    if build.started_at is None or build.finished_at is None:
        return None
    return round((build.finished_at - build.started_at).total_seconds() * 1000)
