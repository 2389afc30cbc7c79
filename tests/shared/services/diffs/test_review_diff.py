"""Diffs from proposal to revision: what is accepted is what is kept, through both gates, and only once."""

import json
from typing import Any

import pytest

from devkit.api.review import BASE, CHANGED, LINES, propose
from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.samples import TENANT
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.review import FileDecision, HunkDecision, Review
from shared.domain.errors import Conflict, Invalid
from shared.domain.identity import Principal
from shared.domain.tree.lockfile import project_lockfile
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.diffs.describe_diff import describe_diff
from shared.services.diffs.preview_diff import preview_diff
from shared.services.diffs.rebase_diff import rebase_diff
from shared.services.diffs.refine_message import RefineRequest, refine_message
from shared.services.diffs.review_diff import discard_diff, review_diff
from shared.services.ports_bundle import Ports
from shared.services.revisions.explain_change import ExplainRequest, explain_change
from tests.shared.services.builds.pipeline import run_pipeline

APPROVE, REJECT = Review(decision="approve"), Review(decision="reject", feedback="Not now")


class Desk:
    """One app with one diff, and what a reviewer does."""

    def __init__(self, world: World, ports: Ports, me: Principal, **proposal: Any) -> None:
        self.world, self.ports, self.me = world, ports, me
        self.app: App = world.make_app(BASE)[0]
        self.diff: Diff = propose(world, self.app, **proposal)

    def _asked(self) -> dict[str, Any]:
        return {"principal": self.me, "diff_id": self.diff.id, "ports": self.ports}

    def review(self, review: Review) -> Diff:
        return review_diff(review=review, **self._asked())

    def commit(self, message: str | None = None) -> Diff:
        return commit_diff(request=CommitRequest(commit_message=message), **self._asked())

    def rebase(self) -> Diff:
        return rebase_diff(**self._asked())

    def discard(self) -> Diff:
        return discard_diff(**self._asked())

    def stored(self) -> Diff:
        return self.world.diffs.find(TENANT, self.diff.id)

    def draft_files(self) -> dict[str, bytes]:
        draft = self.world.apps.get(TENANT, self.app.id).draft_revision_id
        revision = self.world.revisions.get(TENANT, self.app.id, draft or "")
        return self.world.snapshots.get(TENANT, self.app.id, revision.tree)


@pytest.fixture
def desk(world: World, ports: Ports, me: Principal) -> Desk:
    return Desk(world, ports, me)


def test_a_whole_diff_takes_the_candidates_build_and_is_born_built(desk: Desk) -> None:
    approved = desk.review(APPROVE)
    assert (approved.status, approved.accepted_tree, approved.reviewed_by) == ("approved", desk.diff.tree, "user-1")
    committed = desk.commit()
    build = desk.world.builds.find(desk.world.runs.get(TENANT, desk.diff.run_id or "").green_build_id or "")
    revision = desk.world.revisions.get(TENANT, desk.app.id, committed.revision_id or "")
    assert (revision.id, revision.build_id, revision.build_status) == (build.revision_id, build.id, "succeeded")
    assert (revision.origin, revision.run_id, revision.message) == ("diff", desk.diff.run_id, "Say it in German")
    assert revision.parent_revision_id == desk.diff.base_revision_id
    assert (committed.status, committed.committed_sha) == ("committed", revision.commit)
    app = desk.world.apps.get(TENANT, desk.app.id)
    assert (app.draft_revision_id, app.last_green_revision_id) == (revision.id, revision.id)
    assert desk.world.workflows.builds == []
    assert desk.draft_files() == CHANGED


def only_first_hunk() -> Review:
    hunks = [HunkDecision(index=0, decision="approve")]
    return Review(decision="reject", files=[FileDecision(path="src/numbers.ts", decision="reject", hunks=hunks)])


def test_some_hunks_are_queued_and_built_like_a_save(desk: Desk) -> None:
    approved = desk.review(only_first_hunk())
    assert approved.status == "approved" and approved.accepted_tree not in (None, desk.diff.tree, desk.diff.base_tree)
    committed = desk.commit("Only the first")
    revision = desk.world.revisions.get(TENANT, desk.app.id, committed.revision_id or "")
    assert (revision.build_status, revision.origin, revision.message) == ("queued", "diff", "Only the first")
    assert [build.revision_id for build in desk.world.workflows.builds] == [revision.id]
    assert desk.draft_files() == {**BASE, "src/numbers.ts": LINES.replace(b"n2 = 2", b"n2 = 22")}
    run_pipeline(desk.world, desk.world.workflows.builds[0])
    assert desk.world.revisions.get(TENANT, desk.app.id, revision.id).build_status == "succeeded"


