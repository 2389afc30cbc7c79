"""Saves: the gate, the base, and that whatever is refused changes nothing."""

import base64
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.errors import AppError, Conflict, Invalid, Unavailable
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.switches import Switches
from shared.domain.tree.operations import Operation, UpsertFile, parse_operations
from shared.services.ports_bundle import Ports
from shared.services.revisions.save_revision import SaveRequest, save_revision

EDIT = {"op": "edit_file", "path": "src/App.tsx", "edits": [{"old": "Hello", "new": "Hi"}]}


def upsert(path: str, content: str = "export {};\n", **over: Any) -> dict[str, Any]:
    return {"op": "upsert_file", "path": path, "content": content, **over}


def a_request(base: str, *operations: dict[str, Any], label: str | None = None) -> SaveRequest:
    return SaveRequest(base_revision_id=base, operations=parse_operations(list(operations)), label=label)


def test_a_save_is_the_next_revision_queued_and_started(world: World, ports: Ports, me: Principal) -> None:
    app, draft = world.make_app()
    request = a_request(draft.id, EDIT, label="Greeting")
    revision, warnings = save_revision(principal=me, app_id=app.id, request=request, ports=ports)
    assert warnings == []
    assert (revision.build_status, revision.origin, revision.parent_revision_id) == ("queued", "save", draft.id)
    assert (revision.label, revision.created_by) == ("Greeting", "user-1")
    assert world.apps.get(app.tenant_id, app.id).draft_revision_id == revision.id
    assert [build.revision_id for build in world.workflows.builds] == [revision.id]
    files = world.snapshots.get(app.tenant_id, app.id, revision.tree)
    assert files == {**SAMPLE_FILES, "src/App.tsx": SAMPLE_FILES["src/App.tsx"].replace(b"Hello", b"Hi")}
    assert revision.dist_storage_prefix == f"apps/{app.tenant_id}/{app.id}/revisions/{revision.id}/dist/"
    build = world.builds.get(app.tenant_id, app.id, revision.build_id)
    assert (build.kind, build.tree) == ("revision", revision.tree)
    assert build.execution == f"execution/build_pipeline/{build.id}-0"


def test_the_commit_id_is_git_s_own_for_tree_parent_and_author(world: World, ports: Ports, me: Principal) -> None:
    app, draft = world.make_app()
    revision = save_revision(principal=me, app_id=app.id, request=a_request(draft.id, EDIT), ports=ports).revision
    epoch = int(world.clock.now().timestamp())
    assert revision.commit == world.snapshots.commit_id(revision.tree, draft.commit, revision.message, "user-1", epoch)
    assert revision.message == "Edit src/App.tsx"


def test_a_stale_base_names_the_current_draft_and_compiles_nothing(world: World, ports: Ports, me: Principal) -> None:
    app, first = world.make_app()
    second = world.add_revision(app, {**SAMPLE_FILES, "src/a.ts": b"export {};\n"})
    before = world.stored()
    with pytest.raises(Conflict) as caught:
        save_revision(principal=me, app_id=app.id, request=a_request(first.id, EDIT), ports=ports)
    assert (caught.value.code, caught.value.extra["current_revision_id"]) == ("REVISION_CONFLICT", second.id)
    assert world.stored() == before
    assert world.compiler.compiled == []


def test_of_two_saves_on_one_base_the_later_is_refused(world: World, ports: Ports, me: Principal) -> None:
    """The first comes in while the second compiles."""
    app, draft = world.make_app()

    def save_meanwhile(files: Any) -> Any:
        world.compiler.respond = None
        other = a_request(draft.id, upsert("src/other.ts"))
        save_revision(principal=me, app_id=app.id, request=other, ports=ports)
        return world.compiler.compile_files(files)

    world.compiler.respond = save_meanwhile
    with pytest.raises(Conflict) as caught:
        save_revision(principal=me, app_id=app.id, request=a_request(draft.id, EDIT), ports=ports)
    assert caught.value.code == "REVISION_CONFLICT"
    assert caught.value.extra["current_revision_id"] == world.apps.get(app.tenant_id, app.id).draft_revision_id
    assert len(world.revisions.list(app.tenant_id, app.id, limit=10).items) == 2


REFUSED: list[tuple[str, list[dict[str, Any]], str]] = [
    ("a path", [upsert("src/../../etc/passwd")], "PATH_TRAVERSAL"),
    ("the whole project", [{"op": "delete_file", "path": "package.json"}], "PACKAGE_JSON_MISSING"),
    ("bytes", [upsert("src/a.ts", base64.b64encode(b"\xff\xfe").decode(), encoding="base64")], "INVALID_UTF8"),
    ("off-catalog", [upsert("package.json", '{"dependencies": {"left-pad": "1.0.0"}}')], "PACKAGE_NOT_IN_CATALOG"),
]


