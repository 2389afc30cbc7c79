"""What a tick touches: the agent loop's ports, and what starts its work."""

from dataclasses import dataclass

from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.runs.start.run_start import RunStart


@dataclass(frozen=True)
class Manager:
    """`default_model` is that of runs whose app names none; `request_id` is of the request that asked for the tick."""

    ports: LoopPorts
    workflows: Workflows
    default_model: str
    request_id: str

    @property
    def start(self) -> RunStart:
        return RunStart(self.request_id, self.default_model, self.ports, self.workflows)
