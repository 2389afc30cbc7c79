"""An app moved to another line: kept when it is green there, undone with its line, and by one at a time."""

import json
from typing import Any

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.samples import a_conversation, a_run, a_turn
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.base import Files
from shared.domain.errors import Conflict, Invalid, NotFound, RunActive
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.services.apps.change_line import LineChange, LineRequest, change_line
from shared.services.apps.create_app import AppRequest, create_app
from shared.services.apps.read_line import read_line
from shared.services.ports_bundle import Ports
from shared.services.revisions.undo_apply import restore_revision
from tests.shared.services.builds.pipeline import archive, finalise, run_pipeline, to_worker, upload

GREEN = {"types": {"status": "passed"}, "tests": {"status": "passed"}}


@pytest.fixture
def ports(world: World) -> Ports:
    return world.ports()


def made(me: Principal, ports: Ports, **over: Any) -> tuple[App, Revision]:
    return create_app(principal=me, request=AppRequest(name="Shop", **over), ports=ports)


def moved(me: Principal, app: App, base: str, ports: Ports, line: str = "classic", **over: Any) -> LineChange:
    request = LineRequest.model_validate({"line": line, "base_revision_id": base, **over})
    return change_line(principal=me, app_id=app.id, request=request, ports=ports)


def draft_of(world: World, app: App) -> Revision:
    stored = world.apps.get(app.tenant_id, app.id)
    return world.revisions.get(app.tenant_id, app.id, str(stored.draft_revision_id))


def manifest(world: World, revision: Revision) -> dict[str, Any]:
    files = world.snapshots.get(revision.tenant_id, revision.app_id, revision.tree)
    content: dict[str, Any] = json.loads(files["package.json"])
    return content["dependencies"] | content["devDependencies"]


def test_what_changes_is_said_before(me: Principal, ports: Ports) -> None:
    app, first = made(me, ports)
    found = read_line(principal=me, app_id=app.id, ports=ports)
    (other,) = found.others
    assert (found.line, found.revision_id, other.line) == ("current", first.id, "classic")
    assert "react 19." in found.made_of and "react 18." in other.made_of and "vue" not in other.made_of
    changes = {one.name: one for one in other.changes}
    assert changes["react"].version.startswith("19.") and str(changes["react"].to).startswith("18.")
    assert changes["@tailwindcss/vite"].to is None


def test_a_green_move_is_kept_as_it_was_built_and_undone_with_its_line(
    world: World, me: Principal, ports: Ports
) -> None:
    app, first = made(me, ports)
    waits = moved(me, app, first.id, ports)
    assert (waits.status, draft_of(world, app)) == ("building", first)
    run_pipeline(world, world.builds.find(str(waits.build_id)))
    kept = moved(me, app, first.id, ports)
    draft = draft_of(world, app)
    assert (kept.status, kept.revision_id, draft.build_status, draft.build_id) == (
        "kept",
        draft.id,
        "succeeded",
        waits.build_id,
    )
    assert manifest(world, draft)["react"].startswith("18.")
    assert "classic" in draft.message and "react 18." in draft.message
    back = restore_revision(principal=me, app_id=app.id, revision_id=first.id, ports=ports)
    assert manifest(world, back)["react"].startswith("19.")
    assert read_line(principal=me, app_id=app.id, ports=ports).line == "current"
    again = moved(me, app, back.id, ports)
    assert (again.status, draft_of(world, app).build_id != waits.build_id) == ("kept", True)


def test_what_fails_there_leaves_the_app_as_it_was_until_somebody_wants_it_finished(
    world: World, me: Principal, ports: Ports
) -> None:
    app, first = made(me, ports)
    before = world.apps.get(app.tenant_id, app.id)
    waits = moved(me, app, first.id, ports)
    build = to_worker(world, world.builds.find(str(waits.build_id)))
    upload(world, build, archive(build, status="failed", reason="exit", exit_code=1, message="no", dist={}))
    finalise(world, build)
    red = moved(me, app, first.id, ports)
    assert (red.status, red.revision_id, [one.code for one in red.diagnostics][:1]) == (
        "failed",
        None,
        ["BUILD_FAILED"],
    )
    assert [step.kind for step in red.next_steps] == ["ask"] and "react 18." in red.next_steps[0].message
    assert world.apps.get(app.tenant_id, app.id) == before
    taken = moved(me, app, first.id, ports, unfinished=True)
    draft = draft_of(world, app)
    assert (taken.status, taken.revision_id, draft.build_status) == ("failed", draft.id, "queued")
    assert draft.parent_revision_id == first.id


