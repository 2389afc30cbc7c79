"""Takes an added package out of the catalog, when nothing uses it; a wish or a refusal is forgotten."""

from collections.abc import Iterator

from shared.domain.apps.app import App
from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.catalog import declared_versions
from shared.domain.assets.own_catalog import Addition, OwnCatalog
from shared.domain.errors import NotFound, PackageInUse, StateConflict
from shared.domain.identity import Principal
from shared.domain.tree.relock import PACKAGE
from shared.services.builds.additions.addition_ports import AdditionPorts, change_own

_NAMED = 20


def remove_addition(*, principal: Principal, name: str, line: str, ports: AdditionPorts) -> None:
    """NotFound for what was not added; Conflict `PACKAGE_IN_USE` with the `apps` whose draft or site declares it.

    Versions of the catalog are kept, so a build that named one goes on with what it had.
    """
    tenant_id = principal.tenant_id
    addition = _found(ports.own.store.get(tenant_id), name, line)
    if addition.status == AdditionStatus.ADDED:
        _require_unused(addition, tenant_id, ports)
    change_own(ports.own, tenant_id, ports.clock.now(), lambda own: _without(own, addition, ports))
    if addition.status == AdditionStatus.ADDING and addition.worker_ref:
        ports.worker.stop(addition.worker_ref)


def _found(own: OwnCatalog, name: str, line: str) -> Addition:
    addition = own.find(name, line)
    if addition is None:
        raise NotFound("No such package was added to this line of the catalog.")
    return addition


def _without(own: OwnCatalog, addition: Addition, ports: AdditionPorts) -> OwnCatalog:
    stored = _found(own, addition.name, addition.line)
    if (stored.id, stored.status) != (addition.id, addition.status):
        raise StateConflict("It was changed in the meantime; look at the list again.")
    rest = own.without(addition.line, addition.name)
    before = ports.own.version(own.tenant_id, own.digest)
    version = before.without(addition.line, addition.name)
    if version == before and addition.status != AdditionStatus.ADDED:
        return rest  # else it was in once, and an upgrade and a refusal came after
    return rest.model_copy(update={"digest": ports.own.keep(own.tenant_id, version)})


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
