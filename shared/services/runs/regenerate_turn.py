"""Does the latest answer of a conversation again, on the draft as it was before that answer."""

from collections.abc import Callable
from functools import partial

from shared.domain.agent.egress import in_order
from shared.domain.apps.app import App
from shared.domain.errors import NotFound, NotLatestAnswer, RunActive
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn
from shared.services.get_app import get_draft
from shared.services.matching_page import matching_page
from shared.services.ports_bundle import Ports
from shared.services.revisions.follow_lock import merge_trees, require_clean
from shared.services.revisions.mark_untrusted import lifted_since
from shared.services.runs.plan_rollback import committed_by
from shared.services.runs.start.run_request import RunRequest, named_conversation
from shared.services.runs.start.run_start import PLAIN, RunBasis

_LOOKED_BACK = 50
_NOT_LATEST = (
    "Another message came after this one, so its answer cannot be done again. Send the message anew, or undo or "
    "restore first."
)


def regenerate_turn(
    principal: Principal,
    app_id: str,
    request: RunRequest,
    *,
    turn_id: str | None,
    ports: Ports,
    start: Callable[[RunRequest, RunBasis], Run],
) -> Run:
    """A new run with the same message. It begins without what the old answer changed; later work stays.

    The draft moves only when the new run commits, so a failure keeps the old answer; its revision stays in the history.
    Without `turn_id` the latest answer is meant, and a message that was never taken is sent now. NotFound; Conflict
    `NOT_LATEST_ANSWER`, `RUN_ACTIVE`, `MERGE_CONFLICT`.
    """
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    conversation = _conversation(app, request, turn_id, ports)
    turn = _wanted(conversation, request.message, turn_id, ports) if conversation else None
    if turn is None or conversation is None:
        return start(request, PLAIN)
    old = ports.runs.get(app.tenant_id, turn.run_id)
    if not old.ended:
        said = "This answer is not finished. Cancel it first, then ask again."
        raise RunActive(said, active_run_id=old.id)
    base = ports.revisions.get(app.tenant_id, app.id, old.base_revision_id)
    asked = {
        "message": turn.prompt,
        "conversation_id": conversation.id,
        "base_revision_id": request.base_revision_id or draft.id,
        "mentions": request.mentions or old.request.mentions,
        "autonomy": request.autonomy or old.request.autonomy,
        "review": request.review or old.request.review,
        "mode": request.mode or old.request.mode,
        "only": old.request.only,  # what the message was sent for: an answer takes back no change
        "session_id": request.session_id or old.request.session_id,
        "task_id": request.task_id or old.request.task_id,
        "queue": False,  # it stands on this very draft
    }
    return start(
        request.model_copy(update=asked),
        RunBasis(
            candidate_tree=_tree_before(old, draft, ports),
            evaluator=old.request.evaluator,
            untrusted=in_order({*old.memory.untrusted, *lifted_since(app, base)}),
            regenerates=turn.id,
            attachments=old.request.attachments,
            charge=old.request.charge,
        ),
    )


def _conversation(app: App, request: RunRequest, turn_id: str | None, ports: Ports) -> Conversation | None:
    """The one of the turn, or the message's; None for a message of no conversation."""
    named = named_conversation(app, request)
    if turn_id is not None:
        own = ports.turns.turn(app.tenant_id, app.id, turn_id).conversation_id
        if request.conversation_id not in (None, own):
            raise NotFound("No answer of this conversation has that message id.", message_id=turn_id)
        named = own
    return ports.turns.conversation(app.tenant_id, app.id, named) if named else None


def _wanted(conversation: Conversation, message: str, turn_id: str | None, ports: Ports) -> Turn | None:
    """The latest turn, when it is the one meant, or None when the message is not in the conversation."""
    turns = _latest(conversation, ports)
    if turn_id is not None:
        if not turns or turns[0].id != turn_id:
            raise NotLatestAnswer(_NOT_LATEST)
        return turns[0]
    if turns and turns[0].prompt == message:
        return turns[0]
    if any(turn.prompt == message for turn in turns):
        raise NotLatestAnswer(_NOT_LATEST)
    return None


def _latest(conversation: Conversation, ports: Ports) -> list[Turn]:
    def keep(turn: Turn) -> bool:
        cleared = conversation.cleared_at is not None and turn.created_at <= conversation.cleared_at
        return turn.conversation_id == conversation.id and not cleared

    read = partial(ports.turns.turns, conversation.tenant_id, conversation.app_id)
    return matching_page(read, keep, limit=_LOOKED_BACK, cursor=None).items


def _tree_before(old: Run, draft: Revision, ports: Ports) -> str | None:
    """The draft without what the old answer committed; None when nothing of it is in the draft.

    An answer that was itself done again is taken back to where it began, not to the answer that it replaced; one that
    went on with unfinished work begins with that work again.
    """
    started = old.request.continues.tree if old.request.continues else None
    before = old.request.start_tree or started or old.base_tree
    committed = committed_by(old, ports)
    if committed is None and started is None:
        return None
    applied = ports.revisions.get(old.tenant_id, old.app_id, committed).tree if committed else old.base_tree
    files = partial(ports.snapshots.get, old.tenant_id, old.app_id)
    now = files(draft.tree)
    base, wanted = files(applied), files(before)
    merged = merge_trees(base=base, ours=now, theirs=wanted, tenant_id=old.tenant_id, ports=ports)
    require_clean(merged)
    return None if merged.files == now else ports.snapshots.put(old.tenant_id, old.app_id, merged.files)