def test_what_does_not_compile_there_costs_no_build(world: World, me: Principal, ports: Ports) -> None:
    app, first = made(me, ports)
    files = world.snapshots.get(app.tenant_id, app.id, first.tree)
    broken = {**files, "src/new.ts": COMPILE_ERROR.encode()}
    draft = world.add_revision(app, broken, status="failed")
    builds = len(world.workflows.builds)
    red = moved(me, app, draft.id, ports)
    assert (red.status, [one.code for one in red.diagnostics if one.severity == "error"]) == (
        "failed",
        ["COMPILE_ERROR"],
    )
    assert len(world.workflows.builds) == builds


@pytest.mark.parametrize("check", ["types", "tests", "page"])
def test_a_check_that_the_app_demands_stops_it(check: str, world: World, me: Principal, ports: Ports) -> None:
    app, first = made(me, ports, template="react-app")
    waits = moved(me, app, first.id, ports)
    build = to_worker(world, world.builds.find(str(waits.build_id)))
    failing = {**GREEN, check: {"status": "failed", "reason": "exit", "message": "It failed.", "log": "no"}}
    upload(world, build, archive(build, checks=failing))
    finalise(world, build)
    red = moved(me, app, first.id, ports)
    assert (red.status, draft_of(world, app)) == ("failed", first)
    assert any(one.severity == "error" for one in red.diagnostics)


def test_the_line_that_it_is_on_and_one_that_is_none_are_refused(world: World, me: Principal, ports: Ports) -> None:
    app, first = made(me, ports)
    before = world.stored()
    with pytest.raises(Invalid) as same:
        moved(me, app, first.id, ports, "current")
    assert [one.code for one in same.value.diagnostics] == ["LINE_UNCHANGED"]
    with pytest.raises(ValueError, match="classic"):
        moved(me, app, first.id, ports, "classic-svelte")
    assert world.stored() == before


def test_a_run_at_work_and_a_draft_that_moved_are_conflicts(
    world: World, me: Principal, stranger: Principal, ports: Ports
) -> None:
    app, first = made(me, ports)
    stored = world.apps.get(app.tenant_id, app.id)
    run = a_run(stored)
    world.runs.start(run, a_turn(run), a_conversation(run))
    with pytest.raises(RunActive) as refused:
        moved(me, app, first.id, ports)
    assert refused.value.extra["active_run_id"] == run.id
    other, base = made(me, ports)
    world.add_revision(other, {**world.snapshots.get(other.tenant_id, other.id, base.tree), "public/a.txt": b"a"})
    with pytest.raises(Conflict):
        moved(me, other, base.id, ports)
    with pytest.raises(NotFound):
        moved(stranger, other, base.id, ports)


def test_of_two_at_once_one_is_kept_and_the_other_is_told(world: World, me: Principal, ports: Ports) -> None:
    app, first = made(me, ports)
    waits = moved(me, app, first.id, ports)
    assert moved(me, app, first.id, ports).build_id == waits.build_id
    run_pipeline(world, world.builds.find(str(waits.build_id)))
    kept = moved(me, app, first.id, ports)
    with pytest.raises(Conflict) as late:
        moved(me, app, first.id, ports)
    assert late.value.extra["current_revision_id"] == kept.revision_id


@pytest.mark.parametrize("framework", ["react", "vue", "svelte", "vanilla"])
def test_a_template_that_nobody_changed_becomes_the_other_and_back(
    framework: str, world: World, me: Principal, ports: Ports
) -> None:
    app, first = made(me, ports, framework=framework)
    there, _ = made(me, ports, framework=framework, line="classic")
    waits = moved(me, app, first.id, ports)
    run_pipeline(world, world.builds.find(str(waits.build_id)))
    moved(me, app, first.id, ports)
    draft = draft_of(world, app)
    assert files_of(world, draft) == files_of(world, draft_of(world, there))
    waits = moved(me, app, draft.id, ports, "current")
    run_pipeline(world, world.builds.find(str(waits.build_id)))
    moved(me, app, draft.id, ports, "current")
    assert files_of(world, draft_of(world, app)) == files_of(world, first)


def files_of(world: World, revision: Revision) -> Files:
    files = dict(world.snapshots.get(revision.tenant_id, revision.app_id, revision.tree))
    manifest = json.loads(files.pop("package.json"))
    manifest["dependencies"] = dict(sorted(manifest["dependencies"].items()))
    manifest["devDependencies"] = dict(sorted(manifest["devDependencies"].items()))
    return {**files, "package.json": json.dumps(manifest).encode(), "package-lock.json": b""}
