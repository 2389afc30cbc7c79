"""The job document a worker is given: two short-lived addresses and no credentials."""

from dataclasses import dataclass

from shared.domain.apps.app import App
from shared.domain.assets.catalog import Shelf
from shared.domain.builds.package_spec import Package
from shared.domain.builds.page_spec import parse_page
from shared.domain.builds.worker_contract import JOB_NAME, Job, Upload, parse_job
from shared.domain.builds.worker_contract import Limits as JobLimits
from shared.domain.limits import Limits
from shared.domain.revisions.revision import Build
from shared.ports.apps import AppStore
from shared.ports.build_results import BuildResultStore
from shared.ports.engine import WorkerBackend
from shared.ports.runs import RunStore
from shared.ports.storage import BlobStore, SnapshotStore
from shared.services.builds.worker.job_packages import PackageSource, job_packages
from shared.services.ports_bundle import BuildPorts
from shared.services.site.addresses import SiteAddresses
from shared.services.site.dist_objects import result_key
from shared.services.spending.build_budget import seconds_of

_SLACK_SECONDS = 1200  # a worker machine may wait in a queue and start slowly
_ENVELOPE_BYTES = 8 * 1024 * 1024  # tar headers and padding


@dataclass(frozen=True, kw_only=True)
class WorkerPorts(BuildPorts):
    """What making a job and handing it over needs. An empty `toolchain` takes whatever the worker has.

    A toolchain's digest names its machine too, so only who deploys both the worker and this can know it.
    """

    apps: AppStore
    blobs: BlobStore
    snapshots: SnapshotStore
    worker: WorkerBackend
    addresses: SiteAddresses
    runs: RunStore
    results: BuildResultStore
    toolchain: str = ""
    packages: PackageSource | None = None
    """Without it a project sees all packages that the worker has."""


def make_job(build: Build, app: App, ports: WorkerPorts, shelf: Shelf | None = None) -> Job:
    """The job of this attempt. Only the app's own `VITE_*` settings reach the build's environment.

    JobInvalid where no worker would take it.
    """
    limits = ports.limits
    seconds = limits.worker_seconds + _SLACK_SECONDS
    upload = ports.blobs.presign_post(result_key(build), max_bytes=result_bytes(limits), seconds=seconds)
    job = Job(
        build_id=build.id,
        tenant_id=build.tenant_id,
        app_id=build.app_id,
        kind=build.kind,
        task=build.work.task,
        source_url=ports.snapshots.source_url(build.tenant_id, build.app_id, build.tree, seconds),
        upload=Upload(upload.url, upload.fields),
        toolchain_digest=ports.toolchain,
        env=app.settings.env,
        build_args=tuple(ports.addresses.build_args()),
        limits=JobLimits(
            wall_seconds=seconds_of(build, limits),
            memory_bytes=limits.worker_memory_bytes,
            processes=limits.worker_processes,
            output_bytes=limits.worker_output_bytes,
            dist_bytes=limits.dist_bytes,
            dist_files=limits.dist_files,
        ),
        command=tuple(build.work.command),
        checks=tuple(build.work.checks),
        browser=parse_page(build.work.page.model_dump()),
        packages=_packages(build, shelf, seconds, ports) if shelf else None,
        original_url=_original_url(build, seconds, ports),
        about={"name": JOB_NAME, "revision_id": build.revision_id, "slug": build.slug},
    )
    parse_job(job.document())
    return job


def _packages(build: Build, shelf: Shelf, seconds: int, ports: WorkerPorts) -> tuple[Package, ...] | None:
    ready = ports.packages.ready if ports.packages else frozenset[str]()
    return job_packages(build, shelf, ready, snapshots=ports.snapshots, blobs=ports.blobs, seconds=seconds)


def _original_url(build: Build, seconds: int, ports: WorkerPorts) -> str:
    tree = build.work.original
    return ports.snapshots.source_url(build.tenant_id, build.app_id, tree, seconds) if tree else ""


def result_bytes(limits: Limits) -> int:
    return limits.dist_bytes + limits.worker_output_bytes + _ENVELOPE_BYTES
