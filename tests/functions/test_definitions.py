"""Executions keep the definition they began with: each release's and today's, played with today's functions."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from devkit.api.releases import EVENTS, RELEASES, payloads, waiting_run
from devkit.fakes.broken import raising
from devkit.fakes.model import Call, FakeModel, calls
from devkit.loop import USER, LoopDriver
from functions.agent_commit import handler as agent_commit
from functions.agent_step import handler as agent_step
from functions.approval_wait import handler as approval_wait
from functions.build_finalise import handler as build_finalise
from functions.build_prepare import handler as build_prepare
from functions.run_ended import handler as run_ended
from functions.worker_done import handler as worker_done
from functions.worker_start import handler as worker_start
from infra.constructs.workflows import FOLDER as TODAY
from shared.domain.runs.run import Run
from shared.domain.switches import Switches
from shared.services.runs.advance_run import Advance, advance_run
from tests.shared.services.builds.pipeline import archive, finalise_ports, prepare_ports, upload, worker_ports
from tests.support.aws.asl import Json, Player
from tests.support.aws.logs import logging_given_back

HANDLERS = {
    "agent_step": agent_step, "agent_commit": agent_commit, "approval_wait": approval_wait, "run_ended": run_ended,
    "build_prepare": build_prepare, "worker_start": worker_start, "build_finalise": build_finalise,
}  # fmt: skip
WRITE = Call(name="write_file", arguments={"path": "src/new.ts", "content": "export const made = 1;\n"})
FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})
APPROVE = {"decision": "approve", "reasoning": "Because.", "commit_message": None}


class Stage:
    """A world, today's functions wired to it, and the definitions of a release."""

    def __init__(self, release: str, patch: pytest.MonkeyPatch) -> None:
        folder = TODAY if release == "today" else EVENTS / release
        self.loop, self.pipeline = (
            json.loads((folder / f"{name}.asl.json").read_text()) for name in ("agent_loop", "build_pipeline")
        )
        self.release = release
        self.worker_answers: dict[str, Any] = {}
        self.meanwhile: Callable[[], object] = lambda: None
        self.driver = LoopDriver([])
        self.world = self.driver.world
        self.machine = Player(
            functions={name: module.handler for name, module in HANDLERS.items()},
            waits={
                "approval_wait": self.person_approves,
                "build_prepare": self.gets_a_place,
                "worker_start": self.worker_ends,
            },
            machines={"build_pipeline": self.pipeline},
        )
        wire(self, patch)

    def follow(self, run: Run, at: str | None = None, **state: Any) -> tuple[str, Run]:
        """The state in which the execution ends, and the run then."""
        given = (
            {"version": 1, "iteration": 0} if self.release == "today" else payloads(self.release)["agent_loop_input"]
        )
        given = given | {"tenant_id": run.tenant_id, "app_id": run.app_id, "run_id": run.id} | state
        ended, _ = self.machine.play(self.loop, given, at)
        return ended, self.world.runs.get(run.tenant_id, run.id)

    def person_approves(self, asked: Json) -> None:
        token = self.world.runs.get(asked["tenant_id"], asked["run_id"]).waiting.approval_token
        assert token == asked["task_token"]
        self.world.workflows.waiting.add(token)
        approve = Advance(approval="approve")
        advance_run(
            principal=USER, run_id=asked["run_id"], request=approve, ports=self.driver.ports,
            workflows=self.world.workflows,
        )  # fmt: skip
        assert token not in self.world.workflows.waiting

    def gets_a_place(self, asked: Json) -> None:
        build_id, execution = asked["state"]["build_id"], asked["execution"]
        assert self.world.slots.get(asked["state"]["tenant_id"]).holds(build_id, execution)

    def worker_ends(self, asked: Json) -> None:
        build = self.world.builds.get(asked["tenant_id"], asked["app_id"], asked["build_id"])
        self.meanwhile()
        upload(self.world, build, archive(build, **self.worker_answers))
        self.world.workflows.waiting.add(asked["task_token"])
        variable = {"name": "BUILD_ID", "value": build.id}
        fields = {
            "build-status": "SUCCEEDED",
            "additional-information": {"environment": {"environment-variables": [variable]}},
        }
        assert worker_done.handler({"detail": fields}, None) == {"completed": True}


