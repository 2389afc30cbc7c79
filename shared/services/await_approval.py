"""A run that waits for a person: the token that wakes it is kept with the run, and nothing is held meanwhile."""

from shared.domain.errors import Conflict, Transient
from shared.domain.run import Run
from shared.ports.runs import RunStore

_TRIES = 5


def await_approval(tenant_id: str, run_id: str, *, token: str, runs: RunStore) -> Run:
    """Keep the token. Idempotent: a repeated call with the same token changes nothing; an ended run stays ended."""
    for _ in range(_TRIES):
        run = runs.get(tenant_id, run_id)
        if run.ended or run.approval_token == token:
            return run
        try:
            return runs.update(run.model_copy(update={"status": "awaiting_approval", "approval_token": token}))
        except Conflict:
            continue
    raise Transient("The run is being written by somebody else; try again.")
