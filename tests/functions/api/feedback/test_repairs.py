"""What may be repaired, what it may cost and what was tried: asked before anything is spent, and bounded."""

from typing import Any

import pytest

from devkit.api.api import code
from devkit.fakes.samples import SAMPLE_FILES
from shared.domain.builds.verdict import Verdict, VerdictPart
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import BuildError, Revision
from shared.domain.runs.run_status import RunStatus
from shared.services.runs.end.end_run import end_run
from tests.functions.api.feedback.test_build_result import runs
from tests.functions.api.feedback.test_page_failures import Scene

FOUND = Diagnostic(code="TS1005", message="';' expected.", path="src/App.tsx", line=12)
BROKEN = BuildError(code="BUILD_FAILED", message="It does not compile.", diagnostics=[FOUND])
PASSED, FAILED = VerdictPart(status="passed"), VerdictPart(status="failed", diagnostics=[FOUND])


class Bench(Scene):
    """An app whose first revision is good."""

    def draft_with(self, **over: Any) -> Revision:
        files = {**SAMPLE_FILES, "src/a.ts": str(over).encode()}
        return self.api.world.add_revision(self.stored(), files, **over)

    def break_build(self, error: BuildError = BROKEN, **over: Any) -> Revision:
        draft = self.draft_with(status="failed", build_error=error, **over)
        build = self.api.world.builds.get("acme", self.app.id, draft.build_id)
        self.api.world.builds.update(build.model_copy(update={"error": error}))
        return draft

    def state(self) -> Any:
        answer = self.api.client.get(f"{self.path}/builder/repair")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def end(self, run_id: str, status: RunStatus = RunStatus.FAILED) -> None:
        end_run("acme", run_id, status=status, failure_code="STUCK", ports=self.api.container.ports)

    def repaired(self) -> str:
        answer = self.repair()
        assert answer.status_code == 202, answer.text
        return str(answer.json()["run_id"])


def test_nothing_is_wrong_and_nothing_was_tried() -> None:
    bench = Bench()
    state = bench.state()
    assert (state["trouble"], state["attempts"], state["may_ask"]) == (None, [], False)
    assert (state["revision_id"], state["last_good_revision_id"]) == (bench.draft.id, None)


def test_a_build_that_failed_is_repaired_within_the_bound_that_was_shown() -> None:
    bench = Bench()
    draft = bench.break_build()
    state = bench.state()
    assert state["trouble"] == {
        "kind": "build",
        "message": "It does not compile.",
        "findings": [FOUND.model_dump()],
        "path": None,
    }
    assert state["may_ask"] is True and state["last_good_revision_id"] == bench.draft.id
    run_id = bench.repaired()
    (run,) = runs(bench.api, bench.app)
    assert run.id == run_id and run.bounds.model_dump() == state["bounds"]
    assert (run.bounds.dollars, run.bounds.model_calls) == (0.50, 15)
    assert (run.request.run_type, run.request.repair, run.memory.untrusted) == ("fix_bug", None, [])
    assert run.base_revision_id == draft.id
    assert "src/App.tsx:12" in run.request.message and "';' expected." in run.request.message


def test_a_bound_is_never_above_the_app_s_own() -> None:
    bench = Bench()
    body = {"settings": {"limits": {"run_dollars": 0.2, "run_model_calls": 3}}}
    assert bench.api.client.patch(bench.path, json=body).status_code == 200
    bench.break_build()
    assert (bench.state()["bounds"]["dollars"], bench.state()["bounds"]["model_calls"]) == (0.2, 3)
    bench.repaired()
    (run,) = runs(bench.api, bench.app)
    assert (run.bounds.dollars, run.bounds.model_calls) == (0.2, 3)


def test_failed_once_it_may_be_asked_for_again_and_twice_a_person_chooses() -> None:
    bench = Bench()
    bench.break_build()
    first = bench.repaired()
    bench.end(first)
    state = bench.state()
    assert [one["run_id"] for one in state["attempts"]] == [first] and state["may_ask"] is True
    result = state["attempts"][0]
    assert (result["status"], result["failure_code"], result["cost_usd"]) == ("failed", "STUCK", 0.0)
    assert result["model_calls"] == 0
    second = bench.repaired()
    bench.break_build(run_id=second)
    bench.end(second, RunStatus.COMPLETED)
    state = bench.state()
    assert [one["run_id"] for one in state["attempts"]] == [first, second], "what a repair made still fails"
    assert (state["may_ask"], state["attempts_most"]) == (False, 2)
    assert state["last_good_revision_id"] == bench.draft.id, "not what a repair made"
    assert code(bench.repair()) == (409, "REPAIRS_USED_UP")
    assert len(runs(bench.api, bench.app)) == 2
    bench.break_build(message="by hand")
    assert bench.state()["attempts"] == [], "another state of the app"
    bench.repaired()


