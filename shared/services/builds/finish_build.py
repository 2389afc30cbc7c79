"""Ends a build: once, with its revision, by the first caller, and tells the metrics."""

from collections.abc import Mapping
from typing import NamedTuple

from shared.domain.builds.build_status import BuildEnd, BuildStatus
from shared.domain.builds.verdict import Verdict
from shared.domain.builds.worker_tests import TestSummary
from shared.domain.revisions.quality import Looks
from shared.domain.revisions.revision import Build, BuildError, Revision
from shared.domain.spans import past_span
from shared.ports.metrics import Metric, Metrics
from shared.ports.revisions import RevisionStore
from shared.services.builds.build_errors import is_ours, with_finding
from shared.services.builds.change_build import current_build, revision_of
from shared.services.ports_bundle import BuildPorts
from shared.services.until_written import until_written


class Found(NamedTuple):
    """What was learned beside its end: what tests counted, what checks said, what is seen of what was built."""

    tests: TestSummary | None = None
    verdict: Verdict | None = None
    looks: Looks | None = None


NOTHING_FOUND = Found()


def finish_build(
    *,
    build: Build,
    status: BuildEnd,
    error: BuildError | None,
    ports: BuildPorts,
    timings: Mapping[str, int] | None = None,
    found: Found = NOTHING_FOUND,
) -> Build:
    """The finished build. One that has already finished is answered as it is, so late and double calls do nothing.

    A failed build has a finding, also without a result.
    """
    if status == BuildStatus.FAILED and error is not None and build.work.task == "build":
        error = with_finding(error)

    def write(current: Build) -> tuple[Build, bool]:
        if current.status.finished:
            return current, False
        changes = {"status": status, "error": error, "finished_at": ports.clock.now(), "timings": dict(timings or {})}
        finished = current.model_copy(update={**changes, **found._asdict(), "task_token": None})
        mirrored = _mirrored(finished, ports.revisions)
        return ports.builds.finish(finished, mirrored, green=status == BuildStatus.SUCCEEDED), True

    ended, is_ours = until_written(lambda: current_build(build, ports), write, "The build", first=build)
    if is_ours:
        measure_build(ended, ports.metrics)
        _tell(ended)
    return ended


def _tell(build: Build) -> None:
    """The worker draws no spans itself: its part of the trace is the time between preparation and end."""
    outcome, task = build.error.code if build.error else build.status, build.work.task
    past_span(f"worker {task}", build.started_at, build.finished_at, build.traceparent, outcome=outcome, task=task)


def _mirrored(build: Build, revisions: RevisionStore) -> Revision | None:
    revision = revision_of(build, revisions)
    if revision is None:
        return None
    return revision.model_copy(
        update={
            "build_status": build.status,
            "build_error": build.error,
            "looks": build.looks,
            "verdict": build.verdict or revision.verdict,
            "build_started_at": build.started_at,
            "build_finished_at": build.finished_at,
        }
    )


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
