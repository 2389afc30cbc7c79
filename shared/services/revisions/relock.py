"""The lockfile rules of `shared.domain.tree.relock` over the services' bundle."""

from shared.domain.base import Files
from shared.domain.tree import relock as rules
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports

LockPorts = Ports | LoopPorts


def relock(*, base: Files, files: Files, ports: LockPorts) -> Files:
    """`files` with a new lockfile when what is declared has changed."""
    return rules.relock(base=base, files=files, catalog_locks=ports.catalog_locks, limits=ports.limits)


def locked(*, files: Files, ports: LockPorts) -> Files:
    """`files` with a lockfile: their own (template packs carry theirs), else a new one."""
    return files if rules.LOCK in files else with_lock(files=files, ports=ports)


def with_lock(*, files: Files, ports: LockPorts) -> Files:
    """`files` with a new lockfile, as far as one can be made."""
    return rules.with_lock(files=files, catalog_locks=ports.catalog_locks, limits=ports.limits)
