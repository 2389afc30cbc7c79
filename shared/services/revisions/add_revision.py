"""Stores a tree as the app's next revision and has it built."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from shared.domain.apps.app import ConfirmedPage
from shared.domain.builds.verdict import Verdict
from shared.domain.builds.worker_contract import Check
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diffs.diff import Diff
from shared.domain.identity import Principal
from shared.domain.ids import new_id
from shared.domain.log_context import request_id
from shared.domain.revisions.message import clean_message
from shared.domain.revisions.revision import Build, BuildKind, Origin, PulledCommit, Revision, dist_prefix
from shared.domain.runs.kpis import Marks
from shared.domain.spans import traceparent
from shared.services.builds.rebuild_draft import rebuild_if_draft
from shared.services.builds.start_build import start_build
from shared.services.measure import measure_change
from shared.services.planning.follow_revisions import follow_revisions
from shared.services.ports_bundle import Ports
from shared.services.revisions.confirm_page import carry_confirmation
from shared.services.revisions.hold_packages import commit_holding


@dataclass(frozen=True, kw_only=True)
class NextRevision:
    """What a new revision is made of. `parent` is the draft it stands on: None for an app's first.

    `built` is a candidate build of the same tree that succeeded; the revision takes the id it reserved and is born
    built. `diff_of` makes the diff that is stored with the revision, or neither is;
    `sets_aside` are the runs whose changes are no longer in it. `checks` are done with its build, and stop nothing.
    `catalog`: the version of the catalog that the tree was built with before. `original`: the tree of an imported
    project as it came. `confirms` returns the confirmed page to store in the same write; without it the confirmation
    is carried over after the commit.
    """

    app_id: str
    slug: str
    tree: str
    parent: Revision | None
    origin: Origin
    message: str
    prompt: str | None = None
    label: str | None = None
    kind: BuildKind = "revision"
    run_id: str | None = None
    reverts: str | None = None
    built: Build | None = None
    verdict: Verdict | None = None
    diff_of: Callable[[Revision], Diff] | None = None
    sets_aside: Sequence[str] = ()
    pulled: PulledCommit | None = None
    checks: Sequence[Check] = ()
    catalog: str = ""
    original: str = ""
    confirms: Callable[[Revision], ConfirmedPage | None] | None = None


def add_revision(*, principal: Principal, new: NextRevision, ports: Ports) -> Revision:
    """The stored revision, queued or born built.

    Conflict `REVISION_CONFLICT` when the draft is not `new.parent`; PolicyViolation when a package that it declares has
    left the catalog since its gate.
    """
    revision, build = _entities(principal, new, ports)
    expected = new.parent.id if new.parent else None
    diff = new.diff_of(revision) if new.diff_of else None
    confirmed = new.confirms(revision) if new.confirms else None
    commit = partial(
        ports.revisions.commit,
        revision,
        build,
        expected_draft=expected,
        diff=diff,
        marks=_marks(new),
        confirmed=confirmed,
    )
    commit_holding(commit, revision, ports)
    measure_change(revision, ports.metrics)
    if new.confirms is None:
        carry_confirmation(
            principal=principal, revision=revision, reviewed_by=diff.reviewed_by if diff else None, ports=ports
        )
    if new.origin in ("revert", "restore", "reset"):
        follow_revisions(revision.tenant_id, revision.app_id, ports)
    if not ports.switches.build_automation:
        return revision
    if new.built is None:
        start_build(build=build, ports=ports)
    else:
        rebuild_if_draft(build, ports=ports, automation=True)
    return ports.revisions.get(revision.tenant_id, revision.app_id, revision.id)


def _marks(new: NextRevision) -> Marks:
    """A process that is killed after the commit has marked the runs too."""
    set_aside: Marks = dict.fromkeys(new.sets_aside, "reverted")
    accepted: Marks = {new.run_id: "accepted"} if new.run_id is not None and new.origin == "diff" else {}
    return {**set_aside, **accepted}


def _entities(principal: Principal, new: NextRevision, ports: Ports) -> tuple[Revision, Build]:
    now = ports.clock.now()
    tenant_id, app_id = principal.tenant_id, new.app_id
    build = new.built or Build(
        id=new_id("bld", int(now.timestamp() * 1000)),
        tenant_id=tenant_id,
        app_id=app_id,
        slug=new.slug,
        revision_id=new_id("rev", int(now.timestamp() * 1000)),
        tree=new.tree,
        kind=new.kind,
        origin=new.origin,
        run_id=new.run_id,
        work=WorkerTask(checks=list(new.checks), original=new.original),
        request_id=request_id(),
        traceparent=traceparent(),
        created_at=now,
        catalog=new.catalog,
    )
    parent, message = new.parent, clean_message(new.message)
    commit = ports.snapshots.commit_id(
        new.tree, parent.commit if parent else None, message, principal.subject, int(now.timestamp())
    )
    revision = Revision(
        id=build.revision_id,
        tenant_id=tenant_id,
        app_id=app_id,
        parent_revision_id=parent.id if parent else None,
        tree=new.tree,
        commit=commit,
        label=new.label,
        origin=new.origin,
        message=message,
        prompt=new.prompt,
        created_by=principal.subject,
        created_at=now,
        run_id=new.run_id,
        reverts=new.reverts,
        build_id=build.id,
        build_status=build.status,
        build_started_at=build.started_at,
        build_finished_at=build.finished_at,
        verdict=new.verdict,
        looks=build.looks,
        pulled=new.pulled,
        dist_storage_prefix=dist_prefix(tenant_id, app_id, build.revision_id),
    )
    return revision, build
