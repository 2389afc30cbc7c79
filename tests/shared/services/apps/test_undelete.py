"""A deleted app comes back whole for a week: draft, history, conversations, diffs, slug; then it is gone for good."""

from collections.abc import Iterator

import pytest

from devkit.fakes.model import call
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver
from shared.domain.apps.app import App
from shared.domain.errors import Conflict, NotFound
from shared.domain.identity import Principal
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.apps.create_app import AppRequest, create_app
from shared.services.apps.delete_app import delete_app, undelete_app
from shared.services.apps.sweep_apps import sweep_apps
from shared.services.diffs.find_diff import is_open
from shared.services.ports_bundle import Ports
from shared.services.publishing.publish_app import publish_app
from shared.services.publishing.read_runtime import read_public_runtime
from shared.services.runs.end.end_run import end_run
from shared.services.runs.end.sweep_runs import sweep_runs

WEEK = 7 * 86_400
WROTE = call("write_file", path="src/new.ts", content="export const made = 1;\n")
DONE = call("finish", summary="Made.", rationale=None, assumptions=None)


class Story:
    """An app with a committed turn, an interrupted one whose work waits for review, and a published site."""

    def __init__(self) -> None:
        self.loop = LoopDriver([WROTE, DONE, call("write_file", path="src/half.ts", content="export {};\n"), DONE])
        self.world: World = self.loop.world
        self.ports = self.world.ports()
        self.first = self.loop.play()
        made = self.world.revisions.get(USER.tenant_id, self.first.app_id, self.first.outcome.revision_id or "")
        self.world._put_dist(made)  # what the worker would have uploaded
        self.half = self.loop.start("And more", app_id=self.first.app_id, conversation_id=self.first.conversation_id)
        self.loop.follow(self.half, most=1)
        end_run(self.half.tenant_id, self.half.id, status=RunStatus.INTERRUPTED, ports=self.loop.ports)
        self.before = self.app()

    def app(self) -> App:
        return self.world.apps.get(USER.tenant_id, self.first.app_id)

    def delete(self) -> None:
        delete_app(principal=USER, app_id=self.first.app_id, ports=self.ports)

    def undelete(self) -> App:
        return undelete_app(principal=USER, app_id=self.first.app_id, ports=self.ports)

    def sweep(self) -> int:
        runs = sweep_runs(ports=self.loop.ports, workflows=self.world.workflows)
        return runs + sweep_apps(ports=self.ports, limits=self.ports.limits)

    def half_done(self) -> Run:
        return self.world.runs.get(USER.tenant_id, self.half.id)


@pytest.fixture
def story() -> Iterator[Story]:
    yield Story()


def test_in_the_last_minute_everything_comes_back_but_the_publication(story: Story) -> None:
    world, app_id = story.world, story.first.app_id
    publish = {"app_id": app_id, "principal": USER, "ports": story.ports}
    publish_app(**publish)
    story.delete()
    world.clock.advance(WEEK - 60)
    assert story.sweep() == 0
    back = story.undelete()
    assert (back.slug, back.draft_revision_id) == (story.before.slug, story.before.draft_revision_id)
    assert back.last_green_revision_id == story.before.last_green_revision_id
    assert (back.deleted_at, back.published_revision_id, back.active_run_id) == (None, None, None)
    draft = world.revisions.get(USER.tenant_id, app_id, back.draft_revision_id or "")
    assert world.snapshots.get(USER.tenant_id, app_id, draft.tree)["src/new.ts"] == b"export const made = 1;\n"
    assert len(world.revisions.list(USER.tenant_id, app_id, limit=10).items) == 2
    turns = world.turns.turns(USER.tenant_id, app_id, limit=10).items
    assert {turn.status for turn in turns} == {"completed", "interrupted"}
    assert world.turns.conversation(USER.tenant_id, app_id, story.first.conversation_id).id
    diff = world.diffs.get(USER.tenant_id, app_id, story.half_done().outcome.diff_id or "")
    assert is_open(diff)
    published = publish_app(**publish)
    assert published.revision_id == back.draft_revision_id
    world.clock.advance(2 * WEEK)
    assert story.sweep() == 0, "who is back is not purged later"


def test_work_that_was_interrupted_before_is_resumed_after(story: Story) -> None:
    story.delete()
    story.undelete()
    again = story.loop.resume(story.half)
    assert story.loop.follow(again).status == "completed"
    draft = story.world.revisions.get(USER.tenant_id, again.app_id, story.app().draft_revision_id or "")
    assert "src/half.ts" in story.world.snapshots.get(USER.tenant_id, again.app_id, draft.tree)


def test_a_run_at_work_when_its_app_is_deleted_does_not_lock_what_comes_back(story: Story) -> None:
    run = story.loop.start("Still at it", app_id=story.first.app_id)
    story.delete()
    story.world.workflows.running.clear()
    story.world.clock.advance(600)
    assert story.sweep() == 1
    assert story.world.runs.get(run.tenant_id, run.id).ended
    assert story.undelete().active_run_id is None


def test_after_the_last_moment_nobody_brings_it_back_and_then_it_is_purged(story: Story) -> None:
    story.delete()
    story.world.clock.advance(WEEK + 1)
    with pytest.raises(NotFound):
        story.undelete()
    assert story.sweep() == 0, "a person who was in time is sure to find everything"
    story.world.clock.advance(3600)
    assert story.sweep() == 1
    with pytest.raises(NotFound):
        story.undelete()
    own = f"apps/{USER.tenant_id}/{story.first.app_id}/"
    assert story.sweep() == 0 and story.world.blobs.list(own) == story.world.site.list(own) == []
    assert story.world.apps.find_slug(story.before.slug) is not None


ANN = Principal(tenant_id="acme", subject="ann")
EVE = Principal(tenant_id="rival", subject="eve")


def purged(world: World, ports: Ports) -> str:
    """The slug of an app that was made, deleted, and a week later purged."""
    app, _ = create_app(principal=ANN, request=AppRequest(name="Our shop", slug="our-shop"), ports=ports)
    delete_app(principal=ANN, app_id=app.id, ports=ports)
    world.clock.advance(DEFAULT_LIMITS.deleted_app_seconds + 3600)
    for _ in range(3):
        sweep_apps(ports=ports, limits=DEFAULT_LIMITS)
    assert world.apps.get("acme", app.id, include_deleted=True).purged_at is not None
    return app.slug


def test_a_purged_apps_slug_is_given_to_no_other_tenant(world: World) -> None:
    ports = world.ports()
    slug = purged(world, ports)
    world.clock.advance(10 * 365 * 86_400)
    with pytest.raises(Conflict) as refusal:
        create_app(principal=EVE, request=AppRequest(name="Mine", slug=slug), ports=ports)
    assert refusal.value.code == "SLUG_TAKEN"
    owner = world.apps.find_slug(slug)
    assert owner is not None and owner.tenant_id == "acme"


def test_nothing_is_served_under_it(world: World) -> None:
    ports = world.ports()
    slug = purged(world, ports)
    with pytest.raises(NotFound):
        read_public_runtime(slug=slug, apps=ports.apps)
    assert not [key for key in world.site.objects if key.startswith(f"live/{slug}/")]
