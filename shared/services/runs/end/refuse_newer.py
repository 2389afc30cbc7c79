"""A step that a newer release has written, met by this one after it was brought back: not guessed at."""

import logging
from collections.abc import Mapping
from typing import Any

from shared.domain.runs.steps import STEP_VERSION, LoopState, read_ids
from shared.services.loop_ports import LoopPorts
from shared.services.runs.end.end_run import interrupt_run

logger = logging.getLogger(__name__)
_REASON = "The run was started by a newer release than the one at work now. What it did is kept: resume it to go on."


def refuse_newer(event: Mapping[str, Any], *, ports: LoopPorts) -> LoopState:
    """The run ends as interrupted, which `POST /runs/{id}/resume` takes up; the execution is told to record it."""
    state = read_ids(event)
    found = {"run_id": state.run_id, "payload_version": event["version"], "known_version": STEP_VERSION}
    logger.error("a step of a newer release was refused", extra=found)
    interrupt_run(state.tenant_id, state.run_id, _REASON, ports=ports)
    return state.model_copy(update={"next": "failed"})
