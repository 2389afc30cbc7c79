"""The pipeline's last state, and the only code that believes a build: checks the result, stores it, ends the build."""

import hashlib
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from shared.domain.build_log.read import diagnostics_from_log
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.verdict import Verdict
from shared.domain.builds.worker_contract import PAIR_MEMBERS
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import AppError, NotFound, TooLarge
from shared.domain.log_context import note_build
from shared.domain.revisions.quality import Looks
from shared.domain.revisions.revision import Build, BuildError, DistFile, DistManifest, dist_prefix, is_parked
from shared.domain.runs.steps import BuildState
from shared.ports.build_results import BuildResultStore
from shared.ports.engine import WorkerBackend
from shared.ports.planning import PlanStore
from shared.ports.runs import RunStore
from shared.ports.storage import BlobStore, SiteStore, SnapshotStore
from shared.services.builds.build_errors import from_crash, from_result, refused
from shared.services.builds.build_slots import leave_slots
from shared.services.builds.finish_build import Found, finish_build
from shared.services.builds.rebuild_draft import rebuild_if_draft
from shared.services.builds.scan_dist import look_at_build
from shared.services.builds.start_build import ENQUEUE_FAILED, leave_queued
from shared.services.builds.worker.make_job import result_bytes
from shared.services.builds.worker.read_result import ResultRefused, WorkerResult, read_result
from shared.services.builds.worker.read_verdict import read_verdict
from shared.services.builds.worker.report_worker import report_worker
from shared.services.or_none import or_none
from shared.services.parallel import for_each
from shared.services.ports_bundle import AppBuildPorts
from shared.services.site.content_types import cache_control, content_type
from shared.services.site.dist_objects import (
    log_key,
    manifest_key,
    page_key,
    picture_key,
    result_key,
    screenshot_key,
    thumbnail_key,
)

logger = logging.getLogger(__name__)
_MOST_FINDINGS = 50


@dataclass(frozen=True, kw_only=True)
class FinalisePorts(AppBuildPorts):
    """What judging and storing a result needs; `automation` as the flag of builds says."""

    blobs: BlobStore
    site: SiteStore
    snapshots: SnapshotStore
    runs: RunStore
    plans: PlanStore
    results: BuildResultStore
    worker: WorkerBackend
    automation: bool = True


def finalise_build(
    *, state: BuildState, crash: Mapping[str, str] | None, ports: FinalisePorts, execution: str | None = None
) -> Build:
    """The build, succeeded or failed with a reason. Calling it again, or late, changes nothing.

    One exception: a build that no worker or no place could be found for stays queued, to be retried. However it ended,
    the place of this execution is free.
    """
    build = _finalised(state, crash, ports, execution)
    if execution is not None:
        leave_slots(build, execution, ports=ports)
    if build.work.task == "build" and not build.work.base:
        report_worker(build, results=ports.results, runs=ports.runs, now=ports.clock.now())
    if build.kind != "candidate" and build.status.finished:
        rebuild_if_draft(build, ports=ports, automation=ports.automation)
        _record_evidence(build, ports)
    return build


def _record_evidence(build: Build, ports: FinalisePorts) -> None:
    """A revision of a run that was committed before it was built shows its task only now."""
    run = or_none(ports.runs.get, build.tenant_id, build.run_id) if build.run_id is not None else None
    if run is not None and run.request.task_id is not None:
        # Few builds are of such a run, and all import this module: planning is imported when needed.
        from shared.services.planning.record_evidence import record_revision_evidence

        record_revision_evidence(ports.revisions.get(build.tenant_id, build.app_id, build.revision_id), ports)


def _finalised(
    state: BuildState, crash: Mapping[str, str] | None, ports: FinalisePorts, execution: str | None
) -> Build:
    build = ports.builds.get(state.tenant_id, state.app_id, state.build_id)
    note_build(build)
    is_later_attempt = execution is not None and build.execution not in (None, execution)
    if build.status.finished or _waits_for_retry(build) or is_later_attempt:
        return build
    try:
        data = ports.blobs.get(result_key(build), max_bytes=result_bytes(ports.limits))
    except NotFound:
        if build.status == BuildStatus.QUEUED:
            return leave_queued(build, ports)
        _stop_worker(build, ports)
        return _fail(build, from_crash(crash or {}), ports)
    except TooLarge:
        return _fail(build, refused("The result is larger than a build may be."), ports)
    try:
        result = read_result(data, build, ports.limits)
    except ResultRefused as refusal:
        logger.warning("a result was refused", extra={"build_id": build.id, "refusal": str(refusal)})
        return _fail(build, refused(str(refusal)), ports)
    return _record(build, result, ports)


def _stop_worker(build: Build, ports: FinalisePorts) -> None:
    """A build that ends without a result was cancelled, timed out or lost: its worker must not go on and cost money."""
    if build.worker_ref is None:
        return
    try:
        ports.worker.stop(build.worker_ref)
    except AppError:
        logger.warning("a worker could not be stopped; its own time limit ends it", extra={"build_id": build.id})


def _waits_for_retry(build: Build) -> bool:
    return is_parked(build) or (
        build.status == BuildStatus.QUEUED and build.error is not None and build.error.code == ENQUEUE_FAILED
    )


