"""Everything a service touches, in memory, as one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from devkit.fakes.clock import FakeClock
from devkit.fakes.dynamodb import FakeDynamoDb
from devkit.fakes.engine import FakeCompiler, FakeWorker, FakeWorkflows
from devkit.fakes.forge import FakeForge
from devkit.fakes.git_remote import FakeGitRemote
from devkit.fakes.metrics import FakeMetrics
from devkit.fakes.outgoing import FakeHttp, FakeResolver
from devkit.fakes.requests import FakeIdentity
from devkit.fakes.samples import SAMPLE_FILES, TENANT, a_build, a_revision, an_app
from devkit.fakes.storage import FakeBlobStore, FakeCdn, FakeDraftPackages, FakeSiteStore, FakeSnapshotStore
from devkit.fakes.stores import Stores
from shared.adapters.dynamo.idempotency import DynamoIdempotencyStore
from shared.adapters.dynamo.rates import DynamoRateLimiter
from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.bodies import Bodies
from shared.adapters.dynamo.table.items import PACKED, Item, entity_of, expand, plain_map
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, put
from shared.adapters.dynamo.turns import turn_item
from shared.adapters.dynamo.work_places import DynamoWorkPlaces
from shared.adapters.identity.jwt_previews import REPORT, JwtPreviewTokens
from shared.domain.apps.app import App, ConfirmedPage
from shared.domain.base import Files
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Build, DistFile, DistManifest, Revision
from shared.domain.runs.turn import Turn
from shared.ports.outgoing import Outside

if TYPE_CHECKING:
    from shared.services.assets.load_templates import TemplatePack
    from shared.services.loop_ports import LoopPorts
    from shared.services.ports_bundle import Ports

_SECRET = "s" * 32


@cache
def _templates() -> Mapping[str, "TemplatePack"]:
    from shared.services.assets.load_templates import load_templates

    return load_templates()


@dataclass
class World(Stores):
    """The real stores over a table in memory, one fake of each other port, and one clock."""

    clock: FakeClock = field(default_factory=FakeClock)
    dynamodb: FakeDynamoDb = field(default_factory=FakeDynamoDb)
    requests: FakeDynamoDb = field(default_factory=FakeDynamoDb)
    blobs: FakeBlobStore = field(default_factory=FakeBlobStore)
    site: FakeSiteStore = field(default_factory=FakeSiteStore)
    cdn: FakeCdn = field(default_factory=FakeCdn)
    snapshots: FakeSnapshotStore = field(default_factory=FakeSnapshotStore)
    workflows: FakeWorkflows = field(default_factory=FakeWorkflows)
    worker: FakeWorker = field(default_factory=FakeWorker)
    resolver: FakeResolver = field(default_factory=FakeResolver)
    outgoing: FakeHttp = field(default_factory=FakeHttp)
    remote: FakeGitRemote = field(default_factory=FakeGitRemote)
    forge: FakeForge = field(default_factory=FakeForge)
    identity: FakeIdentity = field(default_factory=FakeIdentity)
    metrics: FakeMetrics = field(default_factory=FakeMetrics)

    def __post_init__(self) -> None:
        self.open_stores(Table(self.dynamodb, "table"), self.blobs, self.clock)
        per_request = Table(self.requests, "table")
        self.rates = DynamoRateLimiter(per_request, self.clock)
        self.work_places = DynamoWorkPlaces(per_request, self.clock)
        self.idempotency = DynamoIdempotencyStore(per_request, self.blobs, self.clock)
        self.previews = JwtPreviewTokens(_SECRET, self.clock)
        self.reports = JwtPreviewTokens(_SECRET, self.clock, REPORT)
        self.compiler = FakeCompiler(self.snapshots)
        self.packages = FakeDraftPackages()

    def stored(self) -> dict[tuple[str, str], Any]:
        """Every item but what is counted and kept of each request, to compare."""
        return self.dynamodb.items()

    def stored_text(self) -> str:
        """All that is kept, as text, for what must not be in it."""
        items = [*self.dynamodb.items().values(), *self.requests.items().values()]
        packed = [expand(item[PACKED]["B"]) for item in items if PACKED in item]
        return repr(items) + repr(packed) + repr(self.blobs.objects)

    def every_build(self) -> list[Build]:
        """The builds of everyone, in the order of their ids."""
        found = [item for (_, key), item in sorted(self.stored().items()) if key.startswith(keys.BUILD)]
        return [entity_of(Build, plain_map(item)) for item in found]

    def write(self, *items: Item) -> None:
        """Items that no store writes like this, over what is there."""
        self.table.apply(*(put(item, PRESENT | ABSENT) for item in items))

    def write_turn(self, turn: Turn) -> None:
        """A turn whose conversation does not know of it."""
        key = keys.turn_in_conversation(turn.tenant_id, turn.app_id, turn.conversation_id, turn.id)
        self.write(turn_item(turn, Bodies(self.blobs)), key)

    def make_app(
        self, files: Files | None = None, *, status: str = "succeeded", tenant_id: str = TENANT, **app: Any
    ) -> tuple[App, Revision]:
        """A stored app whose draft is a first revision with these files (and, when it succeeded, a built page)."""
        bare = an_app(tenant_id=tenant_id, **app)
        self.apps.create(bare)
        revision = self.add_revision(bare, files or SAMPLE_FILES, status=status, origin="template")
        return self.apps.get(tenant_id, bare.id), revision

    def add_revision(self, app: App, files: Files, *, status: str = "succeeded", **over: Any) -> Revision:
        """A further revision on top of the stored draft, with its build."""
        app = self.apps.get(app.tenant_id, app.id)
        tree = self.snapshots.put(app.tenant_id, app.id, files)
        parent = self.revisions.get(app.tenant_id, app.id, app.draft_revision_id) if app.draft_revision_id else None
        made = {"message": "Save", "created_by": "user-1", "created_at": self.clock.now()} | over
        commit = self.snapshots.commit_id(
            tree,
            parent.commit if parent else None,
            made["message"],
            made["created_by"],
            int(made["created_at"].timestamp()),
        )
        fields = {"tree": tree, "commit": commit, "build_status": status} | made
        revision = a_revision(app, **fields)
        build = a_build(app, revision, status=status, created_at=self.clock.now())
        self.revisions.commit(revision, build, expected_draft=app.draft_revision_id)
        if status == "succeeded":
            self._put_dist(revision)
        return revision

    def confirm_page(self, revision: Revision, *hosts: str) -> App:
        """The app after a person has confirmed this revision's page, which names these hosts."""
        app = self.apps.get(revision.tenant_id, revision.app_id)
        said = ConfirmedPage(
            revision_id=revision.id, tree=revision.tree, by="user-1", at=self.clock.now(), hosts=list(hosts)
        )
        return self.apps.update(app.model_copy(update={"confirmed_page": said}))

    def sign_in(self, tenant_id: str = TENANT, *scopes: str, subject: str = "user-1") -> str:
        """A bearer token that `identity` accepts."""
        principal = Principal(tenant_id=tenant_id, subject=subject, scopes=frozenset(scopes) or None)
        return self.identity.add(f"token-{tenant_id}-{subject}-{'-'.join(sorted(scopes))}", principal)

    def ports(self, **over: Any) -> "Ports":
        """These fakes as the services' bundle, with the real catalog and templates."""
        from shared.services.ports_bundle import Ports
        from shared.services.site.addresses import SiteAddresses

        base = self._loop_fields(over) | {
            "slots": self.slots, "site": self.site, "cdn": self.cdn, "workflows": self.workflows, "worker": self.worker,
            "packages": self.packages, "previews": self.previews, "reports": self.reports, "repairs": self.repairs,
            "connections": self.connections,
            "addresses": SiteAddresses(
                apps_domain="apps.example.com", preview_domain="preview.example.com",
                cdn_base_url="https://cdn.example.com",
            ),
        }  # fmt: skip
        if "templates" not in over:
            base["templates"] = _templates()
        return Ports(**(base | over))

    def loop_ports(self, **over: Any) -> "LoopPorts":
        """These fakes as the agent loop's bundle, flushing events at once."""
        from shared.services.loop_ports import LoopPorts

        return LoopPorts(**(self._loop_fields(over) | over))

    def _loop_fields(self, over: Mapping[str, Any]) -> dict[str, Any]:
        from shared.domain.assets.catalog import Shelf
        from shared.services.assets.load_catalog import load_catalog, load_locks
        from shared.services.assets.own_catalogs import OwnCatalogs
        from shared.services.sessions.feed.reporting_stores import ReportingStores, reporting_stores

        plain = ReportingStores(
            self.apps,
            self.revisions,
            self.builds,
            self.runs,
            self.turns,
            self.diffs,
            self.blueprints,
            self.plans,
            self.autopilots,
        )
        fields = reporting_stores(plain, self.happenings)._asdict() | {
            "events": self.events, "blobs": self.blobs, "snapshots": self.snapshots, "results": self.results,
            "compiler": self.compiler, "clock": self.clock, "metrics": self.metrics, "flush_seconds": 0.0,
            "states": self.states, "brain": self.brain, "spending": self.spending, "kpis": self.kpis,
            "outside": Outside(self.resolver, self.outgoing), "price": lambda model, usage: 0.0,
            "documents": self.documents,
        }  # fmt: skip
        if "catalog" not in over:
            fields |= {"catalog": load_catalog(), "catalog_locks": load_locks()}
        known = fields | dict(over)
        base = Shelf(known["catalog"], known["catalog_locks"])
        fields["own_catalogs"] = cache(lambda: OwnCatalogs(self.own_catalogs, self.blobs, base))
        return fields

    def _put_dist(self, revision: Revision) -> None:
        files: list[DistFile] = []
        for path, body, kind in (
            ("index.html", b'<!doctype html><script src="/assets/index-abc123.js"></script>', "text/html"),
            ("assets/index-abc123.js", b"console.log(1)", "text/javascript"),
        ):
            key = revision.dist_storage_prefix + path
            self.site.put(key, body, content_type=kind, cache_control="no-cache")
            files.append(DistFile(path=path, size=len(body), sha256=sha256(body).hexdigest(), content_type=kind))
        manifest = DistManifest(files=files, total_bytes=sum(file.size for file in files))
        folder = f"apps/{revision.tenant_id}/{revision.app_id}/builds/{revision.build_id}"
        self.blobs.put(f"{folder}/manifest.json", manifest.model_dump_json().encode())
        self.site.writes.clear()
