"""A run under the app that it is asked for under."""

from shared.domain.errors import NotFound
from shared.domain.runs.run import Run


def belongs_to(run: Run, app_id: str) -> Run:
    """The run when it is of that app; else NotFound, as if it did not exist."""
    if run.app_id != app_id:
        raise NotFound("There is no such run.")
    return run
