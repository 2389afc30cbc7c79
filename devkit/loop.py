"""Plays the part of the `agent_loop` state machine over fakes: the same choices, one process, no time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from devkit.fakes.model import FakeModel, Reply
from devkit.fakes.world import World
from shared.domain.agent.model_messages import ModelRequest, ToolOutput
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diagnostics import Diagnostic
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.runs.steps import LoopState
from shared.services.agent.commit_built import commit_built
from shared.services.agent.run_iteration import run_iteration
from shared.services.runs.commit_run import commit_run
from shared.services.runs.end.end_run import record_ending
from shared.services.runs.start.await_approval import await_approval
from shared.services.runs.start.resume_run import resume_run
from shared.services.runs.start.run_request import RunRequest
from shared.services.runs.start.run_start import RunStart
from shared.services.runs.start.start_run import start_run

BUILD_ERROR = "@@build-error@@"
USER = Principal(tenant_id="acme", subject="user-1")


@dataclass
class LoopDriver:
    """`play` starts a run and follows it to its end. `build` decides what the worker answers for a candidate."""

    replies: list[Reply]
    world: World = field(default_factory=World)
    build: Callable[[World, Build], Build] | None = None
    before_iteration: Callable[[int, Run], None] = lambda number, run: None
    ports_over: dict[str, Any] = field(default_factory=dict)
    respond: Callable[[ModelRequest], Reply] | None = None

    def __post_init__(self) -> None:
        self.model = FakeModel(self.replies, self.respond)
        cheap = {"price": lambda model, usage: 0.001}
        self.ports = self.world.loop_ports(**(cheap | self.ports_over))

    def start(self, message: str = "Change the title", app_id: str | None = None, **request: Any) -> Run:
        if app_id is None:
            app_id = self.world.make_app(tenant_id=USER.tenant_id)[0].id
        asked = RunRequest(message=message, **request)
        return start_run(USER, app_id, asked, RunStart("req-1", "fake", self.ports, self.world.workflows))

    def follow(self, run: Run, most: int = 200, state: LoopState | None = None) -> Run:
        start = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id, iteration=run.iteration)
        state = state or start
        for _ in range(most):
            self.before_iteration(state.iteration, run)
            state = self.step(state)
            match state.next:
                case "worker":
                    self.work(state)
                case "approval":
                    self.world.workflows.waiting.add(f"token-{state.iteration}")
                    await_approval(run.tenant_id, run.id, token=f"token-{state.iteration}", ports=self.ports)
                    break
                case "finish":
                    state = commit_run(state, ports=self.ports)
                case "failed":
                    self._record(state)
                    break
            if state.next == "done":
                break
        return self.world.runs.get(run.tenant_id, run.id)

    def step(self, state: LoopState) -> LoopState:
        """An iteration, or what the choice `Built` leads to."""
        if self.is_built(state):
            return commit_built(state, ports=self.ports)
        return run_iteration(state, ports=self.ports, model=self.model)

    def is_built(self, state: LoopState) -> bool:
        """What the choice `Built` asks."""
        return state.finishing and self.world.builds.get(state.tenant_id, state.app_id, state.build_id or "").green

    @classmethod
    def played(cls, *given: Any, **options: Any) -> tuple[Self, Run]:
        """A driver whose one run has come to its end, and that run."""
        made = cls(*given, **options)
        return made, made.play()

    @classmethod
    def started(cls, *given: Any, **options: Any) -> tuple[Self, Run]:
        """A driver whose one run is started, and that run."""
        made = cls(*given, **options)
        return made, made.start()

    def play(self, message: str = "Change the title", **request: Any) -> Run:
        return self.follow(self.start(message, **request))

    def resume(self, run: Run) -> Run:
        """The run that goes on with what `run` left; it has started and made no step."""
        start = RunStart("req-2", "fake", self.ports, self.world.workflows)
        return resume_run(principal=USER, run_id=run.id, start=start)

    def at_once(self) -> "LoopDriver":
        """From now on each run is played to its end as soon as somebody starts it."""
        start = self.world.workflows.start_run
        self.world.workflows.start_run = lambda run: (start(run), self.follow(run))[0]  # type: ignore[method-assign]
        return self

    def chunks(self, run: Run) -> list[dict[str, Any]]:
        return [event.wire() for event in self.world.events.read(run.tenant_id, run.id)]

    def kinds(self, run: Run) -> list[str]:
        return [chunk["type"] for chunk in self.chunks(run)]

    def _record(self, state: LoopState) -> None:
        record_ending(state.tenant_id, state.run_id, ExecutionEnd.EXPECTED, ports=self.ports)

    def work(self, state: LoopState) -> None:
        assert state.build_id
        build = self.world.builds.get(state.tenant_id, state.app_id, state.build_id)
        decide = self.build or build_by_marker
        self.world.builds.update(decide(self.world, build))


def build_by_marker(world: World, build: Build) -> Build:
    """Green unless a file contains `BUILD_ERROR`."""
    files = world.snapshots.get(build.tenant_id, build.app_id, build.tree)
    bad = [path for path, data in sorted(files.items()) if BUILD_ERROR.encode() in data]
    times = {"started_at": world.clock.now(), "finished_at": world.clock.now()}
    if not bad:
        return build.model_copy(update={"status": BuildStatus.SUCCEEDED, **times})
    found = [Diagnostic(code="BUILD", message="Unexpected marker.", path=path, line=1) for path in bad]
    error = BuildError(code="exit", message="The build script failed.", diagnostics=found)
    return build.model_copy(update={"status": BuildStatus.FAILED, "error": error, **times})


def state_of(run: Run, iteration: int = 0) -> LoopState:
    """What the machine hands to an iteration of the run."""
    return LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id, iteration=iteration)


def stored(loop: LoopDriver, run: Run) -> Run:
    """The run as it is stored now."""
    return loop.world.runs.get(run.tenant_id, run.id)


def outputs(loop: LoopDriver, request: int = -1) -> list[str]:
    """What the tools answered, as that request to the model has it."""
    return [item.output for item in loop.model.requests[request].items if isinstance(item, ToolOutput)]
