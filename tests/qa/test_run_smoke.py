"""What the smoke check says when a stack is not there, or does something else."""

import pytest

from qa.run_smoke import PROBES, main, run
from qa.steps import ProbeFailed, Steps
from toolchain.http import Api

NOWHERE = Api("http://127.0.0.1:9", "no token")


def test_a_stack_that_does_not_answer_fails_each_probe_at_its_first_step() -> None:
    lines: list[str] = []
    assert run(list(PROBES), NOWHERE, seconds=1, say=lines.append) == 1
    assert [line.split()[0] for line in lines[:-1]] == ["blueprints_probe:", "runs_autopilot_probe:"]
    assert lines[-1] == "0 of 2 probes came out, not blueprints_probe, runs_autopilot_probe"


def test_a_step_that_fails_is_reported_with_what_was_there() -> None:
    lines: list[str] = []
    steps = Steps("a probe", NOWHERE, lines.append, seconds=0)
    with steps.step("this comes out") as said:
        said.append("two of them")
    with pytest.raises(ProbeFailed, match=r"after 0 s: \{'status': 'pending'\}"), steps.step("this never ends"):
        steps.wait(lambda: {"status": "pending"}, lambda job: job["status"] == "done")
    assert lines[0].startswith("ok   a probe: this comes out (two of them), ")
    assert lines[1:] == ["FAIL a probe: this never ends"]


def test_a_job_that_ends_in_an_error_is_no_success() -> None:
    steps = Steps("a probe", NOWHERE, print)
    error = {"status": "error", "error_code": "PLAN_FAILED", "error_message": "None could be read."}
    with pytest.raises(ProbeFailed, match="PLAN_FAILED: None could be read"):
        steps.ended(lambda: error)


@pytest.mark.parametrize("arguments", [["nothing_probe"], ["--url", "http://127.0.0.1:9"]])
def test_what_cannot_be_asked_is_refused(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SMOKE_TOKEN", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