def wire(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """Each function's ports are the world's."""
    world = stage.world
    for module in (agent_step, agent_commit, run_ended):
        patch.setattr(module, "_ports", lambda: stage.driver.ports)
    patch.setattr(run_ended, "_workflows", lambda: world.workflows)
    patch.setattr(agent_commit, "_builds", lambda: prepare_ports(world))
    patch.setattr(agent_step, "_model", lambda: stage.driver.model)
    waiting = approval_wait._Ports(world.runs, world.events, world.clock, world.workflows)
    patch.setattr(approval_wait, "_ports", lambda: waiting)
    patch.setattr(build_prepare, "_ports", lambda: prepare_ports(world))
    patch.setattr(worker_start, "_ports", lambda: worker_ports(world))
    patch.setattr(worker_done, "_wiring", lambda: (world.builds, world.workflows))
    patch.setattr(build_finalise, "_ports", lambda: finalise_ports(world))


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """A function's first call sets up the logs of its process."""
    with logging_given_back():
        yield


@pytest.fixture(params=[*RELEASES, "today"])
def stage(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Stage:
    return Stage(request.param, monkeypatch)


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Stage:
    return Stage("today", monkeypatch)


def says(stage: Stage, *replies: Any) -> None:
    stage.driver.model = FakeModel(list(replies))


def test_a_run_is_built_and_committed(stage: Stage) -> None:
    says(stage, calls(WRITE, FINISH))
    run = stage.driver.start()
    ended, run = stage.follow(run)
    assert (ended, run.status, run.outcome.summary) == ("Done", "completed", "Made.")
    assert stage.world.apps.get(run.tenant_id, run.app_id).draft_revision_id == run.outcome.revision_id
    assert stage.machine.visited == [
        "AgentStep", "WhatNext", "StartBuild", "Prepare", "RunWorker", "Finalise", "Finalised",
        *(["Built", "Commit", "WhatNext"] if stage.release == "today" else
          ["AgentStep", "WhatNext", "Commit", "Committed"]),
        "Done",
    ]  # fmt: skip


def test_a_green_turn_runs_the_agent_once_for_each_call_of_the_model(today: Stage) -> None:
    says(today, calls(WRITE), calls(FINISH))
    _, run = today.follow(today.driver.start())
    assert (run.status, run.usage.model_calls) == ("completed", 2)
    assert today.machine.visited.count("AgentStep") == 2


def test_a_green_build_that_the_evaluator_has_to_judge_goes_to_the_agent(today: Stage) -> None:
    says(today, calls(WRITE, FINISH), calls(Call(name="verdict", arguments=APPROVE)))
    app, _ = today.world.make_app(tenant_id=USER.tenant_id, evaluator="model")
    _, run = today.follow(today.driver.start(app_id=app.id))
    assert run.status == "completed" and after_the_build(today) == ["Built", "AgentStep", "WhatNext"]


def test_a_green_build_in_the_middle_of_the_work_goes_to_the_agent(today: Stage) -> None:
    says(today, calls(WRITE, Call(name="build_project_worker", arguments={})), calls(FINISH))
    _, run = today.follow(today.driver.start())
    assert run.status == "completed" and after_the_build(today) == ["Built", "AgentStep", "WhatNext"]


def test_the_pipeline_of_the_release_before_says_nothing_of_green_so_the_agent_looks(today: Stage) -> None:
    before = json.loads((EVENTS / "release_1" / "build_pipeline.asl.json").read_text())
    today.machine.machines = {"build_pipeline": before}
    says(today, calls(WRITE, FINISH))
    _, run = today.follow(today.driver.start())
    assert run.status == "completed" and after_the_build(today) == ["Built", "AgentStep", "WhatNext"]


def test_a_build_that_fails_goes_to_the_agent_which_repairs_it(today: Stage) -> None:
    says(today, calls(WRITE, FINISH), calls(WRITE, FINISH), calls(WRITE, FINISH))
    today.worker_answers = {"status": "failed", "reason": "exit", "exit_code": 1, "dist": {}}
    ended, run = today.follow(today.driver.start())
    assert (ended, run.status) == ("Done", "failed")
    assert after_the_build(today) == ["Built", "AgentStep", "WhatNext"]


def test_a_cancel_while_its_last_build_runs_is_found_by_the_commit(today: Stage) -> None:
    says(today, calls(WRITE, FINISH))
    run = today.driver.start()
    today.meanwhile = lambda: today.world.runs.request_cancel(run.tenant_id, run.id)
    ended, run = today.follow(run)
    assert (ended, run.status, run.outcome.failure_code) == ("Done", "aborted", "CANCELLED")
    assert after_the_build(today) == ["Built", "Commit", "WhatNext"]
    assert run.outcome.diff_id is not None and run.outcome.revision_id is None


def test_an_app_that_is_deleted_while_the_last_build_runs_gets_no_commit(today: Stage) -> None:
    says(today, calls(WRITE, FINISH))
    run = today.driver.start()
    today.meanwhile = lambda: today.world.apps.update(
        today.world.apps.get(run.tenant_id, run.app_id).model_copy(update={"deleted_at": today.world.clock.now()})
    )
    ended, run = today.follow(run)
    assert (ended, run.status, run.outcome.failure_code) == ("Done", "aborted", "APP_DELETED")
    assert after_the_build(today) == ["Built", "Commit", "WhatNext"] and run.outcome.revision_id is None


def after_the_build(stage: Stage) -> list[str]:
    """Where the first build led."""
    at = stage.machine.visited.index("Built")
    return stage.machine.visited[at : at + 3]


def test_without_the_worker_gate_the_commit_begins_the_build(stage: Stage) -> None:
    """Coverage C-11: the draft waited for the sweeper, since no function began its build."""
    says(stage, calls(WRITE, FINISH))
    stage.driver.ports = replace(stage.driver.ports, switches=Switches(worker_build_gate=False))
    _, run = stage.follow(stage.driver.start())
    (build,) = stage.world.workflows.builds
    assert run.status == "completed" and build.revision_id == run.outcome.revision_id


def test_a_run_that_asks_waits_and_goes_on(stage: Stage) -> None:
    says(stage, calls(WRITE, FINISH))
    run = stage.driver.start(autonomy="suggest")
    ended, run = stage.follow(run)
    assert "AwaitApproval" in stage.machine.visited
    assert (ended, run.status) == ("Done", "completed")


@pytest.mark.parametrize("release", RELEASES)
def test_an_execution_that_waited_over_the_upgrade_ends_on_its_own_definition(
    release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(release, monkeypatch)
    says(stage, calls())
    run = waiting_run(stage.world, release)
    asked = {"tenant_id": run.tenant_id, "run_id": run.id, "task_token": run.waiting.approval_token}
    stage.person_approves(asked)
    written = payloads(release)["answers"]["approval"] | {"app_id": run.app_id, "run_id": run.id}
    ended, run = stage.follow(run, at="AgentStep", **written)
    assert (ended, run.status, run.outcome.summary) == ("Done", "completed", "Made.")


def test_a_step_that_breaks_ends_the_run_and_frees_the_app(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    run = stage.driver.start()
    monkeypatch.setattr(agent_step, "_ports", raising(RuntimeError("no stores")))
    ended, run = stage.follow(run)
    assert (ended, run.status, run.outcome.failure_code) == ("Crashed", "failed", "INTERNAL")
    assert stage.world.apps.get(run.tenant_id, run.app_id).active_run_id is None


def test_a_word_that_nobody_knows_is_a_crash(stage: Stage) -> None:
    run = stage.driver.start()
    stage.machine.functions = dict(stage.machine.functions) | {
        "agent_step": lambda event, context: {**event, "next": "dance", "build_id": None}
    }
    ended, run = stage.follow(run)
    assert (ended, run.status) == ("Crashed", "failed")
    assert "UnknownStep" in stage.machine.visited


def test_a_worker_that_cannot_be_started_is_told_and_the_run_goes_on(stage: Stage) -> None:
    says(stage, calls(WRITE, FINISH), calls(FINISH), calls(FINISH), calls(FINISH))
    stage.world.worker.down = True
    run = stage.driver.start()
    ended, run = stage.follow(run)
    assert ended == "Done" and run.status in ("failed", "interrupted")
    assert stage.machine.visited[:7] == [
        "AgentStep", "WhatNext", "StartBuild", "Prepare", "RunWorker", "Finalise", "Finalised"
    ]  # fmt: skip
