"""The commit of a run whose candidate has passed its gates, or has just been built."""

from typing import Any

from shared.domain.runs.steps import is_newer, read_loop
from shared.runtime.bundles import own_build_ports as _builds
from shared.runtime.loop import own_loop_ports as _ports
from shared.runtime.observability import observed
from shared.services.agent.commit_built import commit_built
from shared.services.builds.rebuild_draft import build_committed
from shared.services.runs.end.refuse_newer import refuse_newer
from shared.services.runs.queue.start_next import start_next


@observed("agent_commit")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`LoopState` in, `LoopState` out. What is not built yet is built, and a message that waits has its turn."""
    if is_newer(event):
        return refuse_newer(event, ports=_ports()).model_dump(mode="json")
    state = commit_built(read_loop(event), ports=_ports())
    if state.next != "done":
        return state.model_dump(mode="json")
    build_committed(state, ports=_builds(), automation=_ports().switches.build_automation)
    start_next(state.tenant_id, state.app_id, ports=_ports(), workflows=_builds().workflows)
    return state.model_dump(mode="json")
