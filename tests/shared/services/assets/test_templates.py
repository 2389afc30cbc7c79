"""The packs that ship: each can be an app, as it is."""

import json

import pytest

from devkit.fakes.world import World
from shared.domain.agent.model_messages import Usage
from shared.domain.apps.app import Framework
from shared.domain.identity import Principal
from shared.domain.tree.policy import check_project
from shared.services.apps.create_app import AppRequest, create_app
from shared.services.assets.load_catalog import load_catalog
from shared.services.assets.load_models import load_prices
from shared.services.assets.load_templates import load_templates
from shared.services.assets.template_kinds import kind_of, of_kind
from shared.services.ports_bundle import Ports

PACKS = load_templates()


def test_there_is_one_for_every_framework() -> None:
    assert {pack.framework for pack in PACKS.values()} == {"react", "vue", "svelte", "vanilla"}
    assert all(pack.title and pack.description for pack in PACKS.values())


@pytest.mark.parametrize("key", PACKS)
def test_a_pack_obeys_the_rules_and_carries_nothing_that_was_built(key: str) -> None:
    pack = PACKS[key]
    assert check_project(pack.files, load_catalog()) == []
    assert not [path for path in pack.files if path.startswith(("node_modules/", "dist/"))]
    assert {"index.html", "package.json", "package-lock.json"} <= set(pack.files)
    assert json.loads(pack.files["package.json"])["scripts"]["build"]


@pytest.mark.parametrize("framework", ["react", "vue", "svelte", "vanilla"])
def test_who_names_only_the_framework_gets_the_site(framework: Framework, world: World, me: Principal) -> None:
    app, _ = create_app(principal=me, request=AppRequest(name="Shop", framework=framework), ports=world.ports())
    assert app.template == framework


def test_the_kind_is_in_the_key() -> None:
    assert {key: kind_of(key) for key in ("react", "react-app")} == {"react": "site", "react-app": "app"}
    assert set(of_kind("site", PACKS)) | set(of_kind("app", PACKS)) == set(PACKS)


@pytest.mark.parametrize("key", PACKS)
def test_an_app_begins_as_the_pack_is(key: str, world: World, me: Principal) -> None:
    ports: Ports = world.ports()
    app, revision = create_app(principal=me, request=AppRequest(name="Shop", template=key), ports=ports)
    assert world.snapshots.get(app.tenant_id, app.id, revision.tree) == PACKS[key].files
    assert (app.framework, app.template) == (PACKS[key].framework, key)


def test_the_table_is_sane() -> None:
    prices = load_prices()
    for name, price in prices.models.items():
        assert 0 <= price.cached <= price.input <= price.output, name
        assert price.input <= (price.cache_write or price.input) <= 2 * price.input, name


def test_the_offline_model_is_free_and_an_unknown_one_is_not() -> None:
    usage = Usage(input_tokens=1000, output_tokens=1000)
    assert load_prices().cost("offline-demo", usage) == 0
    assert load_prices().cost("somebody-elses-model", usage) is None