def test_a_repair_that_is_gone_on_with_is_one_more_attempt() -> None:
    bench = Bench()
    bench.break_build()
    first = bench.repaired()
    bench.end(first)
    again = bench.api.client.post(f"/runs/{first}/resume", headers={"Idempotency-Key": "again"})
    assert again.status_code == 202, again.text
    bench.end(again.json()["run_id"])
    state = bench.state()
    assert [one["run_id"] for one in state["attempts"]] == [first, again.json()["run_id"]]
    assert state["may_ask"] is False
    refused = bench.api.client.post(f"/runs/{first}/resume", headers={"Idempotency-Key": "third"})
    assert (refused.status_code, refused.json()["code"]) == (409, "REPAIRS_USED_UP")
    bench.break_build(message="by hand")
    late = bench.api.client.post(f"/runs/{first}/resume", headers={"Idempotency-Key": "late"})
    assert late.status_code == 202 and bench.state()["attempts"] == [], "of another state of the app"


def test_a_repair_that_a_person_stopped_is_called_as_its_run_is() -> None:
    bench = Bench()
    bench.break_build()
    first = bench.repaired()
    bench.end(first, RunStatus.ABORTED)
    (attempt,) = bench.state()["attempts"]
    run = bench.api.client.get(f"/runs/{first}").json()
    assert (attempt["status"], run["status"]) == ("cancelled", "cancelled")


def test_a_page_is_counted_too_also_what_the_agent_began_by_itself() -> None:
    bench = Bench("full_auto")
    bench.fail()
    (run,) = runs(bench.api, bench.app)
    bench.end(run.id)
    bench.fail()
    state = bench.state()
    assert (state["trouble"]["kind"], state["trouble"]["path"]) == ("page", "/cart")
    assert [one["run_id"] for one in state["attempts"]] == [run.id]
    assert (state["bounds"]["dollars"], state["bounds"]["model_calls"]) == (0.10, 5)
    bench.end(bench.repaired())
    assert bench.state()["may_ask"] is False
    bench.fail()
    assert len(runs(bench.api, bench.app)) == 2, "what was tried does not begin again by itself"


@pytest.mark.parametrize("accepted", [None, "user-1"])
def test_checks_that_fail_in_what_was_kept(accepted: str | None) -> None:
    bench = Bench()
    failed = FAILED.model_copy(update={"accepted_by": accepted})
    bench.draft_with(verdict=Verdict(build=PASSED, types=PASSED, tests=failed, page=PASSED))
    state = bench.state()
    assert (state["trouble"]["kind"], state["trouble"]["message"]) == ("checks", "tests")
    bench.repaired()
    (run,) = runs(bench.api, bench.app)
    assert "fails its checks (tests)" in run.request.message and FOUND.message in run.request.message


def test_what_is_advisory_or_ours_is_no_trouble_of_the_draft() -> None:
    bench = Bench()
    advisory = FAILED.model_copy(update={"advisory": True})
    bench.draft_with(verdict=Verdict(build=PASSED, types=advisory, tests=PASSED, page=PASSED))
    assert bench.state()["trouble"] is None
    bench.break_build(BuildError(code="WORKER_LOST", message="The worker ended."))
    assert bench.state()["trouble"] is None
    assert bench.repair().json()["code"] == "NOT_READY"


def test_much_that_is_wrong_is_told_shortly() -> None:
    bench = Bench()
    many = [FOUND.model_copy(update={"message": f"{number} " + "x" * 5_000}) for number in range(200)]
    bench.break_build(BROKEN.model_copy(update={"diagnostics": many}))
    state = bench.state()
    assert len(state["trouble"]["findings"]) == 10
    assert all(len(one["message"]) <= 300 for one in state["trouble"]["findings"])
