"""Ports in bundles: small ones for what a function needs, and all of them for the API."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.domain.assets.catalog import Catalog
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.switches import Switches
from shared.ports.apps import AppStore
from shared.ports.build_results import RepairStore
from shared.ports.build_slots import BuildSlotStore
from shared.ports.clock import Clock
from shared.ports.draft_pages import DraftPackages
from shared.ports.engine import Compiler, MessageWriter, WorkerBackend, Workflows
from shared.ports.metrics import Metrics, NoMetrics
from shared.ports.requests import PreviewTokens
from shared.ports.revisions import BuildStore, RevisionStore
from shared.ports.runs import DiffStore, EventLog, RunStore, TurnStore
from shared.ports.storage import BlobStore, Cdn, SiteStore, SnapshotStore
from shared.services.assets.load_templates import TemplatePack
from shared.services.site.addresses import SiteAddresses


@dataclass(frozen=True, kw_only=True)
class BuildPorts:
    """What moves a build along."""

    builds: BuildStore
    slots: BuildSlotStore
    revisions: RevisionStore
    workflows: Workflows
    clock: Clock
    metrics: Metrics = NoMetrics()
    limits: Limits = DEFAULT_LIMITS


@dataclass(frozen=True, kw_only=True)
class AppBuildPorts(BuildPorts):
    """The same, where the app's settings and draft are looked at."""

    apps: AppStore


@dataclass(frozen=True, kw_only=True)
class SitePorts:
    """What publishing touches."""

    apps: AppStore
    revisions: RevisionStore
    blobs: BlobStore
    site: SiteStore
    cdn: Cdn
    snapshots: SnapshotStore
    clock: Clock
    metrics: Metrics = NoMetrics()


@dataclass(frozen=True, kw_only=True)
class Ports(AppBuildPorts, SitePorts):
    """Everything a service of the API may need, built once by a composition root (or by the tests' World)."""

    runs: RunStore
    events: EventLog
    turns: TurnStore
    diffs: DiffStore
    compiler: Compiler
    worker: WorkerBackend
    previews: PreviewTokens
    reports: PreviewTokens
    repairs: RepairStore
    catalog: Catalog
    catalog_lock: str
    addresses: SiteAddresses
    messages: MessageWriter | None = None
    packages: DraftPackages | None = None
    switches: Switches = Switches()
    templates: Mapping[str, TemplatePack] = field(default_factory=dict)
