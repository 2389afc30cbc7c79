"""What is told about a build once it is over."""

from shared.domain.builds.build_status import BuildStatus
from shared.domain.revisions.revision import Build
from shared.ports.metrics import Metric, Metrics
from shared.services.builds.build_errors import is_ours


def measure_build(build: Build, metrics: Metrics) -> None:
    """An ended build, or another task of a worker, of which only the time is told."""
    values: dict[Metric, float] = {}
    if build.started_at and build.finished_at:
        values["WorkerSeconds"] = round((build.finished_at - build.started_at).total_seconds(), 3)
    if is_ours(build.error):
        values["BuildsBroken"] = 1
    elif build.work.task == "build":
        values["BuildsSucceeded" if build.status == BuildStatus.SUCCEEDED else "BuildsFailed"] = 1
    if values:
        metrics.emit(
            values,
            tenant_id=build.tenant_id,
            app_id=build.app_id,
            build_id=build.id,
            run_id=build.run_id,
            request_id=build.request_id,
            task=build.work.task,
            code=build.error.code if build.error else None,
        )
