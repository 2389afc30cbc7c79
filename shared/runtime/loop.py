"""The agent loop's bundle over the opened stores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, lru_cache
from typing import TypeVar

from shared.adapters import aws_clients
from shared.adapters.direct_http import DirectHttp, SystemResolver
from shared.adapters.lambdas import LambdaCompiler
from shared.ports.outgoing import Outside
from shared.runtime.emf import metrics_of
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores, own_catalogs
from shared.services.assets.load_catalog import load_catalog, load_locks
from shared.services.assets.load_models import load_models
from shared.services.loop_ports import LoopPorts

T = TypeVar("T")
_THREADS = 4


@cache
def own_loop_ports() -> LoopPorts:
    """Those that this process's environment names."""
    settings = Settings.from_env()
    return loop_ports(settings, open_stores(settings))


def loop_ports(settings: Settings, stores: Stores) -> LoopPorts:
    """Ports for an iteration, a commit, the end of a run, and for following one."""
    models = load_models(settings.models, settings.model, is_deployment=bool(settings.deployment))
    return LoopPorts(
        apps=stores.apps,
        revisions=stores.revisions,
        builds=stores.builds,
        runs=stores.runs,
        events=stores.events,
        turns=stores.turns,
        diffs=stores.diffs,
        results=stores.results,
        states=stores.states,
        brain=stores.brain,
        documents=stores.documents,
        blueprints=stores.blueprints,
        plans=stores.plans,
        autopilots=stores.autopilots,
        spending=stores.spending,
        kpis=stores.kpis,
        blobs=stores.blobs,
        snapshots=stores.snapshots,
        compiler=LambdaCompiler(aws_clients.lambda_(), settings.compile_function),
        clock=stores.clock,
        catalog=load_catalog(),
        catalog_locks=load_locks(),
        own_catalogs=own_catalogs(stores),
        price=models.cost,
        models=models,
        metrics=metrics_of(settings),
        in_background=in_thread,
        outside=Outside(SystemResolver(), DirectHttp()),
        switches=settings.flags,
        limits=settings.limits(),
        flush_seconds=settings.event_flush_ms / 1000,
    )


def in_thread(act: Callable[[], T]) -> Callable[[], T]:
    """`Background` in a thread that logs and is traced where its caller is."""
    future = _pool().submit(copy_context().run, act)
    return future.result


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="background")
