"""Stores a tree as the app's next revision and has it built."""

from dataclasses import dataclass

from shared.domain.identity import Principal
from shared.domain.ids import new_id
from shared.domain.revision import Build, BuildKind, Origin, Revision, dist_prefix
from shared.services.ports_bundle import Ports
from shared.services.start_build import start_build


@dataclass(frozen=True, kw_only=True)
class NextRevision:
    """What a new revision is made of. `parent` is the draft it stands on: None for an app's first."""

    app_id: str
    slug: str
    tree: str
    parent: Revision | None
    origin: Origin
    message: str
    label: str | None = None
    kind: BuildKind = "revision"


def add_revision(*, principal: Principal, new: NextRevision, ports: Ports) -> Revision:
    """The stored revision, queued. Conflict `REVISION_CONFLICT` when the draft is not `new.parent` any more."""
    revision, build = _entities(principal, new, ports)
    expected = new.parent.id if new.parent else None
    ports.revisions.commit(revision, build, expected_draft=expected)
    if not ports.switches.build_automation:
        return revision
    start_build(build=build, ports=ports)
    return ports.revisions.get(revision.tenant_id, revision.app_id, revision.id)


def _entities(principal: Principal, new: NextRevision, ports: Ports) -> tuple[Revision, Build]:
    now = ports.clock.now()
    tenant_id, app_id = principal.tenant_id, new.app_id
    revision_id = new_id("rev", int(now.timestamp() * 1000))
    build = Build(
        id=new_id("bld", int(now.timestamp() * 1000)),
        tenant_id=tenant_id,
        app_id=app_id,
        slug=new.slug,
        revision_id=revision_id,
        tree=new.tree,
        kind=new.kind,
        created_at=now,
    )
    parent = new.parent
    commit = ports.snapshots.commit_id(
        new.tree, parent.commit if parent else None, new.message, principal.subject, int(now.timestamp())
    )
    revision = Revision(
        id=revision_id,
        tenant_id=tenant_id,
        app_id=app_id,
        parent_revision_id=parent.id if parent else None,
        tree=new.tree,
        commit=commit,
        label=new.label,
        origin=new.origin,
        message=new.message,
        created_by=principal.subject,
        created_at=now,
        build_id=build.id,
        dist_storage_prefix=dist_prefix(tenant_id, app_id, revision_id),
    )
    return revision, build