def _record(build: Build, result: WorkerResult, ports: FinalisePorts) -> Build:
    timings = {**result.summary.timings, "worker_ms": result.summary.duration_ms}
    if build.work.task != "build":
        return _record_task(build, result, timings, ports)
    summary, error, looks = result.summary, None, None
    if summary.status == BuildStatus.FAILED:
        _store_log(build, result, ports)
        error = from_result(summary, _findings(build, result, ports))
    else:
        looks = _stored_and_seen(build, result, ports)
    verdict = _verdict(build, result, error, ports)
    tests = summary.tests if "tests" in build.work.checks else None
    found = Found(tests, verdict, looks)
    return finish_build(build=build, status=summary.status, error=error, timings=timings, found=found, ports=ports)


def _stored_and_seen(build: Build, result: WorkerResult, ports: FinalisePorts) -> Looks | None:
    """Looked at while it is stored, so that few builds wait for it; not of a tree that is only compared with."""
    with ThreadPoolExecutor(1) as pool:
        seen = None if build.work.base else pool.submit(look_at_build, build, result, ports.blobs, ports.snapshots)
        _store_dist(build, result, ports)
        return seen.result() if seen else None


def _verdict(build: Build, result: WorkerResult, error: BuildError | None, ports: FinalisePorts) -> Verdict | None:
    """What the checks of a build found; None for a build without any."""
    if not build.work.checks and not build.work.left_out:
        return None
    _store_page(build, result, ports)
    files = ports.snapshots.get(build.tenant_id, build.app_id, build.tree)
    trial = build.kind == "candidate" and build.run_id is None and not build.work.base
    return read_verdict(build.work, result.summary, error, files, is_first_look=trial)


def _store_page(build: Build, result: WorkerResult, ports: FinalisePorts) -> None:
    if result.summary.page is not None:
        ports.blobs.put(page_key(build), result.summary.page.model_dump_json().encode(), "application/json")
    if result.screenshot is not None:
        ports.blobs.put(screenshot_key(build), result.screenshot, "image/png")
    for name, content in zip(PAIR_MEMBERS, result.pair, strict=False):
        key = picture_key(build.tenant_id, build.app_id, build.id, name.removeprefix("page/"))
        ports.blobs.put(key, content, "image/jpeg")
    if result.thumbnail is not None:
        ports.blobs.put(thumbnail_key(build.tenant_id, build.app_id, build.tree), result.thumbnail, "image/webp")


def _record_task(build: Build, result: WorkerResult, timings: Mapping[str, int], ports: FinalisePorts) -> Build:
    """What a command, a test run or a browser left: words and a picture. No revision and no dist hears of it."""
    summary = result.summary
    _store_log(build, result, ports)
    _store_page(build, result, ports)
    tests = summary.tests if build.work.task == "tests" else None
    error = None
    if summary.status == BuildStatus.FAILED:
        found = tests.diagnostics() if tests and tests.failures else _findings(build, result, ports)
        error = from_result(summary, found[:_MOST_FINDINGS], build.work.task)
    return finish_build(
        build=build, status=summary.status, error=error, timings=timings, found=Found(tests), ports=ports
    )


def _findings(build: Build, result: WorkerResult, ports: FinalisePorts) -> list[Diagnostic]:
    """What the project's own tools said, at its own files, lines and columns."""
    files = ports.snapshots.get(build.tenant_id, build.app_id, build.tree)
    return diagnostics_from_log(result.log.decode("utf-8", "replace"), files)


def _fail(build: Build, error: BuildError, ports: FinalisePorts, timings: Mapping[str, int] | None = None) -> Build:
    return finish_build(build=build, status=BuildStatus.FAILED, error=error, timings=timings, ports=ports)


def _store_log(build: Build, result: WorkerResult, ports: FinalisePorts) -> None:
    ports.blobs.put(log_key(build), result.log, "text/plain; charset=utf-8")


def _store_dist(build: Build, result: WorkerResult, ports: FinalisePorts) -> None:
    """The built files at their deterministic prefix, the list of them and the log, side by side."""
    prefix = dist_prefix(build.tenant_id, build.app_id, build.revision_id)
    source = ports.snapshots.manifest(build.tenant_id, build.app_id, build.tree)
    public = {file.path.removeprefix("public/") for file in source if file.path.startswith("public/")}

    def put(path: str, content: memoryview) -> None:
        cache = cache_control(path, public)
        ports.site.put(prefix + path, bytes(content), content_type=content_type(path), cache_control=cache)

    puts = [partial(put, path, content) for path, content in result.dist.items()]
    others = [partial(_store_manifest, build, result, ports), partial(_store_log, build, result, ports)]
    for_each(lambda act: act(), [*puts, *others])


def _store_manifest(build: Build, result: WorkerResult, ports: FinalisePorts) -> None:
    files = [_described(path, content) for path, content in sorted(result.dist.items())]
    manifest = DistManifest(files=files, total_bytes=sum(file.size for file in files))
    key = manifest_key(build.tenant_id, build.app_id, build.id)
    ports.blobs.put(key, manifest.model_dump_json().encode(), "application/json")


def _described(path: str, content: memoryview) -> DistFile:
    digest = hashlib.sha256(content).hexdigest()
    return DistFile(path=path, size=len(content), sha256=digest, content_type=content_type(path))
