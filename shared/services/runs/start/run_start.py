"""What a run starts with besides its message."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.agent.egress import UntrustedSource
from shared.domain.apps.app import EvaluatorMode
from shared.domain.feedback.reproduction import Repair
from shared.domain.runs.attachments import Attachment
from shared.domain.spending.pool import Charge
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.runs.start.find_work import Leftover


@dataclass(frozen=True)
class RunStart:
    """What every run starts with: the id of the API request, the default model, the ports."""

    request_id: str
    default_model: str
    ports: LoopPorts
    workflows: Workflows


@dataclass(frozen=True, kw_only=True)
class RunBasis:
    """What a run starts from, unless it is a plain message.

    `candidate_tree`: files made for the same draft. `work`: the unfinished work of an earlier run. `evaluator`:
    overrides the app's. `untrusted`: strangers' sources in the message or the work. `regenerates`: the turn that is
    done again, with its `attachments`. `repair`: what a visitor's page reported. `run_id`: made by the autopilot; such
    a run works in parallel with others. `charge`: the autopilot's budget that pays for it.
    """

    candidate_tree: str | None = None
    work: Leftover | None = None
    evaluator: EvaluatorMode | None = None
    untrusted: Sequence[UntrustedSource] = ()
    regenerates: str | None = None
    repair: Repair | None = None
    attachments: Sequence[Attachment] = ()
    run_id: str | None = None
    charge: Charge | None = None


PLAIN = RunBasis()
