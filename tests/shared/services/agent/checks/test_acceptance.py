"""Acceptance checks in the verdict: proved both ways before they are kept, and a broken one goes back to the agent."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from devkit.fakes.model import Reply, call
from devkit.loop import USER
from shared.domain.revisions.revision import Build
from tests.shared.services.agent.checks.test_verdicts import PASSED, VerdictDriver, settings
from tests.shared.services.agent.checks.test_worker_tasks import finish, output_of, write
from tests.shared.services.builds.pipeline import DIST, archive

PATH = "tests/acceptance/adding-an-item.json"
STEPS = [{"do": "open", "path": "/"}, {"do": "click", "role": "button", "name": "Add"}]
DONE = {"path": PATH, "title": "Adding an item", "asked": "Make a list", "ok": True, "step": 3, "did": "", "ms": 40}
BROKEN = {
    **DONE, "ok": False, "code": "ACCEPTANCE_STEP", "step": 2, "did": 'click button "Add"',
    "message": 'There is no button "Add". There is: "Insert".',
}  # fmt: skip
NOT_THERE = {"status": "failed", "message": "1 of 1 acceptance checks failed."}


def add_check(text: str = "Milk", **over: Any) -> Reply:
    return call("add_check", **{"title": "Adding an item", "steps": STEPS, "expect": [{"text": text}], **over})


@dataclass
class GuardDriver(VerdictDriver):
    """`done` of a candidate's checks in turn, and `proof` of the base's with the new ones in it."""

    results: list[dict[str, Any]] = field(default_factory=list)
    proof: dict[str, Any] | None = field(default_factory=lambda: BROKEN)

    def answer(self, build: Build) -> bytes:
        if "acceptance" not in build.work.checks:
            return super().answer(build)
        found = self.proof if build.work.base else self.results.pop(0) if self.results else DONE
        if found is None:
            return archive(build, dist=DIST, checks={"acceptance": {"status": "unavailable"}})
        checks = {name: PASSED for name in build.work.checks} | ({} if found["ok"] else {"acceptance": NOT_THERE})
        return archive(build, dist=DIST, checks=checks, page={"url": "/", "tree": "x"}, acceptance=[found])

    def asked(self) -> list[tuple[bool, bool]]:
        """Of each build: whether it was of a base, and whether acceptance checks were done."""
        return [(build.work.base, "acceptance" in build.work.checks) for build in self.done]


def test_a_check_that_passes_now_and_fails_without_the_change_is_kept_with_the_turn_that_made_it() -> None:
    loop = GuardDriver([write("export {}\n"), add_check(), finish()])
    run = loop.play()
    assert run.status == "completed" and loop.asked() == [(False, True), (True, True)]
    kept = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)[PATH]
    assert json.loads(kept)["turn"] == {"asked": run.request.message, "run": run.id}
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
    assert revision.verdict is not None and revision.verdict.acceptance.status == "passed"
    proof = loop.world.snapshots.get(run.tenant_id, run.app_id, loop.done[1].tree)
    assert proof.keys() - loop.world.snapshots.get(run.tenant_id, run.app_id, run.base_tree).keys() == {PATH}


def test_a_check_that_passes_without_the_change_is_refused_and_says_why() -> None:
    loop = GuardDriver(
        [write("export {}\n"), add_check("Shop"), finish(), call("delete_files", paths=[PATH]), finish()]
    )
    loop.proof = DONE
    run = loop.play()
    text = output_of(loop, 3)
    assert "acceptance: FAILED. A check that passes without the change is not kept." in text
    assert "ACCEPTANCE_PROVES_NOTHING" in text and "so it guards nothing of it" in text and "Repair this" in text
    assert run.status == "completed" and loop.asked() == [(False, True), (True, True), (False, False)]


def test_where_the_base_cannot_be_tried_a_check_is_kept_and_that_is_said() -> None:
    loop = GuardDriver([write("export {}\n"), add_check(), finish()], proof=None)
    run = loop.play()
    assert run.status == "completed" and run.verdict is not None
    assert run.verdict.acceptance.reason == "New checks could not be tried on the project as it was before."


def test_a_later_turn_that_breaks_a_check_hears_which_one_which_step_and_what_was_there() -> None:
    loop = GuardDriver([write("export {}\n"), add_check(), finish()])
    first = loop.play()
    loop.model.push(write("export const a = 1\n"), finish(), write("export const a = 2\n"), finish())
    loop.results, loop.proof = [BROKEN, DONE], None
    run = loop.play(app_id=first.app_id, start_from="draft")
    text = loop.model.requests[-2].items[-1].output
    assert text.startswith("The checks failed: acceptance.")
    reported = (
        'The check "Adding an item" (of the turn "Make a list") failed at step 2, click button "Add": There is no'
    )
    assert reported in text and "| " in text and "Change the check only where you wrote it" in text
    assert run.status == "completed" and [part["ok"] for part in loop.parts(run)] == [False, True]
    sources = [chunk["data"]["source"] for chunk in loop.chunks(run) if chunk["type"] == "data-diagnostics"]
    assert "acceptance" in sources


@pytest.mark.parametrize(("demand", "asked"), [("advisory", True), ("off", False)])
def test_an_app_says_what_a_broken_check_does(demand: str, asked: bool) -> None:
    loop = GuardDriver([write("export {}\n"), add_check(), finish()])
    loop.results = [BROKEN]
    run = loop.play(app_id=settings(loop, acceptance=demand))
    assert run.status == "completed" and loop.asked() == [(False, asked)]


def test_a_project_without_checks_is_asked_for_none_and_hears_nothing_of_them() -> None:
    loop = GuardDriver([write("export {}\n"), finish()])
    run = loop.play()
    assert loop.asked() == [(False, False)] and run.verdict is not None
    assert run.verdict.reported == ["types", "tests", "page"]


def test_what_is_no_check_is_refused_at_once() -> None:
    loop = GuardDriver([add_check(steps=STEPS[1:]), add_check(expect=[{"text": "x" * 301}]), finish()])
    run = loop.play()
    assert output_of(loop, 1).startswith("ACCEPTANCE_INVALID: steps 1: a check begins with open")
    assert output_of(loop, 2).startswith("ACCEPTANCE_TOO_LARGE: expect 1: text has at most 300 characters")
    assert run.outcome.revision_id is None and USER.tenant_id == run.tenant_id
