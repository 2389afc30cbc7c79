"""CodeBuild says that a worker has ended: the waiting pipeline goes on and judges the result."""

from typing import Any

from shared.domain.errors import NotFound
from shared.runtime import engine
from shared.runtime.lazy import once
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores
from shared.services.complete_worker import complete_worker


@once
def _stores() -> Stores:
    return open_stores(Settings.from_env())


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """An EventBridge event of CodeBuild. One that names no build of ours changes nothing."""
    detail = event["detail"]
    variables = detail["additional-information"]["environment"]["environment-variables"]
    build_id = next((entry["value"] for entry in variables if entry["name"] == "BUILD_ID"), "")
    try:
        told = complete_worker(
            build_id=build_id,
            outcome=str(detail["build-status"]),
            builds=_stores().builds,
            workflows=engine.workflows(Settings.from_env()),
        )
    except NotFound:
        told = False
    return {"build_id": build_id, "completed": told}
