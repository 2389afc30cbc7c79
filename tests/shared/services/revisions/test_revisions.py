"""Revisions: restored, reset, named, read, compared, tried out."""

from typing import Any

import pytest

from devkit.fakes.clock import FakeClock
from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.builds.compile_report import CompileReport
from shared.domain.errors import Conflict, Invalid, NotFound
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.switches import Switches
from shared.domain.tree.operations import parse_operations
from shared.services.apps.reset_template import reset_template
from shared.services.diffs.diff_revisions import diff_revisions
from shared.services.ports_bundle import Ports
from shared.services.revisions.get_revision import label_revision, list_revisions
from shared.services.revisions.read_files import list_files, read_file
from shared.services.revisions.undo_apply import restore_revision
from shared.services.revisions.validate_change import ValidateRequest, Validation, read_validation, validate_change
from tests.shared.services.builds.pipeline import archive, finalise, run_pipeline, to_worker, upload

CHANGED = {**SAMPLE_FILES, "src/App.tsx": b"export const App = () => 'Bye';\n", "public/dot.png": b"\x89PNG\x00"}


class TestRestore:
    def test_restoring_adds_a_revision_and_loses_none(self, world: World, ports: Ports, me: Principal) -> None:
        app, first = world.make_app()
        second = world.add_revision(app, CHANGED)
        restored = restore_revision(principal=me, app_id=app.id, revision_id=first.id, ports=ports)
        assert (restored.tree, restored.parent_revision_id, restored.origin) == (first.tree, second.id, "restore")
        assert restored.build_status == "queued"
        listed = list_revisions(principal=me, app_id=app.id, ports=world.ports(), limit=10)
        assert {revision.id for revision in listed.items} == {first.id, second.id, restored.id}
        assert world.apps.get(app.tenant_id, app.id).draft_revision_id == restored.id

    def test_another_app_s_revision_is_not_found(self, world: World, ports: Ports, me: Principal, app: App) -> None:
        _, foreign = world.make_app()
        with pytest.raises(NotFound):
            restore_revision(principal=me, app_id=app.id, revision_id=foreign.id, ports=ports)


class TestReset:
    def test_a_reset_is_the_template_s_tree_on_top(self, world: World, ports: Ports, me: Principal) -> None:
        app, first = world.make_app()
        reset = reset_template(principal=me, app_id=app.id, template="vue", ports=ports)
        assert (reset.origin, reset.parent_revision_id) == ("reset", first.id)
        stored = world.apps.get(app.tenant_id, app.id)
        assert (stored.framework, stored.template, stored.draft_revision_id) == ("vue", "vue", reset.id)

    def test_an_unknown_template_changes_nothing(self, world: World, ports: Ports, me: Principal, app: App) -> None:
        with pytest.raises(Invalid):
            reset_template(principal=me, app_id=app.id, template="../etc", ports=ports)
        assert world.apps.get(app.tenant_id, app.id) == app


class TestLabel:
    def label(self, world: World, me: Principal, app_id: str, revision_id: str, label: str | None) -> str | None:
        named = label_revision(principal=me, app_id=app_id, revision_id=revision_id, label=label, ports=world.ports())
        return named.label

    def test_a_label_is_set_and_taken_away(self, world: World, me: Principal, app: App, draft: Revision) -> None:
        assert self.label(world, me, app.id, draft.id, " Before launch ") == "Before launch"
        assert self.label(world, me, app.id, draft.id, "  ") is None

    def test_a_label_has_a_limit(self, world: World, me: Principal, app: App, draft: Revision) -> None:
        with pytest.raises(Invalid):
            self.label(world, me, app.id, draft.id, "x" * 201)


