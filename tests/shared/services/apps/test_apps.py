"""Apps: made from templates and archives, listed, changed; and nobody else's."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from devkit.fakes.broken import Broken
from devkit.fakes.samples import SAMPLE_FILES, a_conversation, a_diff, a_run, a_turn, zipped
from devkit.fakes.world import World
from shared.domain.apps.app import App, AppSettings, AutonomyMode
from shared.domain.errors import Conflict, Invalid, NotFound, Transient
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.runs.planned_step import PlannedStep
from shared.domain.runs.run_status import RunStatus
from shared.services.apps.create_app import AppRequest, create_app
from shared.services.apps.get_project import list_apps
from shared.services.apps.get_state import get_state
from shared.services.apps.import_app import Imported, ImportRequest, import_app
from shared.services.apps.patch_app import AppPatch, patch_app
from shared.services.assets.uploads import create_upload, read_upload
from shared.services.ports_bundle import Ports
from shared.services.revisions.undo_apply import restore_revision

PACKAGE = {"name": "their-shop", "scripts": {"build": "vite build"}, "dependencies": {"react": "^18.0.0"}}
PROJECT: dict[str, bytes] = {
    "index.html": SAMPLE_FILES["index.html"],
    "package.json": json.dumps(PACKAGE).encode(),
    "src/main.tsx": b"import React from 'react';\nconsole.log(React);\n",
}
BAD_TEMPLATES = [{"template": "angular"}, {"framework": "svelte"}, {"template": "vue", "framework": "react"}]


class TestCreate:
    def test_an_app_begins_as_its_template_with_a_queued_build(self, world: World, ports: Ports, me: Principal) -> None:
        app, revision = create_app(principal=me, request=AppRequest(name="My Shop!", framework="vue"), ports=ports)
        assert (app.slug, app.framework, app.template) == ("my-shop", "vue", "vue")
        assert (app.draft_revision_id, app.tenant_id) == (revision.id, me.tenant_id)
        assert (revision.origin, revision.build_status, revision.parent_revision_id) == ("template", "queued", None)
        files = world.snapshots.get(app.tenant_id, app.id, revision.tree)
        assert set(files) - {"package-lock.json"} == {*SAMPLE_FILES, "src/App.vue"}
        assert [build.kind for build in world.workflows.builds] == ["template"]

    def test_react_is_the_default(self, ports: Ports, me: Principal) -> None:
        assert create_app(principal=me, request=AppRequest(name="Shop"), ports=ports)[0].framework == "react"

    def test_derived_slugs_are_numbered_and_a_given_one_that_is_taken_is_a_conflict(
        self, ports: Ports, me: Principal, stranger: Principal
    ) -> None:
        makers = [me, stranger, me]
        slugs = [create_app(principal=who, request=AppRequest(name="Shop"), ports=ports)[0].slug for who in makers]
        assert slugs == ["shop", "shop-2", "shop-3"]
        with pytest.raises(Conflict) as caught:
            create_app(principal=stranger, request=AppRequest(name="Mine", slug="shop"), ports=ports)
        assert caught.value.code == "SLUG_TAKEN"

    def test_many_apps_of_one_name_all_get_a_slug(self, ports: Ports, me: Principal) -> None:
        slugs = {create_app(principal=me, request=AppRequest(name="Shop"), ports=ports)[0].slug for _ in range(30)}
        assert len(slugs) == 30

    @pytest.mark.parametrize("over", BAD_TEMPLATES)
    def test_unknown_or_contradicting_templates_are_refused_naming_the_known(
        self, over: dict[str, Any], world: World, ports: Ports, me: Principal
    ) -> None:
        with pytest.raises(Invalid) as caught:
            create_app(principal=me, request=AppRequest(name="Shop", **over), ports=ports)
        assert "react, vue" in (caught.value.diagnostics[0].hint or "")
        assert world.stored() == {}

    def test_an_app_whose_first_revision_cannot_be_stored_is_not_left_behind(
        self, world: World, ports: Ports, me: Principal
    ) -> None:
        revisions = Broken(world.revisions, Transient("The table does not answer."), "commit")
        broken = world.ports(templates=ports.templates, revisions=revisions)
        with pytest.raises(Transient):
            create_app(principal=me, request=AppRequest(name="Shop"), ports=broken)
        assert list_apps(principal=me, apps=world.apps, limit=10).items == []


class TestImport:
    def imported(self, files: Mapping[str, bytes], ports: Ports, me: Principal, **over: Any) -> Imported:
        return import_app(principal=me, request=ImportRequest(**over), archive=zipped(files), ports=ports)

    @pytest.mark.parametrize("name", ["  ", "\\ud800", "", 7, None])
    def test_an_odd_package_name_is_not_an_error(self, name: Any, ports: Ports, me: Principal) -> None:
        package = json.dumps({**PACKAGE, "name": "NAME"}).replace('"NAME"', json.dumps(name).replace("\\\\", "\\"))
        try:
            app = self.imported({**PROJECT, "package.json": package.encode()}, ports, me).app
        except Invalid as refusal:
            assert refusal.code == "BUILDER_PATCH_POLICY_VIOLATION"
        else:
            assert app.name

    def test_a_name_and_a_slug_may_be_given(self, ports: Ports, me: Principal) -> None:
        app = self.imported(PROJECT, ports, me, name="Ours", slug="our-shop").app
        assert (app.name, app.slug) == ("Ours", "our-shop")


class TestUploads:
    def test_an_upload_is_read_by_its_id_by_its_tenant_only(
        self, world: World, ports: Ports, me: Principal, stranger: Principal
    ) -> None:
        upload = create_upload(principal=me, blobs=world.blobs, limits=ports.limits)
        assert upload.fields["max_bytes"] == str(ports.limits.upload_bytes)
        with pytest.raises(NotFound):
            read_upload(principal=me, upload_id=upload.upload_id, blobs=world.blobs, limits=ports.limits)
        world.blobs.put(upload.fields["key"], b"zip")
        read = read_upload(principal=me, upload_id=upload.upload_id, blobs=world.blobs, limits=ports.limits)
        assert read == b"zip"
        for principal, upload_id in ((stranger, upload.upload_id), (me, "upl_../../x"), (me, "")):
            with pytest.raises(NotFound):
                read_upload(principal=principal, upload_id=upload_id, blobs=world.blobs, limits=ports.limits)


class TestReadAndPatch:
    def test_a_patch_changes_what_it_names_and_nothing_else(self, world: World, me: Principal, app: App) -> None:
        patch = AppPatch(name=" New ", settings=AppSettings(env={"VITE_A": "1"}), autonomy_mode="suggest")
        world.clock.advance(60)
        changed = patch_app(principal=me, app_id=app.id, patch=patch, ports=world.ports())
        fields = {"name", "settings", "autonomy_mode", "version", "updated_at"}
        assert changed.model_dump(exclude=fields) == app.model_dump(exclude=fields)
        assert (changed.name, changed.settings.env, changed.autonomy_mode) == ("New", {"VITE_A": "1"}, "suggest")
        assert changed.updated_at == world.clock.now()

    def test_an_address_is_chosen_until_the_app_was_online(self, world: World, me: Principal, app: App) -> None:
        other, _ = world.make_app()
        chosen = patch_app(principal=me, app_id=app.id, patch=AppPatch(slug="rosa-hair"), ports=world.ports())
        assert chosen.slug == "rosa-hair" and world.apps.find_slug(app.slug) is None
        again = patch_app(principal=me, app_id=app.id, patch=AppPatch(slug="rosa-hair"), ports=world.ports())
        assert again.version == chosen.version, "nothing was to be changed"
        for slug, refused in ((other.slug, Conflict), ("admin", Invalid), ("", Invalid)):
            with pytest.raises(refused):
                patch_app(principal=me, app_id=app.id, patch=AppPatch(slug=slug), ports=world.ports())
        world.apps.update(chosen.model_copy(update={"publish_seq": 1}))
        with pytest.raises(Conflict) as refusal:
            patch_app(principal=me, app_id=app.id, patch=AppPatch(slug="rosa"), ports=world.ports())
        assert refusal.value.code == "ALREADY_PUBLISHED"
        assert world.apps.get(app.tenant_id, app.id).slug == "rosa-hair"

    def test_two_patches_at_once_both_hold(self, world: World, me: Principal, app: App) -> None:
        plain = world.apps.update
        raced: list[bool] = []

        class Racing:
            get = staticmethod(world.apps.get)

            def update(self, changed: Any) -> Any:
                if not raced:
                    raced.append(True)
                    world.apps.update(world.apps.get(app.tenant_id, app.id).model_copy(update={"pinned_note": "B"}))
                return plain(changed)

        patch = AppPatch(instructions="A")
        racing: Any = Racing()
        changed = patch_app(principal=me, app_id=app.id, patch=patch, ports=world.ports(apps=racing))
        assert (changed.instructions, changed.pinned_note) == ("A", "B")


class TestState:
    def test_one_call_has_all_a_workspace_shows(self, world: World, ports: Ports, me: Principal) -> None:
        app, draft = world.make_app()
        waiting, gone = a_diff(app), a_diff(app, status="rejected")
        for diff in (waiting, gone):
            world.diffs.create(diff)
        state = get_state(principal=me, app_id=app.id, ports=ports)
        assert (state.app, state.draft) == (app, draft)
        assert [file.path for file in state.tree] == sorted(SAMPLE_FILES)
        assert state.build.id == draft.build_id
        assert (state.active_run, state.pending_diffs) == (None, [waiting])

    def test_the_run_at_work_is_in_it(self, world: World, ports: Ports, me: Principal, app: App) -> None:
        run = a_run(app)
        world.runs.start(run, a_turn(run), a_conversation(run))
        found = get_state(principal=me, app_id=app.id, ports=ports).active_run
        assert found is not None
        assert found.id == run.id

    def test_what_is_no_longer_in_the_draft_is_in_it(self, world: World, ports: Ports, me: Principal) -> None:
        app, first = world.make_app()
        made = world.add_revision(app, {**SAMPLE_FILES, "a.ts": b"1"}, origin="chat")
        assert get_state(principal=me, app_id=app.id, ports=ports).taken_back == []
        restore_revision(principal=me, app_id=app.id, revision_id=first.id, ports=ports)
        assert get_state(principal=me, app_id=app.id, ports=ports).taken_back == [made.id]

    def test_runs_that_wait_for_a_person_are_in_it(self, world: World, ports: Ports, me: Principal, app: App) -> None:
        statuses = {"asks": "awaiting_approval", "planned": "planned", "queued": "planned", "over": "completed"}
        made = {name: a_run(app, status=status, awaits_start=name == "planned") for name, status in statuses.items()}
        for run in made.values():
            world.runs.start(run.change(status=RunStatus.RUNNING), a_turn(run), a_conversation(run))
            world.runs.pause(world.runs.get(app.tenant_id, run.id).change(status=run.status))
        state = get_state(principal=me, app_id=app.id, ports=ports)
        assert {run.id for run in state.waiting_runs} == {made["asks"].id, made["planned"].id}
        assert state.active_run is None

    @pytest.mark.parametrize(
        ("mode", "starter", "written", "waits"),
        [
            ("suggest", "manager", True, True),
            ("suggest", "manager", False, False),
            ("off", "user", False, False),
            ("semi_auto", "user", True, True),
            ("full_auto", "manager", True, False),
        ],
    )
    def test_a_planned_run_waits_for_a_person_once_its_steps_are_written_and_only_they_let_it_begin(
        self,
        mode: AutonomyMode,
        starter: str,
        written: bool,
        waits: bool,
        world: World,
        ports: Ports,
        me: Principal,
        app: App,
    ) -> None:
        app = world.apps.update(app.model_copy(update={"autonomy_mode": mode}))
        step = PlannedStep(
            id="s1", order_index=0, actor="code_worker", tool="read_file", title="Look", created_at=app.created_at
        )
        steps = [step] if written else []
        run = a_run(app, awaits_start=True, started_by=starter, with_steps=True, plan_steps=steps)
        world.runs.start(run, a_turn(run), a_conversation(run))
        world.runs.pause(world.runs.get(app.tenant_id, run.id).change(status=RunStatus.PLANNED))
        assert bool(get_state(principal=me, app_id=app.id, ports=ports).waiting_runs) is waits


def test_a_first_revision_stands_on_nothing(world: World, ports: Ports, me: Principal) -> None:
    _, revision = create_app(principal=me, request=AppRequest(name="Shop"), ports=ports)
    assert isinstance(revision, Revision)
    assert revision.commit == world.snapshots.commit_id(
        revision.tree, None, revision.message, "user-1", int(world.clock.now().timestamp())
    )
