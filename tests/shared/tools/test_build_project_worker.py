"""`build_project_worker`: described here, done by the loop."""

from tests.support.workspace import a_workspace, check_refused


def test_a_build_is_the_loops_own_work() -> None:
    assert "Call it alone" in check_refused(a_workspace(), "build_project_worker")
