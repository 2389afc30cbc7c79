"""Chat: a message becomes a run, and a run is read as a stream."""

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Body, Header, Query, Request, Response

from functions.api.access.callers import Deps, Listener, Stopper, Talker, run_start
from functions.api.container import Container
from functions.api.http import sse
from functions.api.http.idempotency import IdempotentRoute, fingerprint, key_of, name_of, require_scopes_of, scopes_of
from functions.api.http.operation import EVENTS, STARTED, operation
from functions.api.http.strict import StrictRoute
from functions.api.http.view import Answer
from functions.api.http.viewing import ViewerName, Viewing
from functions.api.runs import agui, bodies
from functions.api.runs.sent_files import SentFile, with_files
from functions.api.runs.views import Cancelled
from shared.domain import errors
from shared.domain.access.viewers import run_place
from shared.domain.identity import Principal
from shared.domain.ids import is_id, require_id
from shared.domain.runs.run import Run
from shared.ports.requests import StoredAnswer
from shared.services.get_app import belongs_to, get_app
from shared.services.runs.advance_run import answer_run
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.current_run import current_run
from shared.services.runs.log.follow_run import Follower, nothing_left, seen_at_most
from shared.services.runs.regenerate_turn import regenerate_turn
from shared.services.runs.start.order_run import require_task
from shared.services.runs.start.run_request import RunRequest
from shared.services.runs.start.run_start import PLAIN, RunBasis
from shared.services.runs.start.start_run import start_run

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["chat"], route_class=StrictRoute)
_MOST_EVENTS = 9_999_999_999
Protocol = Literal["ai-sdk", "agui"]


@router.post("/chat/stream")
@operation(
    "sendChatMessage",
    EVENTS,
    errors.NotAwaitingApproval,
    errors.NotLatestAnswer,
    errors.AttachmentsUnsupported,
    errors.PersonRequired,
    *STARTED,
    reads="CHAT",
)
def send_message(
    app_id: str,
    request: Request,
    body: Annotated[Any, Body()],
    who: Talker,
    deps: Deps,
    protocol: Protocol = "ai-sdk",
    viewer: ViewerName = "",
    session: bodies.SessionHeader = None,
) -> Response:
    """Start a run for the message and stream its events. Leaving the stream does not stop the run.

    The body is ours, the AI SDK's, or AG-UI's `RunAgentInput`; `protocol` says how the events are told. A body with
    answers to approval requests lets the run that waits go on, in a new segment. `X-Session-Id` (or `session_id`) names
    the build results that the run reads besides its conversation's.
    """
    require_id("app", app_id)
    if answers := bodies.read_approvals(body):
        turn = _once(request, who, deps, _marked(answers), lambda: _go_on(app_id, answers, who, deps))
    else:
        asked, again = bodies.with_session(bodies.read_chat_body(body), session), bodies.read_regenerate(body)
        files = bodies.read_sent_files(body)
        marked = " ".join([asked.model_dump_json(), *([str(again)] if again else []), *(file.mark for file in files)])
        turn = _once(request, who, deps, marked, lambda: _start(who, app_id, asked, again, files, request, deps))
    return _stream(turn.run, agui.Seen(turn.after), protocol, _viewing(who, turn.run, viewer, deps), deps)


