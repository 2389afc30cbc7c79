"""Iterations of a run as items: the conversation with the model is compressed, or lies outside when it is large."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.bodies import Bodies
from shared.adapters.dynamo.table.items import Item, bare_item, entity_of
from shared.adapters.s3 import blob_keys
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.run import Run

_BULKY = frozenset({"items", "steps"})


def iteration_item(run: Run, iteration: Iteration, bodies: Bodies) -> Item:
    folder = blob_keys.run_bodies(run.tenant_id, run.app_id, run.id)
    item = bare_item(iteration, keys.iteration(run.tenant_id, run.id, iteration.number), _BULKY)
    return item | bodies.pack(iteration.model_dump_json(include=set(_BULKY)).encode(), folder)


def iteration_of(item: Item, bodies: Bodies) -> Iteration:
    return entity_of(Iteration, item, bodies.unpack(item))
