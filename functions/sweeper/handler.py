"""Every five minutes: what was left undone is done, or ended with a reason."""

from functools import cache
from typing import Any

from shared.runtime.bundles import build_ports, site_ports
from shared.runtime.loop import loop_ports
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores
from shared.services.apps.sweep_apps import sweep_apps
from shared.services.builds.sweep_builds import sweep_builds, sweep_slots
from shared.services.planning.ingest.jobs import sweep_jobs
from shared.services.publishing.move_published import copy_published, move_published
from shared.services.runs.end.sweep_runs import sweep_runs


@cache
def _wired() -> tuple[Settings, Stores]:
    settings = Settings.from_env()
    return settings, open_stores(settings)


@observed("sweeper", traced="own")
def handler(event: dict[str, Any], context: object) -> dict[str, int]:
    """How many builds, apps, places of builds, runs and readings of documents were mended."""
    settings, stores = _wired()
    builds, sites = build_ports(settings, stores), site_ports(settings, stores)
    loop = loop_ports(settings, stores)
    move = move_published if event.get("deployed") is True else copy_published
    automation = settings.flags.build_automation
    return {
        "builds": sweep_builds(ports=builds, limits=settings.limits(), automation=automation),
        "apps": sweep_apps(ports=sites, limits=settings.limits()),
        "places": sweep_slots(ports=builds),
        "runs": sweep_runs(ports=loop, workflows=builds.workflows),
        "readings": sweep_jobs(ports=loop, workflows=builds.workflows),
        "moved": move(ports=sites),
    }
