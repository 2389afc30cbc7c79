"""A slug is an address that people know: once given it never leads to another tenant's app, whatever became of it."""

import pytest

from devkit.fakes.world import World
from shared.domain.errors import Conflict, NotFound
from shared.domain.identity import Principal
from shared.domain.limits import DEFAULT_LIMITS
from shared.services.apps.create_app import AppRequest, create_app
from shared.services.apps.delete_app import delete_app
from shared.services.apps.sweep_apps import sweep_apps
from shared.services.ports_bundle import Ports
from shared.services.publishing.read_runtime import read_public_runtime

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


def test_a_purged_apps_slug_is_given_to_no_other_tenant() -> None:
    world = World()
    ports = world.ports()
    slug = purged(world, ports)
    world.clock.advance(10 * 365 * 86_400)
    with pytest.raises(Conflict) as refusal:
        create_app(principal=EVE, request=AppRequest(name="Mine", slug=slug), ports=ports)
    assert refusal.value.code == "SLUG_TAKEN"
    owner = world.apps.find_slug(slug)
    assert owner is not None and owner.tenant_id == "acme"


def test_nothing_is_served_under_it() -> None:
    world = World()
    ports = world.ports()
    slug = purged(world, ports)
    with pytest.raises(NotFound):
        read_public_runtime(slug=slug, apps=ports.apps)
    assert not [key for key in world.site.objects if key.startswith(f"live/{slug}/")]
