"""`verify`: asked for here, planned by the loop, done by the worker."""

from shared.domain.builds.worker_task import WorkerTask
from tests.support.workspace import a_workspace, use


def test_a_verdict_is_asked_of_the_worker() -> None:
    assert use(a_workspace(), "verify").task == WorkerTask(checks=["types", "tests", "page"])
