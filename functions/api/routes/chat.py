"""Chat: a message becomes a run, and a run is read as a stream."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Query, Request, Response

from functions.api import sse
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
from shared.services.follow_run import Follower, nothing_left, seen_at_most
from shared.services.start_run import RunRequest, start_run

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["chat"], route_class=StrictRoute)
_MOST_EVENTS = 9_999_999_999
_NUMBER = re.compile(r"[0-9]{1,10}\Z")


@router.post("/chat/stream")
def send_message(app_id: str, request: Request, body: Annotated[Any, Body()], who: Talker, deps: Deps) -> Response:
    """Start a run for the message and stream its events. Leaving the stream does not stop the run.

    An AI SDK body that ends with answers to approval requests lets the run that waits go on, in a new segment.
    """
    require_id("app", app_id)
    if answers := read_approvals(body):
        return _go_on(app_id, answers, who, deps)
    asked = read_chat_body(body)
    key = key_of(request)
    run = _start(who, app_id, asked, request, deps) if key is None else _once(key, who, app_id, asked, request, deps)
    return _stream(run, 0, deps)


@router.get("/chat/{id}/stream")
def resume(
    app_id: str,
    id: str,
    who: Reader,
    deps: Deps,
    after: Annotated[int, Query(ge=0, le=_MOST_EVENTS)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Replay what came after `after` (or `Last-Event-ID`), then go on live. 204 when nothing is active or left."""
    require_id("app", app_id)
    run = _run_of(who, app_id, id, deps)
    if run is None:
        return Response(status_code=204)
    seen = seen_at_most(run, max(after, _number(last_event_id)), deps.loop)
    if nothing_left(run, seen, deps.loop):
        return Response(status_code=204)
    return _stream(run, seen, deps)


@router.post("/chat/{run_id}/cancel", status_code=202)
def cancel(app_id: str, run_id: str, who: Writer, deps: Deps) -> dict[str, str]:
    """Ask the run to stop; what it did is kept as an interrupted diff."""
    require_id("app", app_id)
    run = cancel_run(who.tenant_id, app_id, run_id, ports=deps.loop, workflows=deps.ports.workflows)
    return {"run_id": run.id, "status": "cancelled" if run.status == "aborted" else run.status}


def _go_on(app_id: str, answers: list[ApprovalAnswer], who: Principal, deps: Container) -> Response:
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
    return _stream(run, seen, deps)


def _number(last_event_id: str | None) -> int:
    """What a client has seen, as far as it can be read; a browser sends back whatever a stream once told it."""
    return int(last_event_id) if last_event_id and _NUMBER.match(last_event_id) else 0


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


def _stream(run: Run, after: int, deps: Container) -> Response:
    names = {"X-Run-Id": run.id, "X-Conversation-Id": run.conversation_id}
    return sse.stream(Follower(run, after=after, ports=deps.loop), deps.poll_seconds, **names)


def _run_of(who: Principal, app_id: str, name: str, deps: Container) -> Run | None:
    """The run itself, or the one at work in a conversation; None when that has none."""
    if is_id("run", name):
        return belongs_to(deps.loop.runs.get(who.tenant_id, name), app_id)
    app = deps.loop.apps.get(who.tenant_id, app_id)
    if is_id("conv", name):
        deps.loop.turns.conversation(who.tenant_id, app_id, name)
    if app.active_run_id is None:
        return None
    run = deps.loop.runs.get(who.tenant_id, app.active_run_id)
    return run if run.conversation_id == name else None