@pytest.mark.parametrize(("what", "operations", "code"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_the_rules_refuse_changes_nothing(
    what: str,
    operations: list[dict[str, Any]],
    code: str,
    world: World,
    ports: Ports,
    me: Principal,
    app: App,
    draft: Revision,
) -> None:
    before, trees = world.stored(), dict(world.snapshots.trees)
    with pytest.raises(Invalid) as caught:
        save_revision(principal=me, app_id=app.id, request=a_request(draft.id, *operations), ports=ports)
    assert caught.value.code == "BUILDER_PATCH_POLICY_VIOLATION"
    assert code in [found.code for found in caught.value.diagnostics], caught.value.diagnostics
    assert (world.stored(), world.snapshots.trees, world.workflows.builds) == (before, trees, [])


def test_an_edit_that_does_not_match_changes_nothing(world: World, ports: Ports, me: Principal) -> None:
    app, draft = world.make_app()
    before = world.stored()
    edit = {"op": "edit_file", "path": "src/App.tsx", "edits": [{"old": "Goodbye", "new": "Hi"}]}
    with pytest.raises(Invalid):
        save_revision(principal=me, app_id=app.id, request=a_request(draft.id, edit), ports=ports)
    assert world.stored() == before


def test_what_does_not_compile_is_refused_with_its_places(world: World, ports: Ports, me: Principal) -> None:
    app, draft = world.make_app()
    before = world.stored()
    request = a_request(draft.id, upsert("src/broken.ts", COMPILE_ERROR))
    with pytest.raises(Invalid) as caught:
        save_revision(principal=me, app_id=app.id, request=request, ports=ports)
    assert caught.value.code == "BUILDER_COMPILE_FAILED"
    assert [(found.path, found.line) for found in caught.value.diagnostics] == [("src/broken.ts", 1)]
    assert world.stored() == before


def test_operations_that_change_nothing_are_refused(ports: Ports, me: Principal, app: App, draft: Revision) -> None:
    same = upsert("src/App.tsx", SAMPLE_FILES["src/App.tsx"].decode())
    with pytest.raises(Invalid) as caught:
        save_revision(principal=me, app_id=app.id, request=a_request(draft.id, same), ports=ports)
    assert caught.value.code == "VALIDATION_FAILED"


def test_a_pipeline_that_cannot_start_leaves_the_save_queued_with_the_reason(
    world: World, ports: Ports, me: Principal, app: App, draft: Revision
) -> None:
    world.workflows.down = True
    revision = save_revision(principal=me, app_id=app.id, request=a_request(draft.id, EDIT), ports=ports).revision
    assert revision.build_status == "queued"
    assert revision.build_error is not None
    assert revision.build_error.code == "ENQUEUE_FAILED"


def test_with_automation_off_nothing_is_started(world: World, me: Principal, app: App, draft: Revision) -> None:
    ports = world.ports(templates={}, switches=Switches(build_automation=False))
    revision = save_revision(principal=me, app_id=app.id, request=a_request(draft.id, EDIT), ports=ports).revision
    assert (revision.build_status, revision.build_error, world.workflows.builds) == ("queued", None, [])


def test_a_compiler_that_is_down_is_not_the_caller_s_fault(world: World, ports: Ports, me: Principal) -> None:
    app, draft = world.make_app()
    before = world.stored()
    world.compiler.down = True
    with pytest.raises(Unavailable):
        save_revision(principal=me, app_id=app.id, request=a_request(draft.id, EDIT), ports=ports)
    assert world.stored() == before


def test_a_changed_dependency_brings_the_lockfile_along(world: World, ports: Ports, me: Principal) -> None:
    app, draft = world.make_app({**SAMPLE_FILES, "package-lock.json": b"{}"})
    version = ports.catalog.version("react")
    package = json.dumps({"name": "sample", "scripts": {"build": "vite build"}, "dependencies": {"react": version}})
    request = a_request(draft.id, upsert("package.json", package))
    revision = save_revision(principal=me, app_id=app.id, request=request, ports=ports).revision
    lock = world.snapshots.get(app.tenant_id, app.id, revision.tree)["package-lock.json"]
    assert b'"node_modules/react"' in lock


def test_a_project_without_lockfile_gets_none_and_an_untouched_one_stays(
    world: World, ports: Ports, me: Principal
) -> None:
    app, draft = world.make_app({**SAMPLE_FILES, "package-lock.json": b"{}"})
    revision = save_revision(principal=me, app_id=app.id, request=a_request(draft.id, EDIT), ports=ports).revision
    assert world.snapshots.get(app.tenant_id, app.id, revision.tree)["package-lock.json"] == b"{}"


_TEXT = st.text(max_size=40)
_PATHS = st.one_of(
    st.sampled_from(["src/App.tsx", "src/new.ts", "package.json"]), _TEXT, _TEXT.map(lambda t: f"src/{t}")
)
_OPERATIONS = st.lists(
    st.one_of(
        st.builds(lambda path, text: upsert(path, text), _PATHS, _TEXT),
        st.builds(lambda path, new: {"op": "rename_file", "path": path, "new_path": new}, _PATHS, _PATHS),
        st.builds(lambda path: {"op": "delete_file", "path": path}, _PATHS),
    ),
    max_size=4,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_OPERATIONS)
def test_any_operations_either_save_whole_or_change_nothing(raw: list[dict[str, Any]]) -> None:
    world = World()
    ports = world.ports(templates={})
    app, draft = world.make_app()
    before = world.stored()
    operations: list[Operation] = parse_operations(raw)
    request = SaveRequest(base_revision_id=draft.id, operations=operations)
    try:
        owner = Principal(tenant_id=app.tenant_id, subject="u")
        revision, _ = save_revision(principal=owner, app_id=app.id, request=request, ports=ports)
    except AppError as refusal:
        assert world.stored() == before
        assert refusal.code in ("BUILDER_PATCH_POLICY_VIOLATION", "VALIDATION_FAILED")
        return
    files = world.snapshots.get(app.tenant_id, app.id, revision.tree)
    assert files != SAMPLE_FILES
    assert all(files[each.path] == each.content.encode() for each in operations if isinstance(each, UpsertFile))
