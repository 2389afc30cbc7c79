"""The bundles of ports that several functions wire, over the opened stores."""

from functools import cache

from shared.runtime import engine
from shared.runtime.emf import metrics_of
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores
from shared.services.ports_bundle import AppBuildPorts, SitePorts


@cache
def own_build_ports() -> AppBuildPorts:
    """Those that this process's environment names."""
    settings = Settings.from_env()
    return build_ports(settings, open_stores(settings))


def build_ports(settings: Settings, stores: Stores) -> AppBuildPorts:
    """What moves a build along."""
    return AppBuildPorts(
        apps=stores.apps,
        builds=stores.builds,
        slots=stores.slots,
        revisions=stores.revisions,
        workflows=engine.workflows(settings),
        clock=stores.clock,
        metrics=metrics_of(settings),
        limits=settings.limits(),
    )


def site_ports(settings: Settings, stores: Stores) -> SitePorts:
    """What publishing touches."""
    return SitePorts(
        apps=stores.apps,
        revisions=stores.revisions,
        blobs=stores.blobs,
        site=engine.site(settings),
        cdn=engine.cdn(settings),
        snapshots=stores.snapshots,
        clock=stores.clock,
        metrics=metrics_of(settings),
    )
