"""What does the work: state machines, the fast gate, build workers."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from shared.domain.autopilot.intent import Intent, IntentTask
from shared.domain.autopilot.record import Autopilot
from shared.domain.builds.compile_report import CompileReport
from shared.domain.builds.worker_contract import Job
from shared.domain.planning.blueprint import IngestionJob
from shared.domain.revisions.revision import Build
from shared.domain.runs.message_task import MessageTask, WrittenMessage
from shared.domain.runs.run import Run

if TYPE_CHECKING:
    from shared.domain.spending.connection import ConnectionTask


class DrawRequest(NamedTuple):
    """A tree behind a short-lived address, the packages' index, and where the page finds files and packages."""

    source_url: str
    index_url: str
    digest: str
    files_base: str
    packages_base: str
    env: Mapping[str, str]


class DrawnPage(NamedTuple):
    """The page, or why only a build can make it."""

    html: str = ""
    waits: str = ""


class DraftPackages(Protocol):
    """The catalog's packages as modules."""

    digest: str

    def index_url(self, seconds: int) -> str | None:
        """A short-lived address of their index; None while they are not there yet."""

    def read(self, path: str) -> bytes | None:
        """One of their files."""


class Workflows(Protocol):
    """The state machines. Starting the same name twice is not an error: the running execution is answered."""

    def start_build(self, build: Build) -> str:
        """Start `build_pipeline`; the execution's id. Unavailable when it could not be started."""

    def start_run(self, run: Run) -> str:
        """Start `agent_loop`; the execution's id. Unavailable when it could not be started."""

    def start_ticks(self, autopilot: Autopilot) -> str:
        """Start `autopilot` for this generation; the execution's id. Unavailable when it could not be started."""

    def execution_of_ticks(self, autopilot: Autopilot) -> str:
        """The execution that `start_ticks` starts, whether or not it was started."""

    def start_reading(self, job: IngestionJob) -> str:
        """Start `plan_reading`; the execution's id. Unavailable when it could not be started."""

    def execution_of_reading(self, job: IngestionJob) -> str:
        """The execution that `start_reading` starts for this attempt, whether or not it was started."""

    def complete_task(self, token: str, output: dict[str, str]) -> bool:
        """Answer a waiting state; False when it waits no more."""

    def fail_task(self, token: str, error: str, cause: str) -> bool:
        """Fail a waiting state with a name that its definition knows; False when it waits no more."""

    def execution_of_run(self, run: Run) -> str:
        """The execution that `start_run` starts for this run, whether or not it was started."""

    def is_running(self, execution: str) -> bool: ...

    def stop(self, execution: str, reason: str) -> None: ...


class Compiler(Protocol):
    """The fast gate's `compile` function."""

    def compile(self, source_url: str) -> CompileReport:
        """Parse, resolve and bundle the tree behind a short-lived address. Unavailable when it cannot run."""

    def draw(self, request: DrawRequest) -> DrawnPage:
        """The page of a tree before its build. Unavailable when it cannot run."""


class MessageWriter(Protocol):
    """The function that may use the model, asked for a few words while a person waits."""

    def write(self, task: MessageTask) -> WrittenMessage:
        """Unavailable when it does not answer in time; it may be paid for all the same."""

    def read_intent(self, task: IntentTask) -> Intent:
        """As `write`."""

    def start_test(self, task: "ConnectionTask") -> None:
        """Hand the task over without waiting for its end. Unavailable when it could not be; it may arrive twice."""


class WorkerBackend(Protocol):
    """Whatever runs project code."""

    def start(self, job: Job) -> str:
        """Hand the job over; a reference for people and for stopping it. Unavailable when it could not be started.

        WorkerBusy when it can be later, with nothing changed.
        """

    def stop(self, reference: str) -> None:
        """End that job if it still runs; nothing happens when it has ended. Unavailable when nobody could be told."""
