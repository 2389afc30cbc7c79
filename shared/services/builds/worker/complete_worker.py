"""A worker has ended, however: the pipeline that waits for it goes on."""

from shared.domain.builds.build_status import BuildStatus
from shared.domain.log_context import note_build
from shared.ports.engine import Workflows
from shared.ports.revisions import BuildStore


def complete_worker(*, build_id: str, outcome: str, builds: BuildStore, workflows: Workflows) -> bool:
    """False when nobody waits (any more); saying it twice does no harm. NotFound for an unknown build.

    `outcome` is only for people who read the execution: what really happened is in the result archive, or is that
    there is none.
    """
    build = builds.find(build_id)
    note_build(build)
    if build.task_token is None or build.status != BuildStatus.RUNNING:  # one that waits for a place has no worker yet
        return False
    return workflows.complete_task(build.task_token, {"build_id": build.id, "outcome": outcome})
