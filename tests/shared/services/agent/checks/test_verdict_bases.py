"""The tree that a run began with, checked for comparison: once for all, once more when that is lost, told when not."""

from dataclasses import dataclass, field
from typing import Any

from devkit.fakes.model import Reply
from devkit.fakes.samples import SAMPLE_FILES
from devkit.loop import USER
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.reaching_tests import MOST_PATHS
from shared.domain.revisions.revision import Build
from shared.domain.runs.steps import LoopState
from shared.domain.switches import Switches
from shared.services.builds.build_errors import WORKER_LOST
from tests.shared.services.agent.checks.test_verdicts import (
    FAILURE,
    OLD_ERROR,
    PAGE,
    PASSED,
    TYPE_ERROR,
    WRONG_TYPES,
    VerdictDriver,
    settings,
    written,
)
from tests.shared.services.agent.checks.test_worker_tasks import finish, output_of, write
from tests.shared.services.builds.pipeline import archive

OLD = {**WRONG_TYPES, "log": OLD_ERROR}
THROWS = {"url": "/", "title": "Shop", "errors": ["TypeError: x is not a function\n    at a (/assets/a.js:1:2)"]}


@dataclass
class BaseDriver(VerdictDriver):
    """The first `lose` builds of a base are lost; `silent`: their rows never say so."""

    lose: int = 0
    silent: bool = False
    bases: list[Build] = field(default_factory=list)

    def work(self, state: LoopState) -> None:
        build = self.world.builds.get(state.tenant_id, state.app_id, state.build_id or "")
        if build.work.base:
            self.bases.append(build)
        if not build.work.base or len(self.bases) > self.lose:
            super().work(state)
            return
        over: dict[str, Any] = (
            {"status": BuildStatus.RUNNING} if self.silent else {"status": BuildStatus.FAILED, "error": WORKER_LOST}
        )
        self.world.builds.update(build.model_copy(update=over))


def turns(count: int) -> list[Reply]:
    return [reply for number in range(count) for reply in (write(f"export const a = {number}\n"), finish())]


def with_tests(count: int) -> dict[str, bytes]:
    return SAMPLE_FILES | {f"tests/t{number:02}.test.ts": b"export const a = 0\n" for number in range(count)}


def test_one_build_of_the_base_answers_for_every_check_that_fails_later() -> None:
    """A second check that failed built the base once more, a third once again."""
    both = {"types": OLD, "page": THROWS}
    loop = BaseDriver(turns(2), verdicts=[{"types": {**WRONG_TYPES, "log": OLD_ERROR + TYPE_ERROR}}, both], base=both)
    run = loop.play()
    assert run.status == "completed" and [build.work.checks for build in loop.bases] == [["types", "page"]]


def test_the_build_of_a_base_is_shared_by_runs_that_fail_in_other_ways() -> None:
    both = {"types": OLD, "page": THROWS}
    loop = BaseDriver([*turns(1), *turns(1)], verdicts=[{"types": OLD}, {"page": THROWS}], base=both)
    app_id = settings(loop)
    app = loop.world.apps.get(USER.tenant_id, app_id)
    loop.world.apps.update(app.model_copy(update={"review": "before"}))
    assert [loop.play(app_id=app_id, start_from="draft").status for _ in range(2)] == ["completed"] * 2
    assert len(loop.bases) == 1


def test_a_base_that_was_lost_is_looked_at_once_more() -> None:
    for silent in (False, True):
        loop = BaseDriver(turns(1), verdicts=[{"types": OLD}], base={"types": OLD}, lose=1, silent=silent)
        assert loop.play().status == "completed" and len({build.id for build in loop.bases}) == 2


def test_a_base_that_was_lost_twice_is_said_to_be_unknown_and_is_asked_for_no_more() -> None:
    """Everything counted as new, and nothing said why."""
    for silent in (False, True):
        loop = BaseDriver(turns(2), verdicts=[{"types": OLD}, {}], base={"types": OLD}, lose=9, silent=silent)
        run = loop.play()
        assert "The project as it was before could not be checked" in output_of(
            loop, 2
        ) and "types: FAILED." in output_of(loop, 2)
        (first, second) = loop.parts(run)
        assert not first["ok"] and "could not be checked" in first["verdict"]["types"]["reason"] and second["ok"]
        assert len(loop.bases) == 2


def test_another_runs_lost_base_is_neither_waited_for_nor_believed() -> None:
    loop = BaseDriver([*turns(3), *turns(1)], verdicts=[{"types": OLD}] * 4, base={"types": OLD}, lose=2)
    app_id = settings(loop)
    assert loop.follow(loop.start(app_id=app_id), most=3).status == "running"
    first = loop.world.runs.list(USER.tenant_id, app_id, limit=1).items[0]
    loop.world.runs.request_cancel(first.tenant_id, first.id)
    loop.follow(first)
    second = loop.follow(loop.start(app_id=app_id, start_from="draft"))
    assert second.status == "completed" and len(loop.bases) == 3


def test_all_tests_of_a_base_are_run_for_all_runs_unless_they_are_too_many_for_one_job() -> None:
    found = {"passed": 0, "failed": 1, "skipped": 0, "total": 1, "failures": [{**FAILURE, "file": "tests/t00.test.ts"}]}
    failed = {"tests": found}
    for count, paths in ((2, []), (MOST_PATHS + 1, ["tests/t00.test.ts"])):
        loop = _TestsDriver([written("tests/t00.test.ts"), finish()], verdicts=[failed], base=failed)
        app, _ = loop.world.make_app(with_tests(count), tenant_id=USER.tenant_id)
        run = loop.follow(loop.start(app_id=app.id))
        assert run.status == "completed" and [build.work.command for build in loop.bases] == [paths]


class _TestsDriver(BaseDriver):
    def answer(self, build: Build) -> bytes:
        failed = {"status": "failed", "reason": "exit", "message": "It ended with exit code 1."}
        found = {name: failed if name == "tests" else PASSED for name in build.work.checks}
        return archive(build, checks=found, page=PAGE, tests=self.base["tests"])


def test_new_tests_are_compared_with_nothing_and_switched_off_ones_are_not_run_on_the_base() -> None:
    loop = BaseDriver(turns(1), verdicts=[{"types": OLD}], base={"types": OLD})
    loop.ports = loop.world.loop_ports(price=lambda model, usage: 0.0, switches=Switches(targeted_tests=False))
    app, _ = loop.world.make_app(with_tests(2), tenant_id=USER.tenant_id)
    loop.follow(loop.start(app_id=app.id))
    assert [build.work.checks for build in loop.bases] == [["types", "page"]]
