"""`read_build_result`: the words of the last report, or that there is none."""

from devkit.fakes.clock import START
from shared.domain.feedback.build_result import BuildResult
from shared.services.feedback.latest_result import report_text
from shared.tools.registry import CODER_TOOLS
from tests.support.workspace import a_workspace, check_refused, use


def test_without_a_report_the_status_is_unknown() -> None:
    result = use(a_workspace(), "read_build_result")
    assert (result.ok, result.text.splitlines()[0], result.data) == (True, "status: unknown", {"status": "unknown"})


def test_the_report_is_read_as_it_is_told() -> None:
    workspace = a_workspace()
    last = BuildResult(
        tenant_id="acme",
        session_id="s",
        status="failed",
        stage="build",
        exit_code=2,
        source="worker",
        reported_at=START,
    )
    workspace.build_result = lambda: report_text(last, START)
    result = use(workspace, "read_build_result")
    assert result.text == "status: failed (build) 0s ago\nexitCode: 2"
    assert result.data == {"status": "failed"} and result.files is None


def test_it_takes_nothing_and_changes_nothing() -> None:
    tool = CODER_TOOLS["read_build_result"]
    assert (tool.kind, tool.spec().parameters["properties"]) == ("read", {})
    check_refused(a_workspace(), "read_build_result", session="other")
