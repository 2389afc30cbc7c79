"""`build_project_worker`: asked for here, done by the worker."""

from shared.domain.builds.worker_task import BUILD
from tests.support.workspace import a_workspace, use


def test_a_build_is_asked_of_the_worker() -> None:
    assert use(a_workspace(), "build_project_worker").task == BUILD
