"""Publishers, an unpublisher and a sweeper at once, in any order of their steps, with or without a sudden death.

Whatever happens, in the end visitors get the newest publication, whole, or nothing at all when that is what it says.
"""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.errors import Conflict, Transient
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.services.apps.sweep_apps import sweep_apps
from shared.services.ports_bundle import Ports
from shared.services.publishing.publish_app import Published, switch_site
from shared.services.publishing.reconcile_site import reconcile_site
from tests.shared.services.publishing.test_publishing import a_dist, built, live
from tests.shared.services.publishing.turns import ActorDied, Turns, run_together

_PORTS = ("apps", "revisions", "blobs", "site", "cdn", "snapshots")


class Scene:
    """An app with three built revisions, the first of them live."""

    def __init__(self) -> None:
        self.world = World()
        self.ports: Ports = self.world.ports(templates={}, catalog=None, catalog_locks=())
        self.app: App = self.world.make_app(slug="race")[0]
        self.dists = [a_dist(name) for name in "ABC"]
        self.revisions: list[Revision] = [built(self.world, self.app, dist) for dist in self.dists]
        self.me = Principal(tenant_id=self.app.tenant_id, subject="u")
        self.publish(0, self.ports)

    def publish(self, number: int | None, ports: Ports) -> Published:
        chosen = None if number is None else self.revisions[number].id
        return switch_site(principal=self.me, app_id=self.app.id, choose=lambda _: chosen, ports=ports)

    def stepped(self, turns: Turns, actor: int, lives: int | None = None) -> Ports:
        left = None if lives is None else [lives]
        stepped: dict[str, Any] = {name: turns.port(actor, getattr(self.ports, name), left) for name in _PORTS}
        return self.world.ports(**stepped)

    def stored(self) -> App:
        return self.world.apps.get(self.app.tenant_id, self.app.id)

    def page_is_whole(self) -> None:
        """The live page, if there is one, never names a script that is not there."""
        found = live(self.world, self.app)
        page = found.get("index.html", b"").decode()
        missing = [path for path in re.findall(r'src="/([^"]+)"', page) if path not in found]
        assert missing == [], "a visitor gets a page without its script"

    def is_reconciled(self) -> None:
        stored = self.stored()
        assert stored.settled_seq == stored.publish_seq
        assert not stored.unreconciled
        found = live(self.world, self.app)
        if stored.published_revision_id is None:
            assert found == {}
            assert self.world.site.list("published/") == []
            return
        number = [revision.id for revision in self.revisions].index(stored.published_revision_id)
        assert {path: found.get(path) for path in self.dists[number]} == self.dists[number]


# bursts, so that one actor may do all its work between two steps of another
SCHEDULES = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 30)), max_size=12).map(
    lambda bursts: [actor for actor, steps in bursts for _ in range(steps)]
)


@settings(max_examples=60, deadline=None)
@given(SCHEDULES)
def test_racing_publishers_end_with_the_newest_and_never_a_broken_page(schedule: list[int]) -> None:
    scene = Scene()
    turns = Turns(schedule, 3, watch=scene.page_is_whole)
    outcomes = run_together(
        turns,
        [
            lambda: scene.publish(1, scene.stepped(turns, 0)),
            lambda: scene.publish(2, scene.stepped(turns, 1)),
            lambda: reconcile_site(tenant_id=scene.app.tenant_id, app_id=scene.app.id, ports=scene.stepped(turns, 2)),
        ],
    )
    assert all(isinstance(outcome, Published | App | Conflict | Transient) for outcome in outcomes), outcomes
    scene.is_reconciled()
    stored = scene.stored()
    assert stored.publish_seq == 3
    winners = [outcome for outcome in outcomes[:2] if isinstance(outcome, Published)]
    assert stored.published_revision_id in [winner.revision_id for winner in winners]


@settings(max_examples=60, deadline=None)
@given(SCHEDULES)
def test_publishing_against_unpublishing_ends_as_the_newest_of_them_says(schedule: list[int]) -> None:
    scene = Scene()
    turns = Turns(schedule, 3)
    outcomes = run_together(
        turns,
        [
            lambda: scene.publish(1, scene.stepped(turns, 0)),
            lambda: scene.publish(None, scene.stepped(turns, 1)),
            lambda: scene.publish(2, scene.stepped(turns, 2)),
        ],
    )
    assert all(isinstance(outcome, Published | Conflict | Transient) for outcome in outcomes), outcomes
    scene.is_reconciled()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 40))
def test_a_publisher_that_dies_at_any_step_is_mended_by_the_sweeper(lives: int) -> None:
    scene = Scene()
    turns = Turns([], 1, watch=scene.page_is_whole)
    [outcome] = run_together(turns, [lambda: scene.publish(1, scene.stepped(turns, 0, lives))])
    assert isinstance(outcome, Published | ActorDied)
    scene.page_is_whole()
    scene.world.clock.advance(300)
    sweep_apps(ports=scene.ports, limits=scene.ports.limits)
    scene.is_reconciled()


@pytest.mark.parametrize("steps", range(30))
def test_a_publisher_overtaken_between_any_two_steps_does_not_bring_the_old_page_back(steps: int) -> None:
    scene = Scene()
    turns = Turns([0] * steps + [1] * 60, 2, watch=scene.page_is_whole)
    first, second = run_together(
        turns,
        [lambda: scene.publish(1, scene.stepped(turns, 0)), lambda: scene.publish(2, scene.stepped(turns, 1))],
    )
    scene.is_reconciled()
    assert isinstance(second, Published | Conflict)
    assert isinstance(first, Published | Conflict)
