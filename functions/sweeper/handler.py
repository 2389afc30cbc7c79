"""Every five minutes: what was left undone is done, or ended with a reason."""

from typing import Any

from shared.domain.limits import DEFAULT_LIMITS
from shared.runtime.lazy import once
from shared.runtime.observability import observed
from shared.runtime.pipeline import open_build_ports, open_cdn, open_site
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores, switches
from shared.services.ports_bundle import BuildPorts, SitePorts, Switches
from shared.services.sweep_apps import sweep_apps
from shared.services.sweep_builds import sweep_builds


@once
def _wiring() -> tuple[BuildPorts, SitePorts, Switches]:
    settings = Settings.from_env()
    stores = open_stores(settings)
    site = SitePorts(
        apps=stores.apps,
        revisions=stores.revisions,
        blobs=stores.blobs,
        site=open_site(settings),
        cdn=open_cdn(settings),
        snapshots=stores.snapshots,
        clock=stores.clock,
    )
    return open_build_ports(settings, stores), site, switches(settings)


@observed("sweeper")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """How much of each was mended."""
    builds, site, flags = _wiring()
    return {
        "builds": sweep_builds(ports=builds, limits=DEFAULT_LIMITS, automation=flags.build_automation),
        "apps": sweep_apps(ports=site, limits=DEFAULT_LIMITS),
    }