class TestRead:
    def test_files_are_listed_and_read_as_text_or_base64(self, world: World, app: App) -> None:
        revision = world.add_revision(app, CHANGED)
        assert [file.path for file in list_files(revision=revision, snapshots=world.snapshots)] == sorted(CHANGED)
        text = read_file(revision=revision, path="src/App.tsx", snapshots=world.snapshots)
        assert (text.encoding, text.content) == ("utf-8", CHANGED["src/App.tsx"].decode())
        binary = read_file(revision=revision, path="public/dot.png", snapshots=world.snapshots)
        assert (binary.encoding, binary.content, binary.size) == ("base64", "iVBORwA=", 5)

    def test_a_text_file_that_is_not_text_after_all_is_read_as_base64(self, world: World, app: App) -> None:
        revision = world.add_revision(app, {**SAMPLE_FILES, "src/odd.ts": b"\xff\xfe"})
        assert read_file(revision=revision, path="src/odd.ts", snapshots=world.snapshots).encoding == "base64"

    @pytest.mark.parametrize("path", ["", "src", "../package.json", "src/none.ts", "/package.json", "\0"])
    def test_a_path_that_is_not_there_is_not_found(self, path: str, world: World) -> None:
        _, revision = world.make_app()
        with pytest.raises(NotFound):
            read_file(revision=revision, path=path, snapshots=world.snapshots)


class TestDiff:
    def test_a_diff_is_to_the_parent_or_to_the_one_named_or_to_nothing(self, world: World, me: Principal) -> None:
        app, first = world.make_app()
        second = world.add_revision(app, CHANGED)
        ask: dict[str, Any] = {"principal": me, "app_id": app.id, "ports": world.ports()}
        to_parent = diff_revisions(revision_id=second.id, against=None, **ask)
        assert to_parent.against == first.id
        assert [(file.path, file.status) for file in to_parent.files] == [
            ("public/dot.png", "added"),
            ("src/App.tsx", "modified"),
        ]
        assert "-export function App() {" in to_parent.patch
        back = diff_revisions(revision_id=first.id, against=second.id, **ask)
        assert [file.status for file in back.files] == ["deleted", "modified"]
        everything = diff_revisions(revision_id=first.id, against=None, **ask)
        assert everything.against is None
        assert {file.path for file in everything.files} == set(SAMPLE_FILES)


class BuildingClock(FakeClock):
    """While somebody waits, the pipeline works."""

    def __init__(self) -> None:
        super().__init__()
        self.work: Any = None

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.work is not None:
            work, self.work = self.work, None
            work()


