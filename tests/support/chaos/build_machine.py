"""The `build_pipeline` machine of several builds at once, with its retries, over ports that fail or die at a call."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from devkit.fakes.world import World
from shared.domain.errors import Transient
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.revisions.revision import Build
from shared.services.builds.finalise_build import finalise_build
from shared.services.builds.prepare_build import Waiter, prepare_build
from shared.services.builds.sweep_builds import sweep_builds, sweep_slots
from shared.services.builds.worker.complete_worker import complete_worker
from shared.services.builds.worker.start_worker import start_worker
from tests.shared.services.builds.pipeline import (
    archive,
    build_ports,
    execution_of,
    finalise_ports,
    prepare_ports,
    state_of,
    upload,
    worker_ports,
)
from tests.support.chaos.machine import Died, Fuse, Fused

State = Literal["Prepare", "RunWorker", "Finalise"]
_PORTS = ("builds", "slots", "revisions", "workflows", "apps", "blobs", "worker")
_TRIES = 5
_SWEEP_SECONDS = 300


@dataclass
class BuildMachines:
    """Starts executions; `run` plays them until nothing moves, `play_out` lets the sweeper look as well."""

    world: World
    fuse: Fuse
    limits: Limits = DEFAULT_LIMITS
    ready: deque[tuple[State, Build]] = field(default_factory=deque)
    at_work: list[Build] = field(default_factory=list)
    most_at_work: int = 0
    began: list[str] = field(default_factory=list)
    _tokens: dict[str, tuple[State, Build]] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.world.workflows.on_complete = self._go_on

    def take_in(self) -> None:
        """Executions that somebody has started since."""
        for build in self.world.workflows.builds:
            if execution_of(build) not in self._known:
                self._known.add(execution_of(build))
                self.ready.append(("Prepare", build))

    def run(self, *, ending: bool = True) -> None:
        """Until nothing moves; with `ending`, workers end one after the other, the oldest first."""
        while True:
            self.take_in()
            if self.ready:
                state, build = self.ready.popleft()
                self._enter(state, build)
            elif ending and self.at_work:
                self._end_worker(self.at_work.pop(0))
            else:
                return

    def play_out(self) -> None:
        """Everything to its end; what a death has left is what the sweeper finds, looking every five minutes."""
        self.run()
        for _ in range(12):
            self.world.clock.advance(_SWEEP_SECONDS)
            ports = build_ports(self.world, limits=self.limits)
            sweep_builds(ports=ports, limits=self.limits, automation=True)
            sweep_slots(ports=ports)
            self.run()

    def _enter(self, state: State, build: Build) -> None:
        match state:
            case "Prepare":
                self._tried(build, lambda: self._prepare(build))
            case "RunWorker":
                self._run_worker(build)
            case "Finalise":
                self._tried(build, lambda: self._finalise(build, None))

    def _prepare(self, build: Build) -> None:
        """A state whose token was completed goes on, whatever becomes of the function that completed it."""
        waiter = Waiter(execution_of(build), self._token("Prepare", build))
        try:
            prepare_build(state=state_of(build), waiter=waiter, ports=self._fused(prepare_ports(self.world)))
        except (Transient, Died):
            if waiter.token in self._tokens:
                raise

    def _run_worker(self, build: Build) -> None:
        """A worker that was handed the job works, also when the one that handed it over has died since."""
        token, jobs = self._token("RunWorker", build), len(self.world.worker.jobs)
        ports = self._fused(worker_ports(self.world))
        try:
            start_worker(state=state_of(build), task_token=token, execution=execution_of(build), ports=ports)
        except (Transient, Died) as error:
            if self._tokens.pop(token, None) is not None:
                self._catch(build, type(error).__name__)
        else:
            if len(self.world.worker.jobs) > jobs and token in self._tokens:
                self.began.append(build.id)
                self.at_work.append(build)
                self.most_at_work = max(self.most_at_work, len(self.at_work))
        finally:
            self.fuse.dead = False

    def _end_worker(self, build: Build) -> None:
        stored = self.world.builds.get(build.tenant_id, build.app_id, build.id)
        if stored.status == "running":
            upload(self.world, stored, archive(stored))
        self._again(lambda: complete_worker(
            build_id=build.id, outcome="SUCCEEDED", builds=Fused("builds", self.world.builds, self.fuse),
            workflows=Fused("workflows", self.world.workflows, self.fuse),
        ))  # fmt: skip

    def _finalise(self, build: Build, crash: dict[str, str] | None) -> None:
        ports = self._fused(finalise_ports(self.world))
        finalise_build(state=state_of(build), crash=crash, execution=execution_of(build), ports=ports)
        self.world.workflows.running.discard(execution_of(build))

    def _catch(self, build: Build, error: str) -> None:
        self._again(lambda: self._finalise(build, {"Error": error}))
        self.world.workflows.running.discard(execution_of(build))

    def _tried(self, build: Build, act: Callable[[], None]) -> None:
        if not self._again(act):
            self._catch(build, "Transient")

    def _again(self, act: Callable[[], object]) -> bool:
        for _ in range(_TRIES):
            self.fuse.dead = False
            try:
                act()
            except (Transient, Died):
                self.world.clock.advance(2)
                continue
            finally:
                self.fuse.dead = False
            return True
        return False

    def _token(self, state: State, build: Build) -> str:
        """The one before, of a try that failed, is worth nothing any more."""
        for old in [token for token, waits in self._tokens.items() if waits == (state, build)]:
            self.world.workflows.waiting.discard(old)
            del self._tokens[old]
        token = f"{state}-{build.id}-{build.attempt}-{self.fuse.calls}"
        self._tokens[token] = (state, build)
        self.world.workflows.waiting.add(token)
        return token

    def _go_on(self, token: str) -> None:
        if (waited := self._tokens.pop(token, None)) is not None:
            state, build = waited
            self.ready.append(("RunWorker" if state == "Prepare" else "Finalise", build))

    def _fused(self, ports: Any) -> Any:
        own = {name: Fused(name, getattr(ports, name), self.fuse) for name in _PORTS if hasattr(ports, name)}
        return replace(ports, **own, limits=self.limits)