def test_a_diff_whose_tree_was_never_built_is_queued(world: World, ports: Ports, me: Principal) -> None:
    desk = Desk(world, ports, me, built=False, status="interrupted")
    desk.review(APPROVE)
    committed = desk.commit()
    revision = world.revisions.get(TENANT, desk.app.id, committed.revision_id or "")
    assert (revision.build_status, len(world.workflows.builds)) == ("queued", 1)


def test_what_does_not_compile_is_not_approved_and_nothing_is_stored(world: World, ports: Ports, me: Principal) -> None:
    broken = {**CHANGED, "src/new.ts": COMPILE_ERROR.encode()}
    desk = Desk(world, ports, me, files=broken, built=False)
    before = desk.world.stored()
    with pytest.raises(Invalid) as caught:
        desk.review(APPROVE)
    assert caught.value.code == "BUILDER_COMPILE_FAILED"
    assert [found.path for found in caught.value.diagnostics] == ["src/new.ts"]
    assert desk.world.stored() == before
    without = Review(decision="approve", files=[FileDecision(path="src/new.ts", decision="reject")])
    assert desk.review(without).status == "approved"


def test_a_subset_against_policy_is_refused(world: World, ports: Ports, me: Principal) -> None:
    files = {path: content for path, content in CHANGED.items() if path != "package.json"}
    desk = Desk(world, ports, me, files=files, built=False)
    with pytest.raises(Invalid) as caught:
        desk.review(APPROVE)
    assert caught.value.code == "BUILDER_PATCH_POLICY_VIOLATION"
    assert desk.stored() == desk.diff


def test_a_rejection_keeps_its_words_and_commits_nothing(desk: Desk) -> None:
    rejected = desk.review(REJECT)
    assert (rejected.status, rejected.human_feedback, rejected.accepted_tree) == ("rejected", "Not now", None)
    for act in (desk.commit, desk.rebase):
        with pytest.raises(Conflict) as caught:
            act()
        assert caught.value.code == "NOT_AWAITING_APPROVAL"
    assert desk.draft_files() == BASE


def test_a_reviewer_may_think_again_until_it_is_committed(desk: Desk) -> None:
    desk.review(REJECT)
    desk.review(only_first_hunk())
    assert desk.review(APPROVE).accepted_tree == desk.diff.tree
    desk.commit()
    for again in (APPROVE, REJECT):
        with pytest.raises(Conflict) as caught:
            desk.review(again)
        assert caught.value.code == "NOT_AWAITING_APPROVAL"
    with pytest.raises(Conflict):
        desk.discard()


def test_a_diff_is_committed_once_however_often_it_is_asked(desk: Desk) -> None:
    desk.review(APPROVE)
    first = desk.commit()
    rows = desk.world.stored()
    assert desk.commit("Other words") == first
    assert desk.world.stored() == rows


def test_nothing_is_committed_that_nobody_approved(desk: Desk) -> None:
    before = desk.world.stored()
    with pytest.raises(Conflict) as caught:
        desk.commit()
    assert caught.value.code == "NOT_AWAITING_APPROVAL"
    assert desk.world.stored() == before


def test_of_two_commits_at_once_both_get_the_one_revision(desk: Desk) -> None:
    """The second comes in just before the first writes."""
    desk.review(only_first_hunk())
    commit, inside = desk.world.revisions.commit, []

    def racing(*args: Any, **named: Any) -> None:
        if not inside:
            inside.append(True)
            inside.append(desk.commit())
        commit(*args, **named)

    desk.world.revisions.commit = racing  # type: ignore[method-assign]  # one write comes in between
    assert desk.commit() == inside[1]
    assert len(desk.world.revisions.list(TENANT, desk.app.id, limit=9).items) == 2


def test_a_review_that_comes_in_between_stops_the_commit(desk: Desk) -> None:
    desk.review(only_first_hunk())
    commit, done = desk.world.revisions.commit, []

    def racing(*args: Any, **named: Any) -> None:
        if not done:
            done.append(desk.review(APPROVE))
        commit(*args, **named)

    desk.world.revisions.commit = racing  # type: ignore[method-assign]  # one write comes in between
    with pytest.raises(Conflict) as caught:
        desk.commit()
    assert caught.value.code == "NOT_AWAITING_APPROVAL"
    assert desk.draft_files() == BASE and desk.stored() == done[0]


