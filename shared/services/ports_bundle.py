"""Ports in bundles: small ones for what a function needs, and all of them for the API."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.domain.delivery.remote import GitConnection
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.ports.apps import AppStore, OneOfAppStore
from shared.ports.build_results import RepairStore
from shared.ports.clock import Clock
from shared.ports.engine import DraftPackages, MessageWriter, WorkerBackend, Workflows
from shared.ports.metrics import Metrics, NoMetrics
from shared.ports.requests import PreviewTokens
from shared.ports.revisions import BuildSlotStore, BuildStore, RevisionStore
from shared.ports.storage import BlobStore, Cdn, SiteStore, SnapshotStore
from shared.services.assets.load_templates import TemplatePack
from shared.services.loop_ports import LoopPorts
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
    """The same, for what also reads the app's settings and draft."""

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
class Ports(LoopPorts, AppBuildPorts, SitePorts):
    """Everything a service of the API may need, built once by a composition root (or by the tests' World)."""

    worker: WorkerBackend
    previews: PreviewTokens
    reports: PreviewTokens
    repairs: RepairStore
    connections: OneOfAppStore[GitConnection]
    addresses: SiteAddresses
    messages: MessageWriter | None = None
    packages: DraftPackages | None = None
    templates: Mapping[str, TemplatePack] = field(default_factory=dict)
