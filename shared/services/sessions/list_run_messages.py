"""What was said in one run: the person's words and every answer of every agent, with what each used and changed."""

from shared.domain.base import Page
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.services.loop_ports import LoopPorts
from shared.services.runs.list_runs import find_run
from shared.services.sessions.list_messages import Message, messages_of


def list_run_messages(
    *, principal: Principal, run_id: str, loop: LoopPorts, limit: int, cursor: str | None
) -> Page[Message]:
    """Newest first; the cursor is the last message that was given. NotFound also for an unknown cursor."""
    before = require_id("msg", cursor) if cursor else None
    run = find_run(principal=principal, run_id=run_id, ports=loop)
    said = messages_of(run, loop.runs.iterations(run.tenant_id, run.id), loop)
    left = [message for message in reversed(said) if before is None or message.id < before]
    return Page(items=left[:limit], next_cursor=left[limit - 1].id if len(left) > limit else None)
