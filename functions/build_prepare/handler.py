"""The build pipeline's first state."""

from typing import Any

from shared.domain.errors import Unavailable
from shared.domain.runs.steps import BuildState, is_newer, read_build
from shared.runtime.bundles import own_build_ports as _ports
from shared.runtime.observability import observed
from shared.services.builds.prepare_build import Waiter, begin_build, prepare_build


@observed("build_prepare")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`state` (a `BuildState`), `execution` and `task_token` in; the pipeline goes on when the build has a place.

    One of a newer release fails, and can be retried. The release before sends the state alone: its builds do not wait.
    """
    token = event.get("task_token")
    try:
        return _prepare(event, token).model_dump(mode="json")
    except Exception as error:
        if token is not None:
            _ports().workflows.fail_task(token, type(error).__name__, "The build could not be prepared.")
        raise


def _prepare(event: dict[str, Any], token: str | None) -> BuildState:
    given = event.get("state", event)
    if is_newer(given):
        raise Unavailable("This build was started by a newer release.")
    state = read_build(given)
    if token is None:
        begin_build(state=state, ports=_ports())
    else:
        prepare_build(state=state, waiter=Waiter(str(event["execution"]), token), ports=_ports())
    return state
