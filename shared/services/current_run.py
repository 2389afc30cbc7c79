"""The run that a conversation is busy with."""

from shared.domain.run import Run
from shared.services.loop_ports import LoopPorts

_LOOKED_AT = 50


def current_run(tenant_id: str, app_id: str, conversation_id: str, *, ports: LoopPorts) -> Run | None:
    """The run at work, or else the latest one that waits for a person; None when the conversation rests.

    A run that waits is found among the latest runs of its app. NotFound for an app that is not the tenant's.
    """
    app = ports.apps.get(tenant_id, app_id)
    if app.active_run_id is not None:
        active = ports.runs.get(tenant_id, app.active_run_id)
        if active.conversation_id == conversation_id:
            return active
    recent = ports.runs.list(tenant_id, app_id, limit=_LOOKED_AT).items
    waiting = (run for run in recent if run.status == "awaiting_approval" and run.conversation_id == conversation_id)
    return next(waiting, None)
