"""Writes to a build that is not finished, and their copy in its revision."""

from collections.abc import Mapping
from typing import Any

from shared.domain.builds.build_status import BuildStatus
from shared.domain.revisions.revision import Build, BuildError, Revision
from shared.ports.revisions import RevisionStore
from shared.services.or_none import or_none
from shared.services.ports_bundle import BuildPorts
from shared.services.until_written import until_written

_MIRRORED = {"status": "build_status", "error": "build_error", "started_at": "build_started_at"}


def change_build(*, build: Build, changes: Mapping[str, Any], ports: BuildPorts) -> Build:
    """The build with `changes`, and its revision's copy of them. A build that has finished meanwhile stays as it is."""

    def write(current: Build) -> Build:
        return current if current.status.finished else ports.builds.update(current.model_copy(update=dict(changes)))

    stored = until_written(lambda: current_build(build, ports), write, "The build", first=build)
    mirrored = {_MIRRORED[name]: value for name, value in changes.items() if name in _MIRRORED}
    if mirrored and not stored.status.finished:
        mirror_build(build=stored, mirrored=mirrored, ports=ports)
    return stored


def park_build(*, build: Build, error: BuildError, ports: BuildPorts) -> None:
    """Leave it queued with the reason, unless it has started meanwhile."""

    def write(current: Build) -> Build | None:
        is_queued = current.status == BuildStatus.QUEUED
        return ports.builds.update(current.model_copy(update={"error": error})) if is_queued else None

    parked = until_written(lambda: current_build(build, ports), write, "The build", first=build)
    if parked is not None:
        mirror_build(build=parked, mirrored={"build_error": error}, ports=ports)


def current_build(build: Build, ports: BuildPorts) -> Build:
    return ports.builds.get(build.tenant_id, build.app_id, build.id)


def revision_of(build: Build, revisions: RevisionStore) -> Revision | None:
    """The revision a build belongs to; None for a candidate, whose revision id is only reserved."""
    if build.kind == "candidate":
        return None
    return or_none(revisions.get, build.tenant_id, build.app_id, build.revision_id)


def mirror_build(*, build: Build, mirrored: Mapping[str, Any], ports: BuildPorts) -> None:
    """Write fields of a build's revision, unless the build has finished: its end has written them."""

    def write(revision: Revision | None) -> None:
        if revision is not None and not current_build(build, ports).status.finished:
            ports.revisions.update(revision.model_copy(update=dict(mirrored)))

    until_written(lambda: revision_of(build, ports.revisions), write, "The revision")
