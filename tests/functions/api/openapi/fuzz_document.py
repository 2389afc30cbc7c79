"""The document against the application over fakes: no 5xx, and every answer is one that it tells of.

`make fuzz` draws many more requests; `FUZZ_SEED` draws the same ones again.
"""

import os
from typing import Any

import pytest
from schemathesis import Case

from devkit.api.api import Api
from devkit.api.estate import Estate
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.runs.end.end_run import end_run
from tests.support.api.fuzzing import chosen_seed, fuzz, operations, request_of

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "6"))
SEED = chosen_seed()
OPERATIONS = {operation.label: operation for operation in operations()}
ENDLESS = {
    "GET /projects/{project_id}/events": "project_id",
    "GET /admin/apps/{app_id}/builder/chat/{id}/stream": "id",
    "GET /admin/apps/{app_id}/events": "app_id",
}


def an_estate() -> Estate:
    """Where a run that is started ends at once, so that its stream does."""
    api = Api()
    start = api.world.workflows.start_run

    def start_and_end(run: Run) -> str:
        end_run(run.tenant_id, run.id, status=RunStatus.FAILED, ports=api.container.ports)
        return start(run)

    api.world.workflows.start_run = start_and_end  # type: ignore[method-assign]  # plays the state machine
    return Estate(api)


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_is_documented_and_none_is_a_5xx(label: str) -> None:
    estate = an_estate()

    token = estate.world.sign_in("acme")

    def send(case: Case) -> Any:
        return estate.api.anonymous.request(**request_of(case, token), follow_redirects=False)

    names = {place: name for place, name in estate.names.items() if place != ENDLESS.get(label)}
    fuzz(OPERATIONS[label], names, send, EXAMPLES, SEED, shrink=EXAMPLES > 20)
