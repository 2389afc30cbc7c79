"""The worker's word on a build, in the same place where browsers report."""

import logging
from datetime import datetime
from typing import Any

from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import AppError
from shared.domain.feedback.build_result import BuildResult, ResultStage, ResultStatus
from shared.domain.revisions.revision import Build, Revision
from shared.ports.build_results import BuildResultStore
from shared.ports.runs import RunStore
from shared.services.or_none import or_none
from shared.tools.compiling import describe

logger = logging.getLogger(__name__)
_STDERR = 16_000


def report_worker(build: Build, *, results: BuildResultStore, runs: RunStore, now: datetime) -> None:
    """Keep how a build ended: under its run's conversation, or under its app when a person saved.

    One that is queued again with a reason is `unknown`. A build is not lost for it: when the report cannot be kept,
    that is logged. What somebody only tried out is nobody's last build.
    """
    if _is_trial(build):
        return
    if build.status.finished:
        ok = build.status == BuildStatus.SUCCEEDED
        code = 0 if ok else build.error and build.error.exit_code
        said = {"status": ResultStatus.SUCCESS if ok else ResultStatus.FAILED, "stage": "build", "exit_code": code}
        _keep(build, said | {"reported_at": build.finished_at or now}, results, runs)
    elif build.error is not None:
        _keep(build, {"status": ResultStatus.UNKNOWN, "stage": "build", "reported_at": now}, results, runs)


def report_running(build: Build, stage: ResultStage, *, results: BuildResultStore, runs: RunStore) -> None:
    """Keep that a worker has the build. It counts as said when the build began, so that no late word hides its end."""
    if _is_trial(build):
        return
    at = build.started_at or build.created_at
    _keep(build, {"status": ResultStatus.RUNNING, "stage": stage, "reported_at": at}, results, runs)


def _is_trial(build: Build) -> bool:
    """Of a validation: no run and no revision waits for it."""
    return build.kind == "candidate" and build.run_id is None


def _keep(build: Build, said: dict[str, Any], results: BuildResultStore, runs: RunStore) -> None:
    try:
        results.put(_result(build, conversation_of(build, runs) or build.app_id, said))
    except AppError:
        logger.warning("a build's result could not be reported", extra={"build_id": build.id})


def conversation_of(made: Build | Revision, runs: RunStore) -> str | None:
    """The conversation whose run made it; None for a person's save."""
    run = or_none(runs.get, made.tenant_id, made.run_id) if made.run_id else None
    return run.conversation_id if run is not None else None


def _result(build: Build, session_id: str, said: dict[str, Any]) -> BuildResult:
    return BuildResult(
        tenant_id=build.tenant_id,
        session_id=session_id,
        stderr=_details(build),
        app_id=build.app_id,
        revision_id=build.revision_id,
        source="worker",
        **said,
    )


def _details(build: Build) -> str:
    """What the project's tools found, at its own files; else the end of the log."""
    if build.error is None:
        return ""
    return (describe(build.error.diagnostics) or build.error.log_tail or build.error.message)[-_STDERR:]