class TestValidate:
    def request(self, base: str, content: str = "export {};\n", worker: bool | None = False) -> ValidateRequest:
        operations = parse_operations([{"op": "upsert_file", "path": "src/new.ts", "content": content}])
        return ValidateRequest(base_revision_id=base, operations=operations, worker=worker)

    def validate(self, me: Principal, app_id: str, request: ValidateRequest, ports: Ports) -> Validation:
        return validate_change(principal=me, app_id=app_id, request=request, ports=ports)

    def test_what_would_pass_is_valid_and_nothing_is_kept(self, world: World, ports: Ports, me: Principal) -> None:
        app, draft = world.make_app()
        before = world.stored()
        assert self.validate(me, app.id, self.request(draft.id), ports) == Validation(valid=True, diagnostics=[])
        assert world.stored() == before

    def test_what_would_be_refused_is_an_answer_not_an_error(self, world: World, ports: Ports, me: Principal) -> None:
        app, draft = world.make_app()
        found = self.validate(me, app.id, self.request(draft.id, COMPILE_ERROR), ports)
        assert (found.valid, [each.path for each in found.diagnostics]) == (False, ["src/new.ts"])
        empty = ValidateRequest(base_revision_id=draft.id, operations=[])
        assert [each.code for each in self.validate(me, app.id, empty, ports).diagnostics] == ["OPERATIONS_EMPTY"]
        world.compiler.respond = lambda _: CompileReport(ok=False)
        silent = self.validate(me, app.id, self.request(draft.id), ports)
        assert (silent.valid, [each.code for each in silent.diagnostics]) == (False, ["BUILDER_COMPILE_FAILED"])

    def test_a_stale_base_is_a_conflict(self, world: World, ports: Ports, me: Principal) -> None:
        app, draft = world.make_app()
        world.add_revision(app, CHANGED)
        with pytest.raises(Conflict):
            self.validate(me, app.id, self.request(draft.id), ports)

    def test_with_a_worker_the_build_s_verdict_is_awaited(self, me: Principal) -> None:
        clock = BuildingClock()
        world = World(clock=clock)
        ports = world.ports(templates={})
        app, draft = world.make_app()
        clock.work = lambda: run_pipeline(world, world.workflows.builds[-1])
        found = self.validate(me, app.id, self.request(draft.id, worker=True), ports)
        assert (found.valid, found.pending) == (True, False)
        assert world.apps.get(app.tenant_id, app.id).draft_revision_id == draft.id

        def fail() -> None:
            build = to_worker(world, world.workflows.builds[-1], "t")
            upload(world, build, archive(build, status="failed", reason="exit", exit_code=1, message="no", dist={}))
            finalise(world, build)

        clock.work = fail
        failed = self.validate(me, app.id, self.request(draft.id, "1;\n", worker=True), ports)
        assert (failed.valid, failed.pending) == (False, False)
        assert [each.code for each in failed.diagnostics] == ["BUILD_FAILED"]

    def test_a_build_that_takes_too_long_is_pending_and_can_be_asked_for(
        self, world: World, ports: Ports, me: Principal, app: App, draft: Revision
    ) -> None:
        found = self.validate(me, app.id, self.request(draft.id, worker=True), ports)
        assert (found.valid, found.pending) == (False, True)
        assert sum(world.clock.slept) <= 25
        assert found.build_id is not None
        run_pipeline(world, world.builds.find(found.build_id))
        later = read_validation(principal=me, app_id=app.id, build_id=found.build_id, ports=ports)
        assert (later.valid, later.pending) == (True, False)

    def test_left_out_the_worker_is_asked_while_its_gate_is_on(self, world: World, me: Principal) -> None:
        app, draft = world.make_app()
        for off in (Switches(worker_build_gate=False), Switches(build_automation=False)):
            found = self.validate(me, app.id, self.request(draft.id, worker=None), world.ports(switches=off))
            assert (found, world.workflows.builds) == (Validation(valid=True, diagnostics=[]), [])
        found = self.validate(me, app.id, self.request(draft.id, worker=None), world.ports())
        assert (found.pending, len(world.workflows.builds)) == (True, 1)

    def test_the_same_change_is_built_once(self, world: World, ports: Ports, me: Principal) -> None:
        app, draft = world.make_app()
        first = self.validate(me, app.id, self.request(draft.id, worker=None), ports)
        run_pipeline(world, world.builds.find(str(first.build_id)))
        again = self.validate(me, app.id, self.request(draft.id, worker=None), ports)
        assert (again.valid, again.build_id, len(world.workflows.builds)) == (True, first.build_id, 1)
        other = self.validate(me, app.id, self.request(draft.id, "2;\n", worker=None), ports)
        assert other.build_id != first.build_id

    def test_one_that_failed_is_built_again(self, world: World, ports: Ports, me: Principal) -> None:
        app, draft = world.make_app()
        first = self.validate(me, app.id, self.request(draft.id, worker=True), ports)
        finalise(world, to_worker(world, world.builds.find(str(first.build_id))))
        again = self.validate(me, app.id, self.request(draft.id, worker=True), ports)
        assert (again.pending, again.build_id != first.build_id) == (True, True)

    def test_a_trial_takes_no_report_s_place(self, world: World, ports: Ports, me: Principal) -> None:
        app, draft = world.make_app()
        found = self.validate(me, app.id, self.request(draft.id, worker=True), ports)
        run_pipeline(world, world.builds.find(str(found.build_id)))
        assert world.results.get(app.tenant_id, app.id) is None

    def test_a_worker_that_cannot_start_is_told(self, world: World, ports: Ports, me: Principal) -> None:
        app, draft = world.make_app()
        world.workflows.down = True
        found = self.validate(me, app.id, self.request(draft.id, worker=True), ports)
        assert (found.valid, [each.code for each in found.diagnostics]) == (False, ["ENQUEUE_FAILED"])
