"""At boot: what a stop or a crash interrupted goes on. Executions do not survive the emulator; their rows do."""

from dataclasses import dataclass

from shared.runtime.bundles import build_ports, site_ports
from shared.runtime.loop import loop_ports
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores, own_catalogs
from shared.services.builds.additions.recover_additions import recover_additions
from shared.services.builds.sweep_builds import recover_builds, sweep_slots
from shared.services.planning.ingest.jobs import sweep_jobs
from shared.services.publishing.move_published import move_published
from shared.services.runs.end.sweep_runs import recover_runs


@dataclass(frozen=True)
class Recovered:
    """How much was found and set going, or ended."""

    runs: int
    builds: int
    readings: int = 0
    additions: int = 0


def recover(settings: Settings | None = None) -> Recovered:
    """Places of builds first, as no execution holds them any more; then runs: their candidates' builds are theirs."""
    chosen = settings or Settings.from_env()
    stores = open_stores(chosen)
    move_published(ports=site_ports(chosen, stores))  # at once: the router of an older release ended with it
    builds = build_ports(chosen, stores)
    sweep_slots(ports=builds)
    loop = loop_ports(chosen, stores)
    return Recovered(
        additions=recover_additions(own=own_catalogs(stores)(), clock=builds.clock),
        readings=sweep_jobs(ports=loop, workflows=builds.workflows, grace_seconds=0),
        runs=recover_runs(ports=loop, workflows=builds.workflows),
        builds=recover_builds(ports=builds, automation=chosen.flags.build_automation),
    )
