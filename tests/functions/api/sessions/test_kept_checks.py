"""An acceptance check that a person leaves is proved before it is kept: it passes, and fails without its steps."""

import json
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.engine import FakeWorkflows
from devkit.fakes.world import World
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import NOT_ASKED, Verdict, VerdictPart
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import Build
from shared.domain.switches import Switches
from tests.functions.api.sessions.test_tools import draft_of, files_of, use

PATH = "tests/acceptance/adding-an-item.json"
TWIN = PATH + ".without-its-steps.json"
STEPS = [{"do": "open", "path": "/"}, {"do": "click", "role": "button", "name": "Add"}]
CHECK: dict[str, Any] = {"title": "Adding an item", "steps": STEPS, "expect": [{"text": "Milk"}]}


class Trying(FakeWorkflows):
    """The worker is done at once: `failing` are the paths of the checks that fail; None: it never ends."""

    def __init__(self, world: World, failing: list[str] | None, status: CheckStatus = CheckStatus.FAILED) -> None:
        super().__init__()
        self.world, self.failing, self.status = world, failing, status

    def start_build(self, build: Build) -> str:
        execution = super().start_build(build)
        if build.work.checks and self.failing is not None:
            self.end(build)
        return execution

    def end(self, build: Build) -> None:
        found = [
            Diagnostic(code="ACCEPTANCE_STEP", message="There is no button.", path=path) for path in self.failing or []
        ]
        part = VerdictPart(status=self.status if found else CheckStatus.PASSED, diagnostics=found, reason="It is off.")
        passed = VerdictPart(status=CheckStatus.PASSED)
        verdict = Verdict(build=passed, types=NOT_ASKED, tests=NOT_ASKED, page=NOT_ASKED, acceptance=part)
        stored = self.world.builds.find(build.id)
        ended = stored.model_copy(update={"status": BuildStatus.SUCCEEDED, "verdict": verdict})
        self.world.builds.finish(ended, None, green=False)


class Leaving:
    """Somebody who leaves a check in a built app."""

    def __init__(self, failing: list[str] | None, **over: Any) -> None:
        self.world = World()
        self.app, self.draft = self.world.make_app()
        self.workflows = Trying(self.world, failing, over.pop("status", CheckStatus.FAILED))
        ports = self.world.ports(workflows=self.workflows, **over)
        self.api = Api(self.world, {"ports": ports})

    def leave(self, **over: Any) -> dict[str, Any]:
        answer = use(self.api, "add_check", self.app, CHECK | over)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    @property
    def kept(self) -> bool:
        return PATH in files_of(self.api, self.app)


def test_it_is_tried_beside_itself_without_its_steps_and_kept() -> None:
    one = Leaving([TWIN])
    said = one.leave()
    assert said["success"] and said["data"]["revision_id"] == draft_of(one.api, one.app) and one.kept
    trial = one.workflows.builds[0]
    files = one.world.snapshots.get(one.app.tenant_id, one.app.id, trial.tree)
    assert [path for path in files if path.startswith("tests/acceptance/")] == [PATH, TWIN]
    assert json.loads(files[TWIN])["steps"] == STEPS[:1] and TWIN not in files_of(one.api, one.app)


@pytest.mark.parametrize(("failing", "code"), [([PATH, TWIN], "ACCEPTANCE_STEP"), ([], "ACCEPTANCE_PROVES_NOTHING")])
def test_one_that_fails_or_holds_nothing_is_not_kept_and_says_why(failing: list[str], code: str) -> None:
    one = Leaving(failing)
    said = one.leave()
    assert not said["success"] and code in said["stderr"] and not one.kept
    assert [found["code"] for found in said["data"]["diagnostics"]] == [code]
    assert said["data"]["diagnostics"][0]["path"] == PATH
    one.leave()
    assert len(one.workflows.builds) == 1, "the same is tried once"


def test_one_that_only_opens_a_page_is_refused_at_once() -> None:
    one = Leaving([])
    assert "ACCEPTANCE_PROVES_NOTHING" in one.leave(steps=STEPS[:1])["stderr"]
    assert one.workflows.builds == [] and not one.kept


def test_while_it_is_tried_nothing_is_kept_and_asking_again_keeps_it() -> None:
    one = Leaving(None)
    said = one.leave()
    assert (said["success"], said["data"]["status"], one.kept) == (False, "running", False)
    one.workflows.failing = [TWIN]
    one.workflows.end(one.workflows.builds[0])
    assert one.leave()["success"] and one.kept


@pytest.mark.parametrize("status", [CheckStatus.UNAVAILABLE, CheckStatus.SKIPPED])
def test_where_it_cannot_be_tried_it_is_kept_and_that_is_said(status: CheckStatus) -> None:
    one = Leaving([PATH], status=status)
    said = one.leave()
    assert said["success"] and "could not be tried: It is off." in said["stdout"] and one.kept
    one = Leaving([], switches=Switches(browser=False))
    assert "no browser" in one.leave()["stdout"] and one.kept and len(one.workflows.builds) == 1


def test_a_file_of_the_same_written_by_hand_is_proved_too() -> None:
    one = Leaving([])
    content = json.dumps(CHECK)
    said = use(one.api, "write_file", one.app, {"path": PATH, "content": content}).json()
    assert "ACCEPTANCE_PROVES_NOTHING" in said["stderr"] and not one.kept
    one.workflows.failing = [TWIN]
    other = json.dumps(CHECK | {"expect": [{"text": "Bread"}]})
    assert use(one.api, "write_file", one.app, {"path": PATH, "content": other}).json()["success"] and one.kept
    same = json.dumps(CHECK | {"expect": [{"text": "Bread"}], "title": "Another title"})
    assert use(one.api, "write_file", one.app, {"path": PATH, "content": same}).json()["success"]
    assert sum(build.work.checks != [] for build in one.workflows.builds) == 2
