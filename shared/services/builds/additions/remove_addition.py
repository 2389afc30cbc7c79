"""Takes an added package out of the catalog, when nothing uses it; a wish or a refusal is forgotten."""

from collections.abc import Iterator
from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.catalog import declared_versions
from shared.domain.assets.own_catalog import Addition, OwnCatalog, OwnPackage
from shared.domain.errors import NotFound, PackageInUse, StateConflict
from shared.domain.identity import Principal
from shared.domain.tree.relock import PACKAGE
from shared.ports.clock import Clock
from shared.services.assets.own_catalogs import OwnCatalogs, standing
from shared.services.builds.additions.addition_ports import AdditionPorts, change_own, without_lost

_OUTDATED = ("PACKAGE_OUTDATED", "It does not fit the packages that ship since an upgrade; add it again.")


class Additions(NamedTuple):
    """`digest` names the catalog in use."""

    items: list[Addition]
    digest: str


_NAMED = 20


def remove_addition(*, principal: Principal, name: str, line: str, ports: AdditionPorts) -> None:
    """NotFound for what was not added; Conflict `PACKAGE_IN_USE` with the `apps` whose draft or site declares it.

    Versions of the catalog are kept, so a build that named one goes on with what it had.
    """
    tenant_id = principal.tenant_id
    stored = ports.own.store.get(tenant_id)
    addition = _found(stored, name, line)
    if addition.status == AdditionStatus.ADDED:
        _require_unused(addition, tenant_id, ports)
        _withdraw(addition, stored, ports)
    change_own(ports.own, tenant_id, ports.clock.now(), lambda own: _without(own, addition, ports))
    if addition.status == AdditionStatus.ADDING and addition.worker_ref:
        ports.worker.stop(addition.worker_ref)


def _withdraw(addition: Addition, stored: OwnCatalog, ports: AdditionPorts) -> None:
    """Out of the version in use, which no commit that takes the package can be written on any more; then what was
    committed until now is looked at again, and where it is used the package is put back.

    A process that is killed in between leaves an addition that says it is outdated: it can be added or removed again.
    """
    tenant_id, now = stored.tenant_id, ports.clock.now()
    package = ports.own.version(tenant_id, stored.digest).lines.get(addition.line, {}).get(addition.name)
    if package is None:
        return
    change_own(ports.own, tenant_id, now, lambda own: _in_use(_same(own, addition), addition, None, ports))
    try:
        _require_unused(addition, tenant_id, ports)
    except PackageInUse:
        change_own(ports.own, tenant_id, now, lambda own: _put_back(own, addition, package, ports))
        raise


def _put_back(own: OwnCatalog, addition: Addition, package: OwnPackage, ports: AdditionPorts) -> OwnCatalog:
    return own if own.find(addition.name, addition.line) is None else _in_use(own, addition, package, ports)


def _in_use(own: OwnCatalog, addition: Addition, package: OwnPackage | None, ports: AdditionPorts) -> OwnCatalog:
    """With a version in use that has the package, or has it not."""
    before = ports.own.version(own.tenant_id, own.digest)
    after = before.without(addition.line, addition.name)
    after = after if package is None else after.having(addition.line, package)
    if after == before:
        return own
    return own.model_copy(update={"digest": ports.own.keep(own.tenant_id, after)})


def _found(own: OwnCatalog, name: str, line: str) -> Addition:
    addition = own.find(name, line)
    if addition is None:
        raise NotFound("No such package was added to this line of the catalog.")
    return addition


def _without(own: OwnCatalog, addition: Addition, ports: AdditionPorts) -> OwnCatalog:
    """Out of the version too: what was refused may have been in, before an upgrade."""
    rest = _same(own, addition).without(addition.line, addition.name)
    return _in_use(rest, addition, None, ports)


def _same(own: OwnCatalog, addition: Addition) -> OwnCatalog:
    """The row while the addition stands in it as it was; else StateConflict."""
    stored = _found(own, addition.name, addition.line)
    if (stored.id, stored.status) != (addition.id, addition.status):
        raise StateConflict("It was changed in the meantime; look at the list again.")
    return own


def _require_unused(addition: Addition, tenant_id: str, ports: AdditionPorts) -> None:
    users = [app for app in _apps(tenant_id, ports) if _uses(app, addition, ports)]
    if users:
        names = ", ".join(app.name for app in users[:3]) + (" and others" if len(users) > 3 else "")
        raise PackageInUse(
            f"{addition.name} is used by {names}. Remove it there first.",
            apps=[{"app_id": app.id, "name": app.name} for app in users[:_NAMED]],
        )


def _apps(tenant_id: str, ports: AdditionPorts) -> Iterator[App]:
    """Those that are deleted too, as long as they can be brought back."""
    for deleted in (False, True):
        cursor: str | None = None
        while True:
            page = ports.apps.list(tenant_id, limit=100, cursor=cursor, deleted=deleted)
            yield from page.items
            if (cursor := page.next_cursor) is None:
                break


def _uses(app: App, addition: Addition, ports: AdditionPorts) -> bool:
    pin = (addition.name, addition.version)
    for revision_id in {app.draft_revision_id, app.published_revision_id} - {None}:
        revision = ports.revisions.get(app.tenant_id, app.id, revision_id or "")
        files = ports.snapshots.get(app.tenant_id, app.id, revision.tree)
        if pin in declared_versions(files.get(PACKAGE, b"").decode("utf-8", "replace")):
            return True
    return False


def list_additions(*, principal: Principal, own: OwnCatalogs, clock: Clock) -> Additions:
    """All of them, newest first."""
    stored = without_lost(own.store.get(principal.tenant_id), clock.now())
    return Additions(_as_they_stand(stored, own), stored.digest or own.base.catalog.digest)


def _as_they_stand(stored: OwnCatalog, own: OwnCatalogs) -> list[Addition]:
    there = standing(stored, own)
    code, reason = _OUTDATED
    return [
        one.model_copy(update={"code": code, "reason": reason})
        if one.status == AdditionStatus.ADDED and one.key not in there
        else one
        for one in stored.additions
    ]
