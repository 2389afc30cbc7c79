"""State machines, the fast gate and the worker in memory."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from devkit.fakes.storage import FakeSnapshotStore
from shared.domain.autopilot.record import Autopilot
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Unavailable, WorkerBusy
from shared.domain.planning.blueprint import IngestionJob
from shared.domain.revisions.revision import Build
from shared.domain.runs.run import Run
from shared.ports.engine import DrawnPage, DrawRequest

if TYPE_CHECKING:
    from shared.domain.builds.worker_contract import Job

COMPILE_ERROR = "@@compile-error@@"


class FakeWorkflows:
    """`Workflows`: remembers what was started. `down` makes every start fail; `waiting` holds the live task tokens."""

    def __init__(self) -> None:
        self.builds: list[Build] = []
        self.runs: list[Run] = []
        self.ticks: list[Autopilot] = []
        self.readings: list[IngestionJob] = []
        self.running: set[str] = set()
        self.waiting: set[str] = set()
        self.completed: list[tuple[str, dict[str, str]]] = []
        self.failed: list[tuple[str, str]] = []
        self.stopped: list[tuple[str, str]] = []
        self.down = False
        self.on_complete: Callable[[str], object] | None = None

    def start_build(self, build: Build) -> str:
        return self._start(self.builds, build, f"execution/build_pipeline/{build.id}-{build.attempt}")

    def start_run(self, run: Run) -> str:
        return self._start(self.runs, run, self.execution_of_run(run))

    def execution_of_run(self, run: Run) -> str:
        return f"execution/agent_loop/{run.id}-{run.restarts}"

    def start_ticks(self, autopilot: Autopilot) -> str:
        return self._start(self.ticks, autopilot, self.execution_of_ticks(autopilot))

    def execution_of_ticks(self, autopilot: Autopilot) -> str:
        return f"execution/autopilot/{autopilot.app_id}-{autopilot.generation}"

    def start_reading(self, job: IngestionJob) -> str:
        return self._start(self.readings, job, self.execution_of_reading(job))

    def execution_of_reading(self, job: IngestionJob) -> str:
        return f"execution/plan_reading/{job.key}-{job.attempt}"

    def complete_task(self, token: str, output: dict[str, str]) -> bool:
        if token not in self.waiting:
            return False
        self.waiting.remove(token)
        self.completed.append((token, dict(output)))
        if self.on_complete is not None:
            self.on_complete(token)
        return True

    def fail_task(self, token: str, error: str, cause: str) -> bool:
        if token not in self.waiting:
            return False
        self.waiting.remove(token)
        self.failed.append((token, error))
        return True

    def is_running(self, execution: str) -> bool:
        return execution in self.running

    def stop(self, execution: str, reason: str) -> None:
        self.stopped.append((execution, reason))
        self.running.discard(execution)

    def _start(self, started: "list[Any]", thing: Build | Run | Autopilot | IngestionJob, execution: str) -> str:
        if self.down:
            raise Unavailable("The workflow could not be started.")
        if execution not in self.running:
            started.append(thing)
            self.running.add(execution)
        return execution


class FakeCompiler:
    """`Compiler`: a tree passes unless a file contains `COMPILE_ERROR`; `respond`, when given, decides instead."""

    def __init__(self, snapshots: FakeSnapshotStore | None = None) -> None:
        self.respond: Callable[[Files], CompileReport] | None = None
        self.compiled: list[Files] = []
        self.drawn: list[DrawRequest] = []
        self.page = DrawnPage("<!doctype html><p>A draft</p>")
        self.down = False
        self._snapshots = snapshots or FakeSnapshotStore()

    def compile(self, source_url: str) -> CompileReport:
        tenant_id, app_id, tree = source_url.removeprefix("https://memory.invalid/tree/").split("?")[0].split("/")
        return self.compile_files(self._snapshots.get(tenant_id, app_id, tree))

    def compile_files(self, files: Files) -> CompileReport:
        if self.down:
            raise Unavailable("The compiler did not answer.")
        self.compiled.append(dict(files))
        return self.respond(files) if self.respond else _default_report(files)

    def draw(self, request: DrawRequest) -> DrawnPage:
        if self.down:
            raise Unavailable("The compiler did not answer.")
        self.drawn.append(request)
        return self.page


class FakeWorker:
    """`WorkerBackend` that keeps the jobs and builds nothing."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.stopped: list[str] = []
        self.down = False
        self.busy = False

    def start(self, job: "Job") -> str:
        if self.down:
            raise Unavailable("The worker could not be started.")
        if self.busy:
            raise WorkerBusy("The worker takes no more jobs now.")
        self.jobs.append(job)
        return f"worker/{len(self.jobs)}"

    def stop(self, reference: str) -> None:
        if self.down:
            raise Unavailable("The worker could not be told.")
        self.stopped.append(reference)


def _default_report(files: Files) -> CompileReport:
    broken = [path for path, content in sorted(files.items()) if COMPILE_ERROR.encode() in content]
    found = [Diagnostic(code="COMPILE_ERROR", message="Unexpected marker.", path=path, line=1) for path in broken]
    return CompileReport(ok=not broken, diagnostics=found, graph={path: [] for path in files})
