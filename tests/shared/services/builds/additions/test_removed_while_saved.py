"""A package is removed while a save begins to use it: whichever is later is refused, and what is left fits together."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from devkit.fakes.samples import SAMPLE_FILES, TENANT
from devkit.fakes.world import World
from shared.domain.errors import PackageInUse, PolicyViolation
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.tree.operation_types import UpsertFile
from shared.services.builds.additions.addition_ports import AdditionPorts
from shared.services.builds.additions.propose_addition import Asker, propose_additions
from shared.services.builds.additions.remove_addition import remove_addition
from shared.services.revisions.save_revision import SaveRequest, save_revision
from shared.services.revisions.undo_apply import restore_revision
from tests.support.own_package import DECLARED, own_package, with_plugin

OWNER = Principal(tenant_id=TENANT, subject="ann")


class Meanwhile:
    """A part with something that happens once, just before one of its methods is called."""

    def __init__(self, part: Any, method: str, happens: Callable[[], Any]) -> None:
        self._part, self._method, self._happens = part, method, [happens]

    def __getattr__(self, name: str) -> Any:
        if name == self._method and self._happens:
            self._happens.pop()()
        return getattr(self._part, name)


class Owned:
    """A tenant that has added `plugin`, and an app that does not use it yet."""

    def __init__(self) -> None:
        self.world = World()
        self.ports = self.world.ports()
        self.own = with_plugin(self.world)
        self.app, self.draft = self.world.make_app()

    def save(self, **over: Any) -> Revision:
        request = SaveRequest(
            base_revision_id=self.draft.id,
            operations=[UpsertFile(op="upsert_file", path="package.json", content=DECLARED)],
        )
        ports = replace(self.ports, **over)
        return save_revision(principal=OWNER, app_id=self.app.id, request=request, ports=ports).revision

    def remove(self, own: Any = None) -> None:
        ports = AdditionPorts(
            own=own or self.own, apps=self.world.apps, revisions=self.world.revisions, snapshots=self.world.snapshots,
            worker=self.world.worker, clock=self.world.clock,
        )  # fmt: skip
        remove_addition(principal=OWNER, name="plugin", line="current", ports=ports)

    @property
    def offered(self) -> bool:
        return "plugin" in self.own.of(TENANT).catalog.packages

    @property
    def drafted(self) -> str | None:
        return self.world.apps.get(TENANT, self.app.id).draft_revision_id


@pytest.fixture
def owned() -> Owned:
    return Owned()


def test_what_is_there_is_saved_and_then_stays(owned: Owned) -> None:
    saved = owned.save()
    assert owned.drafted == saved.id
    with pytest.raises(PackageInUse):
        owned.remove()
    assert owned.offered


@pytest.mark.parametrize(("part", "method"), [("compiler", "compile"), ("revisions", "commit")])
def test_a_save_that_passed_its_gate_before_the_removal_is_refused(owned: Owned, part: str, method: str) -> None:
    between = Meanwhile(getattr(owned.ports, part), method, owned.remove)
    with pytest.raises(PolicyViolation, match="plugin is not in the catalog") as refused:
        owned.save(**{part: between})
    assert [one.code for one in refused.value.diagnostics] == ["PACKAGE_NOT_IN_CATALOG"]
    assert (owned.drafted, owned.offered) == (owned.draft.id, False)
    assert owned.own.store.get(TENANT).additions == ()


def test_a_removal_that_found_it_unused_before_the_save_is_refused(owned: Owned) -> None:
    own = owned.own
    between = Meanwhile(own, "version", owned.save)
    with pytest.raises(PackageInUse):
        owned.remove(between)
    assert owned.drafted != owned.draft.id and owned.offered
    assert [one.status for one in own.store.get(TENANT).additions] == ["added"]
    again = owned.own.at(TENANT, own.store.get(TENANT).digest)
    assert '"node_modules/plugin"' in again.locks[0]


def test_a_save_is_not_refused_for_what_else_happens_to_the_catalog(owned: Owned) -> None:
    def proposed() -> None:
        asker = Asker(TENANT, owned.app.id)
        assert propose_additions(["other"], "current", asker=asker, now=owned.world.clock.now(), own=owned.own)

    def another() -> None:
        row = owned.own.store.get(TENANT)
        version = owned.own.version(TENANT, row.digest)
        owned.own.store.put(
            row.model_copy(update={"digest": owned.own.keep(TENANT, version.having("current", own_package("second")))})
        )

    first = owned.save(revisions=Meanwhile(owned.ports.revisions, "commit", proposed))
    assert owned.drafted == first.id
    owned.world.add_revision(owned.app, SAMPLE_FILES)
    owned.draft = owned.world.revisions.get(TENANT, owned.app.id, owned.drafted or "")
    second = owned.save(revisions=Meanwhile(owned.ports.revisions, "commit", another))
    assert owned.drafted == second.id


def test_what_was_built_with_a_removed_package_is_restored(owned: Owned) -> None:
    saved = owned.save()
    owned.world.add_revision(owned.app, SAMPLE_FILES)
    owned.remove()
    again = restore_revision(principal=OWNER, app_id=owned.app.id, revision_id=saved.id, ports=owned.ports)
    assert owned.drafted == again.id
