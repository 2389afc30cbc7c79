"""Writes to a build that is not finished, and their copy in its revision."""

from collections.abc import Mapping
from typing import Any

from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import Conflict, NotFound, Transient
from shared.domain.revisions.revision import Build, BuildError, Revision
from shared.ports.revisions import BuildStore, RevisionStore
from shared.services.ports_bundle import BuildPorts

_TRIES = 10
_MIRRORED = {"status": "build_status", "error": "build_error", "started_at": "build_started_at"}


def is_finished(build: Build) -> bool:
    """Whether nothing more will happen to it without a retry."""
    return build.status.finished


def change_build(*, build: Build, changes: Mapping[str, Any], ports: BuildPorts) -> Build:
    """The build with `changes`, and its revision's copy of them. A build that has finished meanwhile stays as it is."""
    stored = _write(build, changes, ports.builds)
    mirrored = {_MIRRORED[name]: value for name, value in changes.items() if name in _MIRRORED}
    if mirrored and not is_finished(stored):
        mirror_build(build=stored, mirrored=mirrored, ports=ports)
    return stored


def park_build(*, build: Build, error: BuildError, ports: BuildPorts) -> None:
    """Leave it queued with the reason, unless it has started meanwhile."""
    current = build
    for _ in range(_TRIES):
        if current.status != BuildStatus.QUEUED:
            return
        try:
            parked = ports.builds.update(current.model_copy(update={"error": error}))
        except Conflict:
            current = ports.builds.get(build.tenant_id, build.app_id, build.id)
            continue
        mirror_build(build=parked, mirrored={"build_error": error}, ports=ports)
        return
    raise Transient("The build is being changed by somebody else; try again.")


def revision_of(build: Build, revisions: RevisionStore) -> Revision | None:
    """The revision a build belongs to; None for a candidate, whose revision id is only reserved."""
    if build.kind == "candidate":
        return None
    try:
        return revisions.get(build.tenant_id, build.app_id, build.revision_id)
    except NotFound:
        return None


def _write(build: Build, changes: Mapping[str, Any], builds: BuildStore) -> Build:
    current = build
    for _ in range(_TRIES):
        if is_finished(current):
            return current
        try:
            return builds.update(current.model_copy(update=dict(changes)))
        except Conflict:
            current = builds.get(build.tenant_id, build.app_id, build.id)
    raise Transient("The build is being changed by somebody else; try again.")


def mirror_build(*, build: Build, mirrored: Mapping[str, Any], ports: BuildPorts) -> None:
    """Write fields of a build's revision, unless the build has finished: its end has written them."""
    for _ in range(_TRIES):
        revision = revision_of(build, ports.revisions)
        if revision is None or is_finished(ports.builds.get(build.tenant_id, build.app_id, build.id)):
            return
        try:
            ports.revisions.update(revision.model_copy(update=dict(mirrored)))
            return
        except Conflict:
            continue
    raise Transient("The revision is being changed by somebody else; try again.")
