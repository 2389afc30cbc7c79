"""Plays `plan_reading` in this process, over any ports: each state in its order, parts one after another."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from shared.domain.errors import AppError, PlanFailed, PlanTooLarge
from shared.domain.planning.blueprint import IngestionJob
from shared.domain.planning.plan_state import Part, PlanState, state_of
from shared.ports.model import ModelPort
from shared.services.loop_ports import LoopPorts
from shared.services.planning.ingest.draft_plan import draft_plan, finish_reading, prepare_reading
from shared.services.planning.ingest.job_row import end_job
from shared.services.planning.ingest.merge_list import merge_lists
from shared.services.planning.ingest.read_leaf import read_leaves
from shared.services.planning.ingest.write_tasks import finish_tasks, prepare_tasks, write_tasks
from shared.services.planning.propose.write_change import finish_change, prepare_change, write_change


class Killed(BaseException):
    """The machinery is gone, in the middle of something."""


@dataclass
class Reading:
    """`meanwhile` is called after each part, and may raise `Killed`."""

    ports: LoopPorts
    model: ModelPort
    meanwhile: Callable[[], object] = lambda: None

    def play(self, job: IngestionJob) -> None:
        """An execution from its start to its end."""
        state = state_of(job)
        try:
            {"plan": self._plan, "tasks": self._tasks, "change": self._change}[job.work](state)
        except (PlanFailed, PlanTooLarge) as error:
            end_job(state, error.code, error.message, ports=self.ports)

    def _plan(self, state: PlanState) -> None:
        for part in self._parts(prepare_reading(state, ports=self.ports)):
            with suppress(AppError):
                read_leaves(state, part, model=self.model, ports=self.ports)
        for part in self._parts(draft_plan(state, ports=self.ports)):
            with suppress(AppError):
                merge_lists(state, part, model=self.model, ports=self.ports)
        finish_reading(state, ports=self.ports)

    def _tasks(self, state: PlanState) -> None:
        for part in self._parts(prepare_tasks(state, ports=self.ports)):
            with suppress(AppError):
                write_tasks(state, part, model=self.model, ports=self.ports)
        finish_tasks(state, ports=self.ports)

    def _change(self, state: PlanState) -> None:
        for _ in self._parts(prepare_change(state, ports=self.ports)):
            with suppress(AppError):
                write_change(state, model=self.model, ports=self.ports)
        finish_change(state, ports=self.ports)

    def _parts(self, state: PlanState) -> Iterator[Part]:
        for part in state.parts:
            yield part
            self.meanwhile()
