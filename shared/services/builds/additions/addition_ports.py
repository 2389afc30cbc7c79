"""What adding a package needs, and how the tenant's row is changed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.own_catalog import OwnCatalog
from shared.ports.apps import AppStore
from shared.ports.clock import Clock
from shared.ports.engine import WorkerBackend
from shared.ports.revisions import RevisionStore
from shared.ports.storage import SnapshotStore
from shared.services.assets.own_catalogs import OwnCatalogs
from shared.services.until_written import until_written

LOST_AFTER = timedelta(minutes=30)
"""Longer than a worker may wait for its machine and work; then nobody is at it any more."""
ENDED = ("WORKER_ENDED", "The worker ended without an answer. Nothing was added; add the package again.")


@dataclass(frozen=True, kw_only=True)
class AdditionPorts:
    own: OwnCatalogs
    apps: AppStore
    revisions: RevisionStore
    snapshots: SnapshotStore
    worker: WorkerBackend
    clock: Clock


def change_own(
    own: OwnCatalogs, tenant_id: str, now: datetime, change: Callable[[OwnCatalog], OwnCatalog]
) -> OwnCatalog:
    """The row after `change`, which is asked again for every fresh reading and may raise to refuse."""

    def write(known: OwnCatalog) -> OwnCatalog:
        after = change(without_lost(known, now))
        return known if after == known else own.store.put(after)

    return until_written(lambda: own.store.get(tenant_id), write, "The catalog")


def without_lost(own: OwnCatalog, now: datetime) -> OwnCatalog:
    """With an addition whose worker is gone for good as failed."""
    lost = own.working
    if lost is None or now - lost.at < LOST_AFTER:
        return own
    code, reason = ENDED
    changes = {"status": AdditionStatus.FAILED, "code": code, "reason": reason, "ended_at": now}
    return own.having(lost.model_copy(update=changes))
