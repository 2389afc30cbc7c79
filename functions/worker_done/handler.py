"""CodeBuild says that a worker's machine has stopped."""

from functools import cache
from typing import Any

from shared.domain.errors import NotFound
from shared.domain.log_context import log_keys
from shared.ports.engine import Workflows
from shared.ports.revisions import BuildStore
from shared.runtime import engine
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores
from shared.services.builds.worker.complete_worker import complete_worker


@cache
def _wiring() -> tuple[BuildStore, Workflows]:
    settings = Settings.from_env()
    return open_stores(settings).builds, engine.workflows(settings)


@observed("worker_done")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """An EventBridge state change of `apps_build` in; whether a pipeline was waiting out."""
    detail = event["detail"]
    build_id = build_of(detail)
    if build_id is None:
        return {"completed": False}
    with log_keys(build_id=build_id, outcome=detail["build-status"]):
        builds, workflows = _wiring()
        try:
            done = complete_worker(
                build_id=build_id, outcome=detail["build-status"], builds=builds, workflows=workflows
            )
        except NotFound:
            done = False
    return {"completed": done}


def build_of(detail: dict[str, Any]) -> str | None:
    """Our build's id, which travels as a variable of the machine; None when somebody else used the project."""
    environment = detail.get("additional-information", {}).get("environment", {})
    for variable in environment.get("environment-variables", []):
        if variable.get("name") == "BUILD_ID":
            return str(variable.get("value"))
    return None
