"""Walks a build through the pipeline's states over a World, and makes the archives a worker would send."""

import io
import json
import tarfile
from collections.abc import Mapping
from typing import Any

from devkit.fakes.world import World
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.revisions.revision import Build
from shared.domain.runs.steps import BuildState
from shared.services.builds.finalise_build import FinalisePorts, finalise_build
from shared.services.builds.prepare_build import Waiter, prepare_build
from shared.services.builds.worker.make_job import WorkerPorts
from shared.services.builds.worker.start_worker import start_worker
from shared.services.ports_bundle import AppBuildPorts, BuildPorts
from shared.services.site.addresses import SiteAddresses
from shared.services.site.dist_objects import result_key

FIRST_TOKEN = "token-1"
PAGE = b"<!doctype html><title>Built</title>"
DIST = {"index.html": PAGE, "assets/index-B4kz91Xa.js": b"console.log(1)", "favicon.svg": b"<svg/>"}


def build_ports(world: World, **over: Any) -> BuildPorts:
    return BuildPorts(**(_shared(world) | over))


def prepare_ports(world: World, **over: Any) -> AppBuildPorts:
    return AppBuildPorts(**(_shared(world) | {"apps": world.apps} | over))


def _shared(world: World) -> dict[str, Any]:
    return {
        "builds": world.builds, "slots": world.slots, "revisions": world.revisions, "workflows": world.workflows,
        "clock": world.clock, "metrics": world.metrics,
    }  # fmt: skip


def worker_ports(world: World, **over: Any) -> WorkerPorts:
    base: dict[str, Any] = _shared(world) | {
        "apps": world.apps, "blobs": world.blobs, "snapshots": world.snapshots, "worker": world.worker,
        "limits": DEFAULT_LIMITS, "addresses": SiteAddresses(), "toolchain": "digest-1",
        "runs": world.runs, "results": world.results,
    }  # fmt: skip
    return WorkerPorts(**(base | over))


def finalise_ports(world: World, limits: Limits = DEFAULT_LIMITS, **over: Any) -> FinalisePorts:
    base: dict[str, Any] = _shared(world) | {
        "blobs": world.blobs, "site": world.site, "snapshots": world.snapshots, "limits": limits,
        "runs": world.runs, "plans": world.plans, "results": world.results, "worker": world.worker, "apps": world.apps,
    }  # fmt: skip
    return FinalisePorts(**(base | over))


def state_of(build: Build) -> BuildState:
    return BuildState(tenant_id=build.tenant_id, app_id=build.app_id, build_id=build.id)


def execution_of(build: Build) -> str:
    """The execution that works on this attempt."""
    return f"execution/build_pipeline/{build.id}-{build.attempt}"


def prepare(world: World, build: Build, token: str = "", **over: Any) -> bool:
    """Whether the build may go on at once."""
    token = token or f"place-{build.id}-{build.attempt}"
    world.workflows.running.add(execution_of(build))
    world.workflows.waiting.add(token)
    prepare_build(state=state_of(build), waiter=Waiter(execution_of(build), token), ports=prepare_ports(world, **over))
    return token not in world.workflows.waiting


def run_worker(world: World, build: Build, token: str = FIRST_TOKEN, **over: Any) -> Build:
    world.workflows.waiting.add(token)
    ports = worker_ports(world, **over)
    return start_worker(state=state_of(build), task_token=token, execution=execution_of(build), ports=ports)


def to_worker(world: World, build: Build, token: str = FIRST_TOKEN) -> Build:
    """Prepare, then RunWorker."""
    assert prepare(world, build)
    world.workflows.completed.clear()
    return run_worker(world, build, token)


def finalise(world: World, build: Build, crash: Mapping[str, str] | None = None, **over: Any) -> Build:
    ports = finalise_ports(world, **over)
    return finalise_build(state=state_of(build), crash=crash, execution=execution_of(build), ports=ports)


def upload(world: World, build: Build, archive: bytes) -> None:
    """What the worker's presigned POST leaves."""
    stored = world.builds.get(build.tenant_id, build.app_id, build.id)
    world.blobs.put(result_key(stored), archive)


def run_pipeline(world: World, build: Build, dist: Mapping[str, bytes] = DIST) -> Build:
    """All of it, with a worker that succeeds."""
    running = to_worker(world, build, f"token-{build.id}-{build.attempt}")
    upload(world, running, archive(running, dist=dist))
    return finalise(world, running)


def result_document(build: Build, **over: Any) -> dict[str, Any]:
    base = {
        "version": 1, "build_id": build.id, "status": "succeeded", "exit_code": 0, "reason": None, "message": "",
        "log_tail": "", "duration_ms": 900, "timings": {"build_ms": 700},
    }  # fmt: skip
    return base | over


def archive(build: Build, *, dist: Mapping[str, bytes] = DIST, log: bytes = b"built\n", **over: Any) -> bytes:
    """The result archive of a worker that behaves."""
    document = json.dumps(result_document(build, **over)).encode()
    members = [("result.json", document), ("logs/build.log", log), *((f"dist/{p}", c) for p, c in dist.items())]
    return tar(*((tarfile.TarInfo(name), content) for name, content in members))


def tar(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as out:
        for info, content in members:
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))
    return buffer.getvalue()