def test_a_build_that_cannot_be_started_leaves_the_revision_queued(desk: Desk) -> None:
    desk.review(only_first_hunk())
    desk.world.workflows.down = True
    committed = desk.commit()
    revision = desk.world.revisions.get(TENANT, desk.app.id, committed.revision_id or "")
    assert (revision.build_status, revision.build_error and revision.build_error.code) == ("queued", "ENQUEUE_FAILED")


# ---- the base moved ------------------------------------------------------------------------------------------------


def move(desk: Desk, **files: bytes) -> str:
    changed = {path.replace("__", ".").replace("_", "/"): content for path, content in files.items()}
    return desk.world.add_revision(desk.app, {**desk.draft_files(), **changed}).id


def test_a_stale_diff_is_neither_approved_nor_committed(desk: Desk) -> None:
    desk.review(APPROVE)
    moved = move(desk, src_other__ts=b"export {};\n")
    before = desk.world.stored()
    for act in (desk.commit, lambda: desk.review(APPROVE)):
        with pytest.raises(Conflict) as caught:
            act()
        assert (caught.value.code, caught.value.extra["current_revision_id"]) == ("DIFF_STALE", moved)
    assert desk.world.stored() == before
    shown = describe_diff(principal=desk.me, diff_id=desk.diff.id, ports=desk.ports)
    assert shown.stale and shown.current_revision_id == moved
    assert desk.review(REJECT).status == "rejected"


def test_a_rebase_makes_the_same_change_of_the_new_draft(desk: Desk) -> None:
    desk.review(only_first_hunk())
    added = LINES.replace(b"n14 = 14", b"n14 = 41")
    moved = move(desk, src_numbers__ts=added, src_other__ts=b"export {};\n")
    rebased = desk.rebase()
    assert (rebased.status, rebased.base_revision_id, rebased.decisions) == ("pending_review", moved, [])
    assert rebased.accepted_tree is None and desk.rebase() == rebased
    desk.review(APPROVE)
    desk.commit()
    both = CHANGED["src/numbers.ts"].replace(b"n14 = 14", b"n14 = 41")
    assert desk.draft_files() == {**CHANGED, "src/numbers.ts": both, "src/other.ts": b"export {};\n"}
    assert [build.kind for build in desk.world.workflows.builds] == ["revision"]


def test_a_rebase_that_does_not_merge_names_the_paths_and_changes_nothing(desk: Desk) -> None:
    move(desk, src_numbers__ts=LINES.replace(b"n2 = 2;", b"n2 = 3;"), src_new__ts=b"export const mine = 1;\n")
    before = desk.world.stored()
    with pytest.raises(Conflict) as caught:
        desk.rebase()
    assert caught.value.code == "MERGE_CONFLICT"
    assert caught.value.extra["paths"] == ["src/new.ts", "src/numbers.ts"]
    assert [found.path for found in caught.value.diagnostics] == ["src/new.ts", "src/numbers.ts"]
    assert desk.world.stored() == before
    preview = preview_diff(principal=desk.me, diff_id=desk.diff.id, ports=desk.ports)
    assert not preview.applies and preview.conflicts == ["src/new.ts", "src/numbers.ts"]


def test_a_diff_that_the_draft_has_already_is_not_rebased(desk: Desk) -> None:
    desk.world.add_revision(desk.app, CHANGED)
    with pytest.raises(Invalid):
        desk.rebase()
    assert desk.stored() == desk.diff
    assert desk.discard().status == "discarded" and desk.discard() == desk.stored()


