"""An approved diff becomes the app's next revision."""

from pydantic import AliasChoices, Field

from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diffs.change_story import suggest_message, tell_files
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.errors import Conflict
from shared.domain.identity import Principal, is_key
from shared.domain.revisions.revision import PROMPT_MOST, Build, Revision
from shared.domain.untrusted import shortened
from shared.services.diffs.find_diff import closed, find_diff, require_current, stale
from shared.services.or_none import or_none
from shared.services.planning.record_evidence import record_revision_evidence
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.mark_untrusted import mark_untrusted
from shared.services.revisions.name_by_page import name_by_page


class CommitRequest(Input):
    """Another message than the diff's own, when wanted."""

    commit_message: str | None = Field(
        default=None, max_length=4000, validation_alias=AliasChoices("commit_message", "message", "commitMessage")
    )


def commit_diff(*, principal: Principal, diff_id: str, request: CommitRequest, ports: Ports) -> Diff:
    """The committed diff; its run's task is settled by it. Committing it again answers the same.

    A tree that a candidate build of the run has already built is born built, any other is queued like a save.
    Conflict `DIFF_STALE` when the draft moved, `NOT_AWAITING_APPROVAL` when it is not approved.
    """
    diff, app = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    if diff.status != DiffStatus.COMMITTED:
        diff = _commit(diff, app, principal, request, ports)
    if diff.revision_id is not None:
        record_revision_evidence(ports.revisions.get(diff.tenant_id, diff.app_id, diff.revision_id), ports)
    return diff


def _commit(diff: Diff, app: App, principal: Principal, request: CommitRequest, ports: Ports) -> Diff:
    if diff.status in (DiffStatus.REJECTED, DiffStatus.DISCARDED, DiffStatus.CONTINUED):
        raise closed(diff)
    require_current(diff, app)
    if diff.status != DiffStatus.APPROVED or diff.accepted_tree is None:
        raise closed(diff)
    if is_key(diff.reviewed_by):  # no person has read what came in with it from strangers
        found = diff.untrusted if diff.run_id is None else ports.runs.get(diff.tenant_id, diff.run_id).memory.untrusted
        mark_untrusted(diff.tenant_id, diff.app_id, found, ports)
    try:
        made = add_revision(principal=principal, new=_next(diff, app, request.commit_message, ports), ports=ports)
        name_by_page(app, made.tree, ports.snapshots, ports)
    except Conflict:
        return _committed_by_another(diff, ports)
    return ports.diffs.get(diff.tenant_id, diff.app_id, diff.id)


def _next(diff: Diff, app: App, message: str | None, ports: Ports) -> NextRevision:
    text = _message(diff, (message or "").strip(), ports)

    def diff_of(revision: Revision) -> Diff:
        changes = {
            "status": DiffStatus.COMMITTED,
            "commit_message": text,
            "committed_sha": revision.commit,
            "revision_id": revision.id,
            "updated_at": revision.created_at,
        }
        return diff.model_copy(update=changes)

    return NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=diff.wanted_tree,
        parent=ports.revisions.get(diff.tenant_id, diff.app_id, diff.base_revision_id),
        origin="diff",
        message=text,
        prompt=shortened(diff.vibecoder_prompt, PROMPT_MOST) or None,
        run_id=diff.run_id,
        built=_built(diff, ports),
        verdict=diff.verdict if diff.wanted_tree == diff.tree else None,
        diff_of=diff_of,
        pulled=diff.pulled,
    )


def _message(diff: Diff, given: str, ports: Ports) -> str:
    """As given, else the diff's own. The diff's own words are about all of it, so a part gets words about the part."""
    own = diff.commit_message.strip()
    text = given or own
    return text if text and (text != own or diff.wanted_tree == diff.tree) else suggested_message(diff, ports)


def suggested_message(diff: Diff, ports: Ports) -> str:
    """Made from what a commit keeps."""
    before = ports.snapshots.get(diff.tenant_id, diff.app_id, diff.base_tree)
    after = ports.snapshots.get(diff.tenant_id, diff.app_id, diff.wanted_tree)
    return suggest_message(tell_files(before, after))


def _built(diff: Diff, ports: Ports) -> Build | None:
    """The run's candidate build of exactly this tree on exactly this base, if its revision id is still free."""
    if diff.run_id is None:
        return None
    run = or_none(ports.runs.get, diff.tenant_id, diff.run_id)
    if run is None:
        return None
    same = run.green_tree == diff.wanted_tree and run.base_revision_id == diff.base_revision_id
    if run.green_build_id is None or not same:
        return None
    build = ports.builds.get(diff.tenant_id, diff.app_id, run.green_build_id)
    usable = build.kind == "candidate" and build.status == BuildStatus.SUCCEEDED and build.tree == diff.wanted_tree
    return build if usable and _is_free(build, ports) else None


def _is_free(build: Build, ports: Ports) -> bool:
    return or_none(ports.revisions.get, build.tenant_id, build.app_id, build.revision_id) is None


def _committed_by_another(diff: Diff, ports: Ports) -> Diff:
    """What somebody else made of it in the meantime, when that is the same; else why it cannot be committed."""
    now = ports.diffs.get(diff.tenant_id, diff.app_id, diff.id)
    if now.status == DiffStatus.COMMITTED:
        return now
    app = ports.apps.get(diff.tenant_id, diff.app_id)
    if app.draft_revision_id != diff.base_revision_id:
        raise stale(diff, app)
    raise closed(now)
