"""Undo, revert-file, explain: later work stays, nothing is stored unasked, every word is from the record."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.api.review import BASE, CHANGED, LINES, apply, propose
from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, calls, say
from devkit.fakes.samples import SAMPLE_FILES, TENANT
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver
from shared.domain.base import Files
from shared.domain.diffs.review import Review
from shared.domain.errors import Conflict, Invalid, NotFound
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.diffs.review_diff import review_diff
from shared.services.ports_bundle import Ports
from shared.services.revisions.explain_change import ExplainRequest, explain_change
from shared.services.revisions.revert_file import RevertFileRequest, revert_file
from shared.services.revisions.undo_apply import Undo, undo_apply


def undo(ports: Ports, me: Principal, app_id: str, *, confirm: bool = True) -> Undo:
    return undo_apply(principal=me, app_id=app_id, confirm=confirm, ports=ports)


def files_of(world: World, revision: Revision | None) -> Files:
    assert revision is not None
    return world.snapshots.get(TENANT, revision.app_id, revision.tree)


def test_an_undo_restores_what_the_agent_touched_as_a_new_revision(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app(BASE)
    applied = apply(world, app, CHANGED)
    done = undo(ports, me, app.id)
    assert done.revision is not None and done.undoes.id == applied.id and done.later == []
    assert (done.revision.origin, done.revision.reverts, done.revision.build_status) == ("revert", applied.id, "queued")
    assert done.revision.parent_revision_id == applied.id
    assert files_of(world, done.revision) == BASE
    assert [file.path for file in done.files] == ["src/App.tsx", "src/new.ts", "src/numbers.ts"]
    assert [build.revision_id for build in world.workflows.builds] == [done.revision.id]


def test_without_confirm_it_only_says_what_it_would_do(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app(BASE)
    apply(world, app, CHANGED)
    mine = world.add_revision(app, {**CHANGED, "src/mine.ts": b"export {};\n"})
    before = world.stored()
    result = undo(ports, me, app.id, confirm=False)
    assert (result.applies, result.conflicts, result.revision) == (True, [], None)
    assert [line.id for line in result.later] == [mine.id]
    assert world.stored() == before and world.workflows.builds == []


def test_later_work_stays_also_in_the_same_file(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app(BASE)
    apply(world, app, CHANGED)
    later = CHANGED["src/numbers.ts"].replace(b"n14 = 14", b"n14 = 41")
    world.add_revision(app, {**CHANGED, "src/numbers.ts": later, "src/mine.ts": b"export {};\n"})
    done = undo(ports, me, app.id)
    kept = {**BASE, "src/numbers.ts": LINES.replace(b"n14 = 14", b"n14 = 41"), "src/mine.ts": b"export {};\n"}
    assert files_of(world, done.revision) == kept


def test_later_work_on_the_same_lines_is_never_undone(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app(BASE)
    apply(world, app, CHANGED)
    later = CHANGED["src/numbers.ts"].replace(b"n2 = 22;", b"n2 = 222;")
    world.add_revision(app, {**CHANGED, "src/numbers.ts": later, "src/new.ts": b"export const better = 1;\n"})
    result = undo(ports, me, app.id, confirm=False)
    assert (result.applies, result.conflicts) == (False, ["src/new.ts", "src/numbers.ts"])
    before = world.stored()
    with pytest.raises(Conflict) as caught:
        undo(ports, me, app.id)
    assert (caught.value.code, caught.value.extra["paths"]) == ("MERGE_CONFLICT", ["src/new.ts", "src/numbers.ts"])
    assert world.stored() == before


def test_undo_after_undo_goes_further_back(world: World, ports: Ports, me: Principal) -> None:
    app, first = world.make_app(SAMPLE_FILES)
    one = apply(world, app, BASE, "one")
    two = apply(world, app, CHANGED, "two")
    assert undo(ports, me, app.id).undoes.id == two.id
    last = undo(ports, me, app.id)
    assert last.undoes.id == one.id and files_of(world, last.revision) == files_of(world, first)
    assert len(last.later) == 2
    with pytest.raises(NotFound):
        undo(ports, me, app.id)


def test_a_message_that_changed_nothing_leaves_the_change_before_it_to_be_undone(world: World) -> None:
    write = Call(name="write_file", arguments={"path": "src/note.ts", "content": "export {}\n"})
    done = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
    loop = LoopDriver([calls(write, done), say("It is a page.")], world=world)
    changed = loop.play()
    answered = loop.play("What is it?", app_id=changed.app_id)
    assert (answered.status, answered.outcome.revision_id) == ("completed", None)
    undone = undo(world.ports(), USER, changed.app_id)
    assert undone.undoes.id == changed.outcome.revision_id
    assert "src/note.ts" not in files_of(world, undone.revision)
    with pytest.raises(NotFound):
        undo(world.ports(), USER, changed.app_id)


def test_what_shows_no_more_in_the_draft_is_skipped(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app(SAMPLE_FILES)
    one = apply(world, app, BASE, "one")
    apply(world, app, CHANGED, "two")
    world.add_revision(app, BASE, origin="restore")
    assert undo(ports, me, app.id).undoes.id == one.id


def test_a_committed_diff_is_undone_too(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app(BASE)
    diff = propose(world, app)
    review_diff(principal=me, diff_id=diff.id, review=Review(decision="approve"), ports=ports)
    committed = commit_diff(principal=me, diff_id=diff.id, request=CommitRequest(), ports=ports)
    done = undo(ports, me, app.id)
    assert done.undoes.id == committed.revision_id and files_of(world, done.revision) == BASE


def test_peoples_own_work_is_not_the_agents(world: World, ports: Ports, me: Principal, stranger: Principal) -> None:
    app, _ = world.make_app(BASE)
    world.add_revision(app, CHANGED, origin="save")
    for who, app_id in ((me, app.id), (stranger, app.id), (me, "app_nothing")):
        with pytest.raises(NotFound):
            undo(ports, who, app_id)


def test_an_undo_that_would_not_compile_is_refused(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app({**BASE, "src/old.ts": COMPILE_ERROR.encode()})
    apply(world, app, BASE)
    before = world.stored()
    with pytest.raises(Invalid) as caught:
        undo(ports, me, app.id)
    assert caught.value.code == "BUILDER_COMPILE_FAILED" and world.stored() == before


_NAMES = st.sampled_from(["src/a.ts", "src/b.ts", "src/c.css", "public/d.png", "tests/e.test.ts"])
_LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n"]), max_size=8).map(b"".join)
_SOURCES = st.dictionaries(_NAMES, _LINES, max_size=4)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=_SOURCES, applied=_SOURCES, later=_SOURCES)
def test_undo_of_apply_restores_what_nobody_touched_since(
    ports: Ports, me: Principal, before: Files, applied: Files, later: Files
) -> None:
    world = World()
    own = world.ports(templates=ports.templates, catalog=ports.catalog, catalog_locks=ports.catalog_locks)
    old, new = {**SAMPLE_FILES, **before}, {**SAMPLE_FILES, **applied}
    app, _ = world.make_app(old)
    apply(world, app, new)
    touched = {path for path in {*old, *new} if old.get(path) != new.get(path)}
    others = {path: content for path, content in later.items() if path not in touched}
    now = {**new, **others}
    world.add_revision(app, now)
    if not touched:
        with pytest.raises(NotFound):
            undo(own, me, app.id)
        return
    result = files_of(world, undo(own, me, app.id).revision)
    assert {path: result.get(path) for path in touched} == {path: old.get(path) for path in touched}
    rest = {*result, *now} - touched
    assert {path: result.get(path) for path in rest} == {path: now.get(path) for path in rest}


# ---- one file ------------------------------------------------------------------------------------------------------


def revert(ports: Ports, me: Principal, app_id: str, path: str, revision_id: str) -> Revision:
    request = RevertFileRequest(path=path, revision_id=revision_id)
    return revert_file(principal=me, app_id=app_id, request=request, ports=ports)


def test_one_file_comes_back_and_the_rest_stays(world: World, ports: Ports, me: Principal) -> None:
    app, first = world.make_app({**BASE, "public/i.png": b"\x89PNG\0"})
    draft = world.add_revision(app, CHANGED)
    back = revert(ports, me, app.id, "src/App.tsx", first.id)
    assert files_of(world, back) == {**CHANGED, "src/App.tsx": BASE["src/App.tsx"]}
    assert (back.origin, back.parent_revision_id, back.build_status) == ("revert", draft.id, "queued")
    image = revert(ports, me, app.id, "public/i.png", first.id)
    assert files_of(world, image)["public/i.png"] == b"\x89PNG\0"


def test_a_file_that_was_not_there_is_removed(world: World, ports: Ports, me: Principal) -> None:
    app, first = world.make_app(BASE)
    world.add_revision(app, CHANGED)
    assert "src/new.ts" not in files_of(world, revert(ports, me, app.id, "src/new.ts", first.id))


def test_bad_reverts_change_nothing(world: World, ports: Ports, me: Principal, stranger: Principal) -> None:
    app, first = world.make_app(BASE)
    world.add_revision(app, {**CHANGED, "src/App.tsx": BASE["src/App.tsx"]})
    other, elsewhere = world.make_app(BASE)
    before = world.stored()
    refused: list[tuple[Principal, str, str, type[Exception]]] = [
        (me, "src/App.tsx", first.id, Invalid), (me, "src/no.ts", first.id, NotFound),
        (me, "../../etc/passwd", first.id, NotFound), (me, "src/new.ts", elsewhere.id, NotFound),
        (me, "src/new.ts", "rev_x", NotFound), (me, "", first.id, NotFound),
        (stranger, "src/new.ts", first.id, NotFound),
    ]  # fmt: skip
    for who, path, revision_id, error in refused:
        with pytest.raises(error):
            revert(ports, who, app.id, path, revision_id)
    assert world.stored() == before and other.id != app.id


def test_a_reverted_file_passes_the_gate(world: World, ports: Ports, me: Principal) -> None:
    app, first = world.make_app({**BASE, "src/old.ts": COMPILE_ERROR.encode()}, status="failed")
    world.add_revision(app, BASE)
    with pytest.raises(Invalid) as caught:
        revert(ports, me, app.id, "src/old.ts", first.id)
    assert caught.value.code == "BUILDER_COMPILE_FAILED"


# ---- why -----------------------------------------------------------------------------------------------------------


def explain(ports: Ports, who: Principal, app_id: str, **what: str) -> Any:
    return explain_change(principal=who, app_id=app_id, request=ExplainRequest(**what), ports=ports)


def test_a_revision_of_the_agent_is_explained_from_its_turn(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app(BASE)
    applied = apply(world, app, CHANGED, "Say it\nin German")
    explained = explain(ports, me, app.id, revision_id=applied.id)
    assert (explained.prompt, explained.summary) == ("Say it\nin German", "All words are German now.")
    assert (explained.rationale, explained.assumptions) == ("The page was English.", ["Formal German"])
    assert explained.paths == ["src/App.tsx", "src/new.ts", "src/numbers.ts"]
    touched = {file.path: (file.status, file.additions, file.deletions, file.touched) for file in explained.files}
    assert touched["src/App.tsx"] == ("modified", 1, 1, ["function App"])
    assert touched["src/numbers.ts"] == ("modified", 2, 2, ["const n2", "const n25"])
    assert touched["src/new.ts"] == ("added", 1, 0, ["const fresh"])
    for said in (
        "> Say it\n> in German",
        "The page was English.",
        "- Formal German",
        "src/App.tsx was changed (+1 -1)",
    ):
        assert said in explained.text
    assert explained == explain(ports, me, app.id, revision_id=applied.id)


def test_a_diff_is_explained_and_after_its_commit_only_what_was_kept(world: World, ports: Ports, me: Principal) -> None:
    app, _ = world.make_app(BASE)
    diff = propose(world, app)
    assert explain(ports, me, app.id, diff_id=diff.id).paths == ["src/App.tsx", "src/new.ts", "src/numbers.ts"]
    some = {"decision": "approve", "files": [{"path": "src/new.ts", "decision": "reject"}]}
    review_diff(principal=me, diff_id=diff.id, review=Review.model_validate(some), ports=ports)
    committed = commit_diff(principal=me, diff_id=diff.id, request=CommitRequest(), ports=ports)
    explained = explain(ports, me, app.id, diff_id=diff.id)
    assert explained.paths == ["src/App.tsx", "src/numbers.ts"] and explained.revision_id == committed.revision_id
    assert explain(ports, me, app.id, revision_id=committed.revision_id or "").files == explained.files


def test_peoples_revisions_are_explained_without_a_turn(world: World, ports: Ports, me: Principal) -> None:
    app, first = world.make_app(BASE)
    explained = explain(ports, me, app.id, revision_id=first.id)
    assert (
        explained.paths == sorted(BASE)
        and explained.prompt is None
        and explained.why.startswith("The files of a template pack.")
    )
    applied = apply(world, app, CHANGED)
    done = undo(ports, me, app.id)
    assert done.revision is not None
    assert applied.id in explain(ports, me, app.id, revision_id=done.revision.id).why
