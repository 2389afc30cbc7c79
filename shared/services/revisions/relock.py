"""The lockfile rules of `shared.domain.tree.relock` over the services' bundle."""

from shared.domain.base import Files
from shared.domain.tree import relock as rules
from shared.domain.tree.lockfile import choose_lock
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports

LockPorts = Ports | LoopPorts


def lock_of(files: Files, ports: LockPorts) -> str:
    """The lockfile of the catalog's line that a project is pinned to."""
    return choose_lock(files.get(rules.PACKAGE, b"").decode("utf-8", "replace"), ports.catalog_locks)


def relock(*, base: Files, files: Files, ports: LockPorts) -> Files:
    """`files` with a new lockfile when what is declared has changed."""
    return rules.relock(base=base, files=files, catalog_lock=lock_of(files, ports), limits=ports.limits)


def locked(*, files: Files, ports: LockPorts) -> Files:
    """`files` with a lockfile: their own (template packs carry theirs), else a new one."""
    return files if rules.LOCK in files else with_lock(files=files, ports=ports)


def with_lock(*, files: Files, ports: LockPorts) -> Files:
    """`files` with a new lockfile, as far as one can be made."""
    return rules.with_lock(files=files, catalog_lock=lock_of(files, ports), limits=ports.limits)