@router.get("/chat/{id}/stream")
@operation("followChat", EVENTS, also={204: None})
def resume(
    app_id: str,
    id: str,
    who: Listener,
    deps: Deps,
    after: Annotated[int, Query(ge=0, le=_MOST_EVENTS)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
    protocol: Protocol = "ai-sdk",
    viewer: ViewerName = "",
) -> Response:
    """Replay what came after `after` (or `Last-Event-ID`), then go on live. 204 when nothing is active or left."""
    get_app(principal=who, app_id=app_id, apps=deps.ports.apps)  # the runs of a deleted one are there for a while
    run = _run_of(who, app_id, id, deps)
    if run is None:
        return Response(status_code=204)
    begin = max(agui.Seen(after), agui.read_seen(last_event_id, parts=protocol == "agui"))
    seen = seen_at_most(run, begin.seq, deps.ports)
    if nothing_left(run, seen, deps.ports):
        return Response(status_code=204)
    return _stream(run, begin.at_most(seen), protocol, _viewing(who, run, viewer, deps), deps)


@operation("cancelRun", Cancelled, errors.Conflict, once=False)
def cancel(app_id: str, run_id: str, who: Stopper, deps: Deps) -> Answer:
    """Ask the run to stop; what it did is kept as an interrupted diff."""
    get_app(principal=who, app_id=app_id, apps=deps.ports.apps)
    run = cancel_run(who.tenant_id, app_id, run_id, ports=deps.ports, workflows=deps.ports.workflows)
    return Cancelled(run_id=run.id, status=run.status.shown_as)


router.add_api_route(
    "/chat/{run_id}/cancel", cancel, methods=["POST"], status_code=202, route_class_override=IdempotentRoute
)


class _Turn(NamedTuple):
    """A run, and after which of its events the stream of it begins."""

    run: Run
    after: int = 0


def _marked(answers: list[bodies.ApprovalAnswer]) -> str:
    return json.dumps([[answer.run_id, answer.answer.model_dump()] for answer in answers])


def _go_on(app_id: str, answers: list[bodies.ApprovalAnswer], who: Principal, deps: Container) -> _Turn:
    run = belongs_to(deps.ports.runs.get(who.tenant_id, answers[0].run_id), app_id)
    if {answer.run_id for answer in answers} != {run.id}:
        raise errors.Invalid("The approvals are of different runs. Answer one run at a time.")
    seen = deps.ports.events.last_seq(run.tenant_id, run.id)
    said = [answer.answer for answer in answers]
    workflows = deps.ports.workflows
    return _Turn(answer_run(principal=who, run_id=run.id, requests=said, ports=deps.ports, workflows=workflows), seen)


def _start(
    who: Principal,
    app_id: str,
    asked: RunRequest,
    again: bodies.Regenerate | None,
    files: list[SentFile],
    request: Request,
    deps: Container,
) -> _Turn:
    def start(wanted: RunRequest, basis: RunBasis) -> Run:
        if basis.regenerates is None:  # another answer has the files of the first
            wanted = with_files(wanted, files, who, app_id, deps)
        return start_run(who, app_id, wanted, run_start(request), basis)

    require_task(who, app_id, asked.task_id, deps.ports)
    if again is None:
        return _Turn(start(asked, PLAIN))
    return _Turn(regenerate_turn(who, app_id, asked, turn_id=again.turn_id, ports=deps.ports, start=start))


def _once(request: Request, who: Principal, deps: Container, asked: str, work: Callable[[], _Turn]) -> _Turn:
    """The work, or under a key that was sent before with the same body: the run that came of it, told again."""
    key = key_of(request)
    if key is None:
        return work()
    name = name_of(who, key)
    kept = deps.idempotency.begin(who.tenant_id, name, fingerprint(request, asked.encode()))
    if kept is not None:
        require_scopes_of(kept, request)
        run_id, _, after = kept.body.partition(" ")
        return _Turn(deps.ports.runs.get(who.tenant_id, run_id), int(after or 0))
    try:
        turn = work()
    except BaseException:
        deps.idempotency.abandon(who.tenant_id, name)
        raise
    deps.idempotency.finish(who.tenant_id, name, StoredAnswer(200, f"{turn.run.id} {turn.after}", scopes_of(who)))
    return turn


def _viewing(who: Principal, run: Run, viewer: str, deps: Container) -> Viewing:
    """A client that names its viewer connects again by itself; to others the end of a segment would be the end."""
    place = run_place(run.id)
    return Viewing(deps.streams, who, place, viewer=viewer, segmented=viewer != "", pace=deps.pace)


def _stream(run: Run, seen: agui.Seen, protocol: Protocol, viewing: Viewing, deps: Container) -> Response:
    """`X-Last-Event-Id` says after which event it begins, for a client that is cut before the first frame."""
    names = {
        "X-Run-Id": run.id,
        "X-Conversation-Id": run.conversation_id,
        "X-Last-Event-Id": seen.name,
    }
    encoder = agui.Encoder(run, seen, deps.ports) if protocol == "agui" else sse.AiSdk()
    return sse.stream(Follower(run, after=seen.seq, ports=deps.ports), deps.poll_seconds, encoder, viewing, **names)


def _run_of(who: Principal, app_id: str, name: str, deps: Container) -> Run | None:
    """The run itself, or the one that a conversation is busy with; None when that has none."""
    if is_id("run", name):
        return belongs_to(deps.ports.runs.get(who.tenant_id, name), app_id)
    if is_id("conv", name):
        deps.ports.turns.conversation(who.tenant_id, app_id, name)
    return current_run(who.tenant_id, app_id, name, ports=deps.ports)
