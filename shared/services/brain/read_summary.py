"""The summary of a conversation."""

from shared.domain.brain.items import ConversationSummary
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.services.brain.kept_items import require_app
from shared.services.loop_ports import LoopPorts


def read_summary(*, principal: Principal, app_id: str, conversation_id: str, ports: LoopPorts) -> ConversationSummary:
    """NotFound where it has none, was cleared or removed since, or is of another project."""
    place = require_app(principal, app_id, ports)
    thread = ports.turns.conversation(*place, require_id("conv", conversation_id))
    found = ports.brain.briefs.summary(*place, thread.id)
    if found is None or found.since != thread.cleared_at or thread.archived_at is not None:
        raise NotFound("This conversation has no summary.")
    return found
