"""How a segment of a run ends in AG-UI: finished, interrupted by a question to a person, cancelled, or an error."""

from collections.abc import Mapping
from typing import Any, assert_never

from shared.domain.runs.data_chunks import DoneData
from shared.domain.runs.run_parts import RunUsage
from shared.domain.runs.run_status import ShownRunStatus
from shared.domain.status import Status


class InterruptAnswer(Status):
    """`resolved` has a payload or means yes, `cancelled` means no."""

    RESOLVED = "resolved"
    CANCELLED = "cancelled"


_ANSWER = {
    "type": "object",
    "properties": {"approved": {"type": "boolean"}, "reason": {"type": "string"}, "allow_host": {"type": "boolean"}},
    "required": ["approved"],
}


def segment_end(
    done: DoneData | None, asked: Mapping[str, str], billed: RunUsage, *, error: str | None, aborted: bool
) -> dict[str, Any]:
    """The last event of the segment. `asked` are the calls that wait, by id, each with the id of its approval.

    `billed` was told at the end of the segment before; AG-UI adds up what its runs cost.
    """
    usage = {"usage": [_usage(done.usage, billed)]} if done else {}
    match done.status if done else None:
        case ShownRunStatus.FAILED | ShownRunStatus.INTERRUPTED:
            return {"type": "RUN_ERROR", **_fault(done, error), **usage}
        case None if error is not None:
            return {"type": "RUN_ERROR", **_fault(done, error), **usage}
        case ShownRunStatus.AWAITING_APPROVAL:
            outcome = {"type": "interrupt", "interrupts": _interrupts(done, asked)}
            return {"type": "RUN_FINISHED", "outcome": outcome, **usage}
        case ShownRunStatus.CANCELLED:
            return {"type": "RUN_FINISHED", "outcome": {"type": "cancelled"}, **usage}
        case ShownRunStatus.COMPLETED | None:
            result = {"result": done.model_dump(mode="json", exclude_none=True)} if done and not aborted else {}
            return {
                "type": "RUN_FINISHED",
                "outcome": {"type": "cancelled" if aborted else "success"},
                **result,
                **usage,
            }
        case never:
            assert_never(never)


def _fault(done: DoneData | None, error: str | None) -> dict[str, str]:
    code = done.failure_code if done else None
    said = (done.summary if done else None) or error or "The run failed."
    return {"message": said, **({"code": code} if code else {})}


def _interrupts(done: DoneData | None, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    """One a waiting call; the protocol wants at least one."""
    if not asked and done is not None:
        return [{"id": done.run_id, "reason": "approval", "message": "The run waits for a person."}]
    return [
        {
            "id": approval_id,
            "reason": "tool_call",
            "message": "This call waits for a person's approval.",
            "toolCallId": name,
            "responseSchema": _ANSWER,
            "metadata": {"step_id": approval_id.partition(":")[2]},
        }
        for name, approval_id in asked.items()
    ]


def _usage(now: RunUsage, before: RunUsage) -> dict[str, Any]:
    counts = {
        "inputTokens": now.prompt_tokens - before.prompt_tokens,
        "outputTokens": now.completion_tokens - before.completion_tokens,
        "totalTokens": now.total_tokens - before.total_tokens,
        "cachedInputTokens": now.cached_tokens - before.cached_tokens,
    }
    return {**({"model": now.model} if now.model else {}), **{name: max(0, count) for name, count in counts.items()}}
