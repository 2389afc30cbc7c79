"""The end of a run: the app is freed, the rest becomes a diff, the stream gets its last word, the log its archive."""

import time
from collections.abc import Sequence

import zstandard

from shared.domain.diff import Diff
from shared.domain.errors import Conflict, NotFound
from shared.domain.events import (
    EVENTS_ADAPTER,
    Abort,
    AnyChunk,
    DataDone,
    DoneData,
    ErrorChunk,
    Event,
    Finish,
    ends_run,
)
from shared.domain.ids import derived_id
from shared.domain.run import Run, RunStatus, Turn
from shared.services.event_writer import EventWriter
from shared.services.loop_ports import LoopPorts

_TRIES = 5


def end_run(
    tenant_id: str,
    run_id: str,
    *,
    status: RunStatus,
    ports: LoopPorts,
    failure_code: str | None = None,
    summary: str | None = None,
) -> Run:
    """Bring a run to its end whatever state it is in. Idempotent: a second call completes what the first left undone.

    The app's lock is freed first, then the terminal events are written, then the log is archived.
    """
    run = _finish(tenant_id, run_id, status, failure_code, summary, ports)
    if not run.events_archived:
        _last_words(run, ports)
        run = archive_events(run, ports)
    return run


def _finish(
    tenant_id: str, run_id: str, status: RunStatus, code: str | None, summary: str | None, ports: LoopPorts
) -> Run:
    for _ in range(_TRIES):
        run = ports.runs.get(tenant_id, run_id)
        if run.ended:
            return run
        ended, diff = _ended(run, status, code, summary, ports)
        turn = ports.turns.turn(tenant_id, run.app_id, run.turn_id)
        try:
            return ports.runs.finish(ended, _told(turn, ended, ports), diff)
        except Conflict:
            time.sleep(0.05)
    raise Conflict("The run is being written by somebody else.")


def _ended(
    run: Run, status: RunStatus, code: str | None, summary: str | None, ports: LoopPorts
) -> tuple[Run, Diff | None]:
    changes: dict[str, object] = {
        "status": status,
        "stage": "done",
        "failure_code": None if status == "completed" else code or run.failure_code or "INTERNAL",
        "summary": summary or run.summary,
        "finished_at": ports.clock.now(),
    }
    diff = leftover_diff(run, status, ports) if run.revision_id is None else None
    if diff is not None:
        changes["diff_id"] = diff.id
    return run.model_copy(update=changes), diff


def leftover_diff(run: Run, status: RunStatus, ports: LoopPorts) -> Diff | None:
    """What the run did and did not commit: its last green tree if it has one, else its candidate."""
    tree = run.green_tree or run.candidate_tree
    if tree == run.base_tree or run.diff_id is not None:
        return None
    now = ports.clock.now()
    base = ports.revisions.get(run.tenant_id, run.app_id, run.base_revision_id)
    return Diff(
        id=derived_id("dif", run.id),
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        run_id=run.id,
        conversation_id=run.conversation_id,
        base_revision_id=base.id,
        base_commit=base.commit,
        base_tree=run.base_tree,
        tree=tree,
        status="interrupted" if status in ("aborted", "interrupted") else "pending_review",
        vibecoder_prompt=run.message,
        commit_message=run.summary or run.message[:200],
        created_at=now,
        updated_at=now,
    )


def _told(turn: Turn, run: Run, ports: LoopPorts) -> Turn:
    steps = [step for iteration in ports.runs.iterations(run.tenant_id, run.id) for step in iteration.steps]
    return turn.model_copy(
        update={
            "status": run.status,
            "summary": run.summary,
            "rationale": run.rationale,
            "assumptions": run.assumptions,
            "operations": [{"tool": step.tool, "path": path} for step in steps for path in step.changed_paths],
            "tool_trace": [
                {"tool": step.tool, "status": step.status, "arguments": step.arguments[:500]} for step in steps
            ],
            "failure_code": run.failure_code,
            "revision_id": run.revision_id,
            "diff_id": run.diff_id,
            "usage": run.usage,
            "finished_at": run.finished_at,
        }
    )


def _last_words(run: Run, ports: LoopPorts) -> None:
    written = ports.events.read(run.tenant_id, run.id, after=max(0, ports.events.last_seq(run.tenant_id, run.id) - 2))
    if any(isinstance(event.chunk, Finish) for event in written):
        return
    writer = EventWriter(run, events=ports.events, clock=ports.clock, flush_seconds=0)
    writer.stage = "done"
    done_already = any(ends_run(event.chunk) for event in written)
    writer.emit(*([] if done_already else _closing(run)), Finish())
    writer.flush()


def _closing(run: Run) -> Sequence[AnyChunk]:
    shown = {"completed": "completed", "aborted": "cancelled", "failed": "failed", "interrupted": "interrupted"}
    done = DataDone(
        data=DoneData.model_validate(
            {
                "status": shown[run.status],
                "run_id": run.id,
                "turn_id": run.turn_id,
                "revision_id": run.revision_id,
                "diff_id": run.diff_id,
                "summary": run.summary,
                "failure_code": run.failure_code,
                "usage": run.usage,
            }
        )
    )
    if run.status == "failed":
        return [ErrorChunk(error_text=f"{run.failure_code}: {run.summary or 'The run failed.'}"), done]
    return [Abort(), done] if run.status == "aborted" else [done]


def events_key(run: Run) -> str:
    """Where the exact events of an ended run lie."""
    return f"apps/{run.tenant_id}/{run.app_id}/runs/{run.id}/events.json.zst"


def archive_events(run: Run, ports: LoopPorts) -> Run:
    """Write all events as one object, let the items lapse, and note that it was done."""
    events: list[Event] = []
    while batch := ports.events.read(run.tenant_id, run.id, after=len(events)):
        events += batch
    body = zstandard.ZstdCompressor(level=6).compress(EVENTS_ADAPTER.dump_json(events, by_alias=True))
    ports.blobs.put(events_key(run), body, "application/zstd")
    lapse = round(ports.clock.now().timestamp()) + ports.limits.event_ttl_seconds
    ports.events.expire(run.tenant_id, run.id, lapse)
    return ports.runs.update(run.model_copy(update={"events_archived": True, "last_seq": len(events)}))


def archived_events(run: Run, ports: LoopPorts) -> bytes | None:
    """The archive's JSON, or None before there is one."""
    try:
        packed = ports.blobs.get(events_key(run))
    except NotFound:
        return None
    return zstandard.ZstdDecompressor().decompress(packed, max_output_size=256 * 1024 * 1024)
