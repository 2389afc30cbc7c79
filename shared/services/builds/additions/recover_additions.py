"""At a restart: additions whose worker ended with the process before."""

from functools import partial

from shared.domain.assets.own_catalog import OwnCatalog
from shared.ports.clock import Clock
from shared.services.assets.own_catalogs import OwnCatalogs
from shared.services.builds.additions.finish_addition import finish_addition
from shared.services.sweep_each import sweep_each


def recover_additions(*, own: OwnCatalogs, clock: Clock) -> int:
    """How many ended: taken in where the worker had answered, failed with `WORKER_ENDED` where it had not."""
    recover = partial(_recover, own=own, clock=clock)
    return sweep_each(own.store.unfinished(), recover, "an addition could not be recovered", _name)


def _recover(stored: OwnCatalog, own: OwnCatalogs, clock: Clock) -> bool:
    addition = stored.working
    if addition is None:
        return False
    return finish_addition(tenant_id=stored.tenant_id, addition_id=addition.id, own=own, now=clock.now())


def _name(stored: OwnCatalog) -> dict[str, str]:
    return {"tenant_id": stored.tenant_id}
