"""A tenant that has added a package to its catalog, without npm."""

import json

from devkit.fakes.samples import SAMPLE_FILES, TENANT
from devkit.fakes.world import World
from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.catalog import CatalogPackage
from shared.domain.assets.own_catalog import Addition, CatalogVersion, OwnPackage
from shared.services.assets.own_catalogs import OwnCatalogs

DECLARED = json.dumps({**json.loads(SAMPLE_FILES["package.json"]), "dependencies": {"plugin": "1.4.0"}})
"""The sample's package.json with what was added."""


def own_package(name: str = "plugin") -> OwnPackage:
    described = CatalogPackage(
        name=name, version="1.4.0", category="added", frameworks=("any",), summary="Added.", on_demand=True
    )
    entry = {"version": "1.4.0", "integrity": f"sha512-{'a' * 86}=="}
    return OwnPackage(package=described, entries={f"node_modules/{name}": entry})


def with_plugin(world: World) -> OwnCatalogs:
    """The tenant's catalog, with `plugin` 1.4.0 in its current line."""
    own = world.ports().own_catalogs()
    row = Addition(
        id="add_1", name="plugin", version="1.4.0", status=AdditionStatus.ADDED, by="ann", at=world.clock.now()
    )
    digest = own.keep(TENANT, CatalogVersion().having("current", own_package()))
    own.store.put(own.store.get(TENANT).having(row, digest))
    return own
