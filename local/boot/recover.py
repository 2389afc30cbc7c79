"""At boot: what a stop or a crash interrupted goes on. Executions do not survive the emulator; their rows do."""

from dataclasses import dataclass

from shared.adapters import aws_clients
from shared.adapters.stepfunctions_workflows import StepFunctionsWorkflows
from shared.runtime import engine
from shared.runtime.loop import loop_ports
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores
from shared.services.builds.recover_builds import recover_builds
from shared.services.builds.sweep_slots import sweep_slots
from shared.services.ports_bundle import BuildPorts, SitePorts
from shared.services.publishing.move_published import move_published
from shared.services.runs.end.recover_runs import recover_runs


@dataclass(frozen=True)
class Recovered:
    """How much was found and set going, or ended."""

    runs: int
    builds: int


def recover(settings: Settings | None = None) -> Recovered:
    """Places of builds first, as no execution holds them any more; then runs: their candidates' builds are theirs."""
    chosen = settings or Settings.from_env()
    stores = open_stores(chosen)
    move_published(ports=site_ports(chosen, stores))
    workflows = StepFunctionsWorkflows(
        aws_clients.stepfunctions(), build_pipeline_arn=chosen.build_pipeline_arn, agent_loop_arn=chosen.agent_loop_arn
    )
    builds = BuildPorts(
        builds=stores.builds, slots=stores.slots, revisions=stores.revisions, workflows=workflows, clock=stores.clock,
        limits=chosen.limits(),
    )  # fmt: skip
    sweep_slots(ports=builds)
    return Recovered(
        runs=recover_runs(ports=loop_ports(chosen, stores), workflows=workflows),
        builds=recover_builds(ports=builds, automation=chosen.flags.build_automation),
    )


def site_ports(settings: Settings, stores: Stores) -> SitePorts:
    """The sites of this machine. What an older release published is moved at once: its router ended with it."""
    return SitePorts(
        apps=stores.apps, revisions=stores.revisions, blobs=stores.blobs, site=engine.site(settings),
        cdn=engine.cdn(settings), snapshots=stores.snapshots, clock=stores.clock,
    )  # fmt: skip