def test_packages_of_both_sides_get_one_lockfile(world: World, ports: Ports, me: Principal) -> None:
    pins = {each.name: each.version for each in ports.catalog.for_framework(None)}

    def package(*names: str) -> dict[str, bytes]:
        document = {"name": "sample", "private": True, "scripts": {"build": "vite build"}}
        text = json.dumps({**document, "dependencies": {name: pins[name] for name in names}}, indent=2)
        return {
            "package.json": text.encode(),
            "package-lock.json": project_lockfile(text, ports.catalog_locks[0]).encode(),
        }

    names = sorted(name for name in pins if "/" not in name)
    low, mid, high = names[0], [names[5], names[6], names[7], names[8]], names[-1]
    app = world.make_app({**BASE, **package(*mid)})[0]
    diff = propose(world, app, {**BASE, **package(low, *mid)}, built=False)
    world.add_revision(app, {**BASE, **package(*mid, high)})
    rebased = rebase_diff(principal=me, diff_id=diff.id, ports=ports)
    files = world.snapshots.get(TENANT, app.id, rebased.tree)
    assert files == {**BASE, **package(low, *mid, high)}
    half = Review(decision="approve", files=[FileDecision(path="package.json", decision="reject")])
    assert review_diff(principal=me, diff_id=diff.id, review=half, ports=ports).status == "rejected"


# ---- reading -------------------------------------------------------------------------------------------------------


def test_a_preview_has_the_changed_files_as_they_would_be(desk: Desk) -> None:
    whole = preview_diff(principal=desk.me, diff_id=desk.diff.id, ports=desk.ports)
    assert {file.change.path: file.content for file in whole.files} == {
        path: CHANGED[path].decode() for path in ("src/App.tsx", "src/new.ts", "src/numbers.ts")
    }
    desk.review(only_first_hunk())
    part = preview_diff(principal=desk.me, diff_id=desk.diff.id, ports=desk.ports)
    assert [(file.change.path, file.change.additions) for file in part.files] == [("src/numbers.ts", 1)]
    moved = move(desk, src_other__ts=b"export {};\n")
    onto = preview_diff(principal=desk.me, diff_id=desk.diff.id, ports=desk.ports)
    assert (onto.onto_revision_id, onto.stale, onto.applies) == (moved, True, True)


def test_a_message_is_refined_in_the_style_that_is_asked_for(desk: Desk) -> None:
    def refined(style: str) -> str:
        request = RefineRequest.model_validate({"style": style})
        result = refine_message(principal=desk.me, diff_id=desk.diff.id, ports=desk.ports, request=request)
        assert result.style == style
        return result.commit_message

    plain = refined("plain")
    subject, _, body = plain.partition("\n")
    assert refined("short") == subject and body
    assert refined("conventional") == f"feat: {subject[0].lower()}{subject[1:]}\n{body}"
    run = desk.world.runs.get(desk.diff.tenant_id, desk.diff.run_id or "")
    desk.world.runs.update(run.change(run_type="fix_bug"))
    assert refined("conventional").startswith("fix: ") and len(refined("conventional").split("\n")[0]) <= 72


def partly(**more: Any) -> Review:
    return Review(decision="approve", files=[FileDecision(path="src/new.ts", decision="reject")], **more)


@pytest.mark.parametrize("given", [None, "", "Say it in German"])
def test_a_part_is_described_by_what_was_kept_and_not_by_words_about_all(desk: Desk, given: str | None) -> None:
    desk.review(partly())
    committed = desk.commit(given)
    revision = desk.world.revisions.get(TENANT, desk.app.id, committed.revision_id or "")
    assert revision.message == committed.commit_message
    assert "App.tsx" in revision.message and "numbers.ts" in revision.message
    assert "new.ts" not in revision.message and "German" not in revision.message


def test_a_person_s_own_words_about_a_part_are_kept(desk: Desk) -> None:
    desk.review(partly())
    assert desk.commit("Only what I like").commit_message == "Only what I like"


def test_words_about_a_choice_are_made_without_deciding_it(desk: Desk) -> None:
    before = desk.stored()
    request = RefineRequest(review=partly())
    made = refine_message(principal=desk.me, diff_id=desk.diff.id, ports=desk.ports, request=request)
    assert "App.tsx" in made.commit_message and "new.ts" not in made.commit_message
    assert desk.stored() == before


def test_a_part_is_not_explained_by_the_words_about_all(desk: Desk) -> None:
    asked: dict[str, Any] = {"principal": desk.me, "app_id": desk.app.id, "ports": desk.ports}
    whole = explain_change(request=ExplainRequest(diff_id=desk.diff.id), **asked)
    assert whole.summary == "All words are German now." and whole.summary in whole.text
    desk.review(partly())
    committed = desk.commit()
    for about in ({"diff_id": desk.diff.id}, {"revision_id": committed.revision_id}):
        part = explain_change(request=ExplainRequest.model_validate(about), **asked)
        assert part.summary is None and "All words" not in part.text and "new.ts" not in part.text
