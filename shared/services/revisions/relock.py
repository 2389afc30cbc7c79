"""The lockfile rules of `shared.domain.tree.relock` over the services' bundle."""

from shared.domain.assets.catalog import Shelf
from shared.domain.base import Files
from shared.domain.tree import relock as rules
from shared.domain.tree.lockfile import choose_lock
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports

LockPorts = Ports | LoopPorts


def shelf_of(files: Files, tenant_id: str, ports: LockPorts) -> Shelf:
    """What a project is held to: what ships, where that is enough, without asking a store; else the tenant's."""
    ships = ports.catalog.pins(_manifest(files))
    return Shelf(ports.catalog, ports.catalog_locks) if ships else ports.own_catalogs().of(tenant_id)


def lock_of(files: Files, shelf: Shelf) -> str:
    """The lockfile of the catalog's line that a project is pinned to."""
    return choose_lock(_manifest(files), shelf.locks)


def relock(*, base: Files, files: Files, tenant_id: str, ports: LockPorts) -> Files:
    """`files` with a new lockfile when what is declared has changed."""
    if rules.LOCK not in files or rules.declared(base) == rules.declared(files):
        return files
    return with_lock(files=files, tenant_id=tenant_id, ports=ports)


def locked(*, files: Files, tenant_id: str, ports: LockPorts) -> Files:
    """`files` with a lockfile: their own (template packs carry theirs), else a new one."""
    return files if rules.LOCK in files else with_lock(files=files, tenant_id=tenant_id, ports=ports)


def with_lock(*, files: Files, tenant_id: str, ports: LockPorts) -> Files:
    """`files` with a new lockfile, as far as one can be made."""
    lock = lock_of(files, shelf_of(files, tenant_id, ports))
    return rules.with_lock(files=files, catalog_lock=lock, limits=ports.limits)


def _manifest(files: Files) -> str:
    return files.get(rules.PACKAGE, b"").decode("utf-8", "replace")
