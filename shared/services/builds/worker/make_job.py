"""The job document a worker is given: two short-lived addresses and no credentials."""

from collections.abc import Set

from shared.domain.apps.app import App
from shared.domain.assets.catalog import Shelf
from shared.domain.builds.page_spec import parse_page
from shared.domain.builds.worker_contract import JOB_NAME, Job, Upload, parse_job
from shared.domain.builds.worker_contract import Limits as JobLimits
from shared.domain.limits import Limits
from shared.domain.revisions.revision import Build
from shared.ports.storage import BlobStore, SnapshotStore
from shared.services.builds.worker.job_packages import job_packages
from shared.services.site.addresses import SiteAddresses
from shared.services.site.dist_objects import result_key

_SLACK_SECONDS = 1200  # a worker machine may wait in a queue and start slowly
_ENVELOPE_BYTES = 8 * 1024 * 1024  # tar headers and padding


def make_job(
    *,
    build: Build,
    app: App,
    snapshots: SnapshotStore,
    blobs: BlobStore,
    limits: Limits,
    addresses: SiteAddresses,
    toolchain: str,
    shelf: Shelf | None = None,
    ready: Set[str] = frozenset(),
) -> Job:
    """The job of this attempt. Only the app's own `VITE_*` settings reach the build's environment.

    JobInvalid where no worker would take it.
    """
    seconds = limits.worker_seconds + _SLACK_SECONDS
    upload = blobs.presign_post(result_key(build), max_bytes=result_bytes(limits), seconds=seconds)
    job = Job(
        build_id=build.id,
        tenant_id=build.tenant_id,
        app_id=build.app_id,
        kind=build.kind,
        task=build.work.task,
        source_url=snapshots.source_url(build.tenant_id, build.app_id, build.tree, seconds),
        upload=Upload(upload.url, upload.fields),
        toolchain_digest=toolchain,
        env=app.settings.env,
        build_args=tuple(addresses.build_args()),
        limits=JobLimits(
            wall_seconds=_wall_seconds(build, limits),
            memory_bytes=limits.worker_memory_bytes,
            processes=limits.worker_processes,
            output_bytes=limits.worker_output_bytes,
            dist_bytes=limits.dist_bytes,
            dist_files=limits.dist_files,
        ),
        command=tuple(build.work.command),
        checks=tuple(build.work.checks),
        browser=parse_page(build.work.page.model_dump()),
        packages=job_packages(build, shelf, ready, snapshots=snapshots, blobs=blobs, seconds=seconds)
        if shelf
        else None,
        about={"name": JOB_NAME, "revision_id": build.revision_id, "slug": build.slug},
    )
    parse_job(job.document())
    return job


def _wall_seconds(build: Build, limits: Limits) -> int:
    """Commands and tests get less time than builds."""
    return limits.worker_seconds if build.work.task in ("build", "browser") else limits.worker_command_seconds


def result_bytes(limits: Limits) -> int:
    return limits.dist_bytes + limits.worker_output_bytes + _ENVELOPE_BYTES
