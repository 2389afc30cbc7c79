"""The owner's wish to have a package in the catalog: checked as far as it goes at once, then handed to a worker."""

import json
from datetime import datetime
from typing import NamedTuple

from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.catalog import CURRENT, Shelf
from shared.domain.assets.own_catalog import ADDITIONS_MOST, Addition, OwnCatalog
from shared.domain.assets.vetting import YOUNGEST, near_name, vet_name
from shared.domain.builds.worker_contract import ADDED_RESULT_BYTES, Job, Limits, Upload
from shared.domain.errors import AppError, CatalogBusy, Invalid, PackageInCatalog, PackageNameNear
from shared.domain.identity import Principal
from shared.domain.ids import new_id
from shared.domain.tree.lockfile import read_packages
from shared.services.builds.additions.addition_ports import AdditionPorts, change_own

OWN = "catalog"
"""Stands for an app where sources and results are stored that are no app's."""
_SECONDS, _SLACK_SECONDS = 150, 1200
_NPMRC = b"ignore-scripts=true\nomit-lockfile-registry-resolved=true\nsave-exact=true\nfund=false\naudit=false\n"


class Wish(NamedTuple):
    """Which package; without a version the newest that is a week old. `line`: of which set of packages."""

    name: str
    version: str | None = None
    line: str = CURRENT


def request_addition(*, principal: Principal, wish: Wish, ports: AdditionPorts) -> Addition:
    """The addition, with a worker at it.

    Invalid for a line that is none, `PACKAGE_NAME_NEAR` for a name that resembles another; Conflict
    `PACKAGE_IN_CATALOG`, and `CATALOG_BUSY` while another is added. Unavailable where no worker can be started.
    """
    tenant_id, now = principal.tenant_id, ports.clock.now()
    shelf = ports.own.of(tenant_id)
    _require_new(wish, shelf)
    addition = Addition(
        id=new_id("add"), name=wish.name, line=wish.line, version=wish.version,
        status=AdditionStatus.ADDING, by=principal.subject, at=now,
    )  # fmt: skip
    change_own(ports.own, tenant_id, now, lambda own: _claimed(own, addition))
    try:
        started = ports.worker.start(job_of(addition, tenant_id, shelf, now, ports))
    except AppError as error:
        failed = {"status": AdditionStatus.FAILED, "code": error.code, "reason": error.message, "ended_at": now}
        _noted(addition, failed, tenant_id, now, ports)
        raise
    return _noted(addition, {"worker_ref": started}, tenant_id, now, ports)


def _require_new(wish: Wish, shelf: Shelf) -> None:
    lines = shelf.lines()
    if wish.line not in lines:
        raise Invalid(f"The catalog has no line of that name. There are: {', '.join(lines)}.")
    if version := lines[wish.line][0].version(wish.name):
        raise PackageInCatalog(f"The {wish.line} line has {wish.name} {version} already.")
    known = {name for catalog, _ in lines.values() for name in (*catalog.packages, *catalog.aliases)}
    if refusal := next(iter(vet_name(wish.name, known)), None):
        raise PackageNameNear(refusal.message, near=near_name(wish.name, known))


def _claimed(own: OwnCatalog, addition: Addition) -> OwnCatalog:
    if own.working is not None:
        raise CatalogBusy(f"{own.working.name} is being added; wait until that has ended, or take it back.")
    claimed = own.having(addition)
    if len(claimed.additions) > ADDITIONS_MOST:
        raise Invalid(f"There are {ADDITIONS_MOST} additions; remove one first.")
    return claimed


def _noted(
    addition: Addition, changes: dict[str, object], tenant_id: str, now: datetime, ports: AdditionPorts
) -> Addition:
    """The addition with the changes, unless its worker was quicker and it has ended, or it was taken back."""

    def note(own: OwnCatalog) -> OwnCatalog:
        stored = own.find(addition.name, addition.line)
        if stored is None or stored.id != addition.id or stored.status != AdditionStatus.ADDING:
            return own
        return own.having(stored.model_copy(update=changes))

    stored = change_own(ports.own, tenant_id, now, note).find(addition.name, addition.line)
    return stored if stored is not None and stored.id == addition.id else addition


def job_of(addition: Addition, tenant_id: str, shelf: Shelf, now: datetime, ports: AdditionPorts) -> Job:
    """The line as a project, to which the worker adds one package."""
    _, lock = shelf.lines()[addition.line]
    root = {"private": True, **read_packages(lock)[""]}
    files = {"package.json": json.dumps(root).encode(), "package-lock.json": lock.encode(), ".npmrc": _NPMRC}
    seconds = _SECONDS + _SLACK_SECONDS
    target = ports.own.blobs.presign_post(
        result_key(tenant_id, addition.id), max_bytes=ADDED_RESULT_BYTES, seconds=seconds
    )
    return Job(
        build_id=addition.id,
        tenant_id=tenant_id,
        app_id=OWN,
        kind="candidate",
        task="package",
        source_url=ports.snapshots.source_url(tenant_id, OWN, ports.snapshots.put(tenant_id, OWN, files), seconds),
        upload=Upload(target.url, target.fields),
        toolchain_digest="",
        limits=Limits(wall_seconds=_SECONDS),
        command=(addition.name, addition.version or "*", (now - YOUNGEST).isoformat()),
    )


def result_key(tenant_id: str, addition_id: str) -> str:
    return f"apps/{tenant_id}/{OWN}/additions/{addition_id}.tar"
