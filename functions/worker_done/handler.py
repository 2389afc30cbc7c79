"""CodeBuild says that a worker's machine has stopped."""

from functools import cache
from typing import Any

from shared.domain.errors import NotFound
from shared.domain.ids import is_id
from shared.domain.log_context import log_keys
from shared.ports.engine import Workflows
from shared.ports.revisions import BuildStore
from shared.runtime import engine
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores, own_catalogs
from shared.services.builds.worker.complete_worker import complete_worker


@cache
def _wiring() -> tuple[BuildStore, Workflows]:
    settings = Settings.from_env()
    return open_stores(settings).builds, engine.workflows(settings)


@observed("worker_done")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """An EventBridge state change of `apps_build` in; whether a pipeline was waiting out."""
    detail = event["detail"]
    build_id = variable_of(detail, "BUILD_ID")
    if build_id is None:
        return {"completed": False}
    with log_keys(build_id=build_id, outcome=detail["build-status"]):
        if is_id("add", build_id):
            return {"completed": _finish_addition(variable_of(detail, "TENANT_ID") or "", build_id)}
        builds, workflows = _wiring()
        try:
            done = complete_worker(
                build_id=build_id, outcome=detail["build-status"], builds=builds, workflows=workflows
            )
        except NotFound:
            done = False
    return {"completed": done}


def _finish_addition(tenant_id: str, addition_id: str) -> bool:
    """Of a package for the catalog, which no pipeline waits for."""
    from shared.services.builds.additions.finish_addition import finish_addition  # few processes ever take one in

    stores = open_stores(Settings.from_env())
    own = own_catalogs(stores)()
    return finish_addition(tenant_id=tenant_id, addition_id=addition_id, own=own, now=stores.clock.now())


def variable_of(detail: dict[str, Any], name: str) -> str | None:
    """A variable of the machine, such as our build's id; None when somebody else used the project."""
    environment = detail.get("additional-information", {}).get("environment", {})
    for variable in environment.get("environment-variables", []):
        if variable.get("name") == name:
            return str(variable.get("value"))
    return None
