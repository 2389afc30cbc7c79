"""Which pages count as confirmed by a person, and how that is carried on."""

from collections.abc import Mapping

import pytest

from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Origin, Revision
from shared.domain.tree.operation_types import parse_operations
from shared.services.publishing.publish_app import publish_app
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.mark_untrusted import ConfirmRequest, confirm_source
from shared.services.revisions.save_revision import SaveRequest, save_revision

FILES: Mapping[str, bytes] = {"src/a.js": b'fetch("https://api.example.com")'}


class Scene:
    def __init__(self) -> None:
        self.world = World()
        self.ports = self.world.ports()
        self.app, self.revision = self.world.make_app()
        self.person = Principal(tenant_id=self.app.tenant_id, subject="user-1")
        self.key = Principal(tenant_id=self.app.tenant_id, subject="key:1", machine=True)

    def stored(self) -> App:
        return self.world.apps.get(self.app.tenant_id, self.app.id)

    def confirmed(self) -> str | None:
        known = self.stored().confirmed_page
        return known.revision_id if known else None

    def draft(self) -> Revision:
        return self.world.revisions.get(self.app.tenant_id, self.app.id, self.stored().draft_revision_id or "")

    def add(self, who: Principal, origin: Origin, files: Mapping[str, bytes] = FILES) -> Revision:
        tree = self.world.snapshots.put(self.app.tenant_id, self.app.id, dict(files))
        new = NextRevision(
            app_id=self.app.id, slug=self.app.slug, tree=tree, parent=self.draft(), origin=origin, message="x"
        )
        return add_revision(principal=who, new=new, ports=self.ports)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_who_publishes_or_vouches_has_confirmed(scene: Scene) -> None:
    publish_app(principal=scene.person, app_id=scene.app.id, ports=scene.ports)
    assert scene.confirmed() == scene.revision.id
    scene.add(scene.person, "chat")
    next_one = scene.draft()
    said = ConfirmRequest(revision_id=next_one.id)
    app = confirm_source(principal=scene.person, app_id=scene.app.id, request=said, ports=scene.ports)
    assert app.confirmed_page is not None and app.confirmed_page.revision_id == next_one.id
    assert app.page_hosts == ["api.example.com"]


def test_an_api_key_that_publishes_has_not(scene: Scene) -> None:
    publish_app(principal=scene.key, app_id=scene.app.id, ports=scene.ports)
    assert scene.stored().published_revision_id == scene.revision.id and scene.confirmed() is None


@pytest.mark.parametrize(("origin", "carried"), [("save", True), ("chat", False), ("import", False), ("revert", False)])
def test_only_a_persons_own_change_of_a_confirmed_page_is_confirmed(
    scene: Scene, origin: Origin, carried: bool
) -> None:
    scene.world.confirm_page(scene.revision)
    made = scene.add(scene.person, origin)
    assert (scene.confirmed() == made.id) is carried


def test_a_persons_change_of_a_page_that_nobody_confirmed_confirms_nothing(scene: Scene) -> None:
    scene.add(scene.person, "save")
    assert scene.confirmed() is None


def test_a_keys_save_confirms_nothing(scene: Scene) -> None:
    scene.world.confirm_page(scene.revision)
    scene.add(scene.key, "save")
    assert scene.confirmed() == scene.revision.id


def saved(scene: Scene, who: Principal, content: str) -> Revision:
    operation = {"op": "upsert_file", "path": "src/a.js", "content": content}
    request = SaveRequest(base_revision_id=scene.draft().id, operations=parse_operations([operation]))
    return save_revision(principal=who, app_id=scene.app.id, request=request, ports=scene.ports).revision


def test_a_save_by_hand_confirms_its_page_with_its_hosts_in_one_write(scene: Scene) -> None:
    saved(scene, scene.person, "export const a = 1;")
    assert scene.confirmed() is None, "the page before it is not confirmed"
    scene.world.confirm_page(scene.draft())
    version = scene.stored().version
    made = saved(scene, scene.person, 'fetch("https://api.example.com");')
    assert (scene.confirmed(), scene.stored().version) == (made.id, version + 1)
    assert scene.stored().page_hosts == ["api.example.com"]
    saved(scene, scene.key, "export const a = 2;")
    assert scene.confirmed() == made.id


def test_a_confirmed_tree_that_comes_back_is_confirmed_again(scene: Scene) -> None:
    scene.world.confirm_page(scene.revision)
    scene.add(scene.person, "chat")
    before = scene.world.snapshots.get(scene.app.tenant_id, scene.app.id, scene.revision.tree)
    again = scene.add(scene.person, "restore", before)
    assert scene.confirmed() == again.id
