"""Chat: a message becomes a run, and a run is read as a stream."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Header, Query, Request, Response

from functions.api import agui, sse
from functions.api.access import Deps, Reader, Talker, Writer
from functions.api.container import Container
from functions.api.idempotency import fingerprint, key_of, name_of
from functions.api.problems import request_id
from functions.api.schemas_chat import ApprovalAnswer, read_approvals, read_chat_body
from functions.api.strict import StrictRoute
from shared.domain.identity import Principal
from shared.domain.ids import is_id, require_id
from shared.domain.run import Run
from shared.ports.requests import StoredAnswer
from shared.services.advance_run import advance_run
from shared.services.cancel_run import belongs_to, cancel_run
from shared.services.current_run import current_run
from shared.services.follow_run import Follower, nothing_left, seen_at_most
from shared.services.start_run import RunRequest, start_run

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["chat"], route_class=StrictRoute)
_MOST_EVENTS = 9_999_999_999
Protocol = Literal["ai-sdk", "agui"]


@router.post("/chat/stream")
def send_message(
    app_id: str,
    request: Request,
    body: Annotated[Any, Body()],
    who: Talker,
    deps: Deps,
    protocol: Protocol = "ai-sdk",
) -> Response:
    """Start a run for the message and stream its events. Leaving the stream does not stop the run.

    The body is ours, the AI SDK's, or AG-UI's `RunAgentInput`; `protocol` says how the events are told. A body with
    answers to approval requests lets the run that waits go on, in a new segment.
    """
    require_id("app", app_id)
    if answers := read_approvals(body):
        return _go_on(app_id, answers, protocol, who, deps)
    asked = read_chat_body(body)
    key = key_of(request)
    run = _start(who, app_id, asked, request, deps) if key is None else _once(key, who, app_id, asked, request, deps)
    return _stream(run, agui.Seen(), protocol, deps)


@router.get("/chat/{id}/stream")
def resume(
    app_id: str,
    id: str,
    who: Reader,
    deps: Deps,
    after: Annotated[int, Query(ge=0, le=_MOST_EVENTS)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
    protocol: Protocol = "ai-sdk",
) -> Response:
    """Replay what came after `after` (or `Last-Event-ID`), then go on live. 204 when nothing is active or left."""
    require_id("app", app_id)
    run = _run_of(who, app_id, id, deps)
    if run is None:
        return Response(status_code=204)
    told = max(agui.Seen(after), agui.read_seen(last_event_id, parts=protocol == "agui"))
    seen = seen_at_most(run, told.seq, deps.loop)
    if nothing_left(run, seen, deps.loop):
        return Response(status_code=204)
    return _stream(run, told.at_most(seen), protocol, deps)


@router.post("/chat/{run_id}/cancel", status_code=202)
def cancel(app_id: str, run_id: str, who: Writer, deps: Deps) -> dict[str, str]:
    """Ask the run to stop; what it did is kept as an interrupted diff."""
    require_id("app", app_id)
    run = cancel_run(who.tenant_id, app_id, run_id, ports=deps.loop, workflows=deps.ports.workflows)
    return {"run_id": run.id, "status": "cancelled" if run.status == "aborted" else run.status}


def _go_on(app_id: str, answers: list[ApprovalAnswer], protocol: Protocol, who: Principal, deps: Container) -> Response:
    run = belongs_to(deps.loop.runs.get(who.tenant_id, answers[0].run_id), app_id)
    seen = deps.loop.events.last_seq(run.tenant_id, run.id)
    for answer in answers:
        run = advance_run(
            principal=who,
            run_id=run.id,
            request=answer.answer,
            ports=deps.loop,
            workflows=deps.ports.workflows,
        )
    return _stream(run, agui.Seen(seen), protocol, deps)


def _start(who: Principal, app_id: str, asked: RunRequest, request: Request, deps: Container) -> Run:
    return start_run(
        who,
        app_id,
        asked,
        request_id=request_id(request),
        default_model=deps.default_model,
        ports=deps.loop,
        workflows=deps.ports.workflows,
    )


def _once(key: str, who: Principal, app_id: str, asked: RunRequest, request: Request, deps: Container) -> Run:
    mark = fingerprint(request, asked.model_dump_json().encode())
    name = name_of(who, key)
    kept = deps.idempotency.begin(who.tenant_id, name, mark)
    if kept is not None:
        return deps.loop.runs.get(who.tenant_id, kept.body)
    try:
        run = _start(who, app_id, asked, request, deps)
    except BaseException:
        deps.idempotency.abandon(who.tenant_id, name)
        raise
    deps.idempotency.finish(who.tenant_id, name, StoredAnswer(status=200, body=run.id))
    return run


def _stream(run: Run, seen: agui.Seen, protocol: Protocol, deps: Container) -> Response:
    """`X-Last-Event-Id` says behind which event it begins, for whoever is cut before the first frame."""
    names = {
        "X-Run-Id": run.id,
        "X-Conversation-Id": run.conversation_id,
        "X-Last-Event-Id": seen.name,
    }
    encoder = agui.Encoder(run, seen, deps.loop) if protocol == "agui" else sse.AiSdk()
    return sse.stream(Follower(run, after=seen.seq, ports=deps.loop), deps.poll_seconds, encoder, **names)


def _run_of(who: Principal, app_id: str, name: str, deps: Container) -> Run | None:
    """The run itself, or the one that a conversation is busy with; None when that has none."""
    if is_id("run", name):
        return belongs_to(deps.loop.runs.get(who.tenant_id, name), app_id)
    if is_id("conv", name):
        deps.loop.turns.conversation(who.tenant_id, app_id, name)
    return current_run(who.tenant_id, app_id, name, ports=deps.loop)
