"""A package from its owner's wish to a catalog that has it: the real worker's task and the real npm, over a registry of
the test's own. Whatever goes wrong, the catalog is what it was."""

import json
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from devkit.fakes.samples import TENANT
from devkit.fakes.world import World
from devkit.stack.worker_jobs import HttpStore, pack
from shared.domain.assets.catalog import Shelf, build_catalog
from shared.domain.assets.own_catalog import Addition
from shared.domain.builds.package_spec import archive_key
from shared.domain.builds.worker_contract import parse_job
from shared.domain.errors import (
    CatalogBusy,
    Invalid,
    NotFound,
    PackageInCatalog,
    PackageInUse,
    PackageNameNear,
    Unavailable,
)
from shared.domain.identity import Principal
from shared.domain.tree.lockfile import read_packages
from shared.services.assets.own_catalogs import OwnCatalogs
from shared.services.builds.additions.addition_ports import AdditionPorts
from shared.services.builds.additions.finish_addition import finish_addition
from shared.services.builds.additions.propose_addition import Asker, propose_additions
from shared.services.builds.additions.recover_additions import recover_additions
from shared.services.builds.additions.remove_addition import list_additions, remove_addition
from shared.services.builds.additions.request_addition import Wish, request_addition, result_key
from tests.support.npm_registry import NpmRegistry
from worker.build import run_job
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain

ELSEWHERE = "http://elsewhere.example"
OWNER = Principal(tenant_id=TENANT, subject="ann")


class Keeper:
    """The owner of a tenant over a small catalog, `frame` 2, and the worker that does what is asked of it."""

    def __init__(self, registry: NpmRegistry, toolchain: InstalledToolchain, folder: Path) -> None:
        self.world, self.toolchain, self.folder = World(), toolchain, folder
        self.ship(registry.publish("framework", "2.0.0"))

    def ship(self, frame: dict[str, Any]) -> None:
        """What ships from now on."""
        manifest = {"name": "catalog", "version": "1.0.0", "dependencies": {"framework": frame["version"]}}
        packages = {"": manifest, "node_modules/framework": frame}
        lock = json.dumps({"name": "catalog", "lockfileVersion": 3, "requires": True, "packages": packages})
        described = {"name": "framework", "category": "ui", "frameworks": ["any"], "summary": "A framework."}
        catalog = build_catalog(manifest, lock, {"packages": [described]})
        self.ports = self.world.ports(catalog=catalog, catalog_locks=(lock,))
        self.base = Shelf(catalog, (lock,))
        self.own = OwnCatalogs(self.world.own_catalogs, self.world.blobs, self.base)
        self.adding = AdditionPorts(
            own=self.own, apps=self.world.apps, revisions=self.world.revisions, snapshots=self.world.snapshots,
            worker=self.world.worker, clock=self.world.clock,
        )  # fmt: skip

    def ask(self, name: str, version: str | None = None) -> Addition:
        return request_addition(principal=OWNER, wish=Wish(name, version), ports=self.adding)

    def work(self, cancel: threading.Event | None = None) -> None:
        """What the worker makes of the newest job lies where the services look for it."""
        job = self.world.worker.jobs[-1]
        tree = next(tree for (_, app, _), tree in reversed(self.world.snapshots.trees.items()) if app == "catalog")
        with HttpStore() as store:
            document = store.job(job.build_id, pack(tree)) | {
                "task": job.task, "command": list(job.command), "toolchain": {},
            }  # fmt: skip
            run_job(parse_job(document), toolchain=self.toolchain, sandbox=Process(), work_dir=self.folder,
                    cancel=cancel)  # fmt: skip
            self.world.blobs.put(result_key(TENANT, job.build_id), store.uploads[job.build_id])

    def end(self) -> Addition:
        done = self.world.worker.jobs[-1].build_id
        finish_addition(tenant_id=TENANT, addition_id=done, own=self.own, now=self.world.clock.now())
        return self.listed()[0]

    def add(self, name: str, version: str | None = None) -> Addition:
        self.ask(name, version)
        self.work()
        return self.end()

    def listed(self) -> list[Addition]:
        return list_additions(principal=OWNER, own=self.own, clock=self.world.clock).items

    def remove(self, name: str) -> None:
        remove_addition(principal=OWNER, name=name, line="current", ports=self.adding)

    @property
    def names(self) -> list[str]:
        return sorted(self.own.of(TENANT).catalog.packages)


@pytest.fixture
def keeper(registry: NpmRegistry, toolchain: InstalledToolchain, tmp_path: Path) -> Keeper:
    return Keeper(registry, toolchain, tmp_path)


def test_a_package_comes_in_with_what_it_needs_and_goes_when_nothing_uses_it(
    keeper: Keeper, registry: NpmRegistry
) -> None:
    helper = registry.publish("helper", "0.3.0")
    plugin = registry.publish(
        "plugin", "1.4.0", dependencies={"helper": "^0.3.0"}, peerDependencies={"framework": "^2.0.0"}
    )
    registry.publish("plugin", "1.5.0", at=keeper.world.clock.now().isoformat())
    registry.advisories = {}
    added = keeper.add("plugin")
    assert not [key for key in keeper.world.blobs.objects if "/additions/" in key], (
        "what was taken in lies nowhere twice"
    )
    assert (added.status, added.version, added.code, added.reason) == ("added", "1.4.0", None, None)
    assert (added.licence, added.packages, added.by) == ("MIT", 2, "ann")
    assert keeper.names == ["framework", "plugin"]
    for entry in (helper, plugin):
        assert keeper.world.blobs.exists(archive_key(entry["integrity"]))
    with pytest.raises(PackageInCatalog):
        keeper.ask("plugin")
    with_it = keeper.own.of(TENANT)
    assert with_it.catalog.digest == keeper.own.store.get(TENANT).digest != keeper.base.catalog.digest
    manifest = {"dependencies": {"framework": "2.0.0", "plugin": "1.4.0"}}
    app, _ = keeper.world.make_app({"package.json": json.dumps(manifest).encode()})
    with pytest.raises(PackageInUse) as used:
        keeper.remove("plugin")
    assert used.value.extra["apps"] == [{"app_id": app.id, "name": app.name}]
    keeper.world.add_revision(app, {"package.json": b"{}"})
    keeper.remove("plugin")
    assert (keeper.names, keeper.listed()) == (["framework"], [])
    assert keeper.own.at(TENANT, with_it.catalog.digest).locks == with_it.locks, "a version never changes"


@pytest.mark.parametrize(
    ("over", "code", "words"),
    [
        ({"scripts": {"postinstall": "node steal.js"}}, "PACKAGE_HAS_SCRIPTS", "wants to run a script"),
        ({"license": "GPL-3.0"}, "PACKAGE_LICENCE", "GPL-3.0"),
        ({"peerDependencies": {"framework": "^1.0.0"}}, "PACKAGE_CONFLICT", "framework@^1.0.0; this line has"),
        ({"dependencies": {"far": f"{ELSEWHERE}/far.tgz"}}, "PACKAGE_OUTSIDE_REGISTRY", "outside"),
        ({"tarball": f"{ELSEWHERE}/plugin.tgz"}, "PACKAGE_OUTSIDE_REGISTRY", "outside"),
        ({"engines": {"n" * 9_000_000: "*"}}, "PACKAGE_TOO_LARGE", "too much for the catalog"),
        ({"files": {"node_modules/inside/package.json": "{}"}}, "PACKAGE_NOT_INSTALLED", "packages of others inside"),
        ({"files": {"binding.gyp": "{}"}}, "PACKAGE_HAS_SCRIPTS", "binding.gyp"),
        ({"files": {"package.json/x": ""}}, "PACKAGE_NOT_INSTALLED", "cannot be unpacked"),
        ({"license": "GPL\u202eTIM"}, "PACKAGE_LICENCE", "(GPL TIM)"),
        ({"_hasShrinkwrap": True}, "PACKAGE_OUTSIDE_REGISTRY", "outside"),
        (
            {"dependencies": {"inside": "1.0.0"}, "bundleDependencies": ["inside"]},
            "PACKAGE_OUTSIDE_REGISTRY",
            "outside",
        ),
        ({"dependencies": {"nowhere": "1.0.0"}}, "PACKAGE_NOT_FOUND", "what it needs"),
        ({"at": "2999-01-01T00:00:00.000Z"}, "PACKAGE_TOO_YOUNG", "less than 7 days"),
    ],
)
def test_what_the_rules_refuse_is_told_in_words_and_changes_nothing(
    over: dict[str, Any], code: str, words: str, keeper: Keeper, registry: NpmRegistry
) -> None:
    registry.publish("plugin", **over)
    refused = keeper.add("plugin")
    assert (refused.status, refused.code) == ("refused", code), refused.reason
    assert words in (refused.reason or "")
    assert keeper.names == ["framework"]
    assert not [key for key in keeper.world.blobs.objects if key.startswith("packages/")]
    keeper.remove("plugin")
    assert keeper.listed() == []


def test_a_young_version_and_a_known_weakness_are_refused_by_name(keeper: Keeper, registry: NpmRegistry) -> None:
    registry.publish("plugin", at=(keeper.world.clock.now() - timedelta(days=2)).isoformat())
    assert keeper.add("plugin", "1.0.0").code == "PACKAGE_TOO_YOUNG"
    registry.publish("plugin", "0.9.0")
    weakness = {
        "severity": "critical",
        "title": "Reads keys",
        "url": "https://a.test",
        "vulnerable_versions": "*",
        "id": 1,
    }
    registry.advisories = {"plugin": [weakness]}
    weak = keeper.add("plugin", "0.9.0")
    assert (weak.status, weak.code) == ("refused", "PACKAGE_ADVISORY"), weak.reason
    assert "Reads keys" in (weak.reason or "")


def test_a_registry_that_is_away_fails_and_can_be_tried_again(keeper: Keeper, registry: NpmRegistry) -> None:
    registry.publish("plugin")
    registry.away = True
    failed = keeper.add("plugin")
    assert (failed.status, failed.code, keeper.names) == ("failed", "REGISTRY_AWAY", ["framework"])
    registry.away = False
    added = keeper.add("plugin")
    assert added.status == "added"
    assert "does not say which packages have known weaknesses" in (added.reason or "")


def test_a_worker_that_ends_without_an_answer_or_lies_adds_nothing(keeper: Keeper, registry: NpmRegistry) -> None:
    registry.publish("plugin")
    keeper.ask("plugin")
    assert keeper.end().code == "WORKER_ENDED"
    asked = keeper.ask("plugin")
    keeper.work()
    key = result_key(TENANT, asked.id)
    whole = keeper.world.blobs.get(key)
    keeper.world.blobs.put(key, whole.replace(b"\x1f\x8b\x08", b"\x1f\x8b\x00"))
    assert (keeper.end().code, keeper.names) == ("PACKAGE_NOT_INSTALLED", ["framework"])
    late = keeper.ask("plugin")
    keeper.world.clock.advance(3600)
    assert keeper.listed()[0].code == "WORKER_ENDED", "nobody is at it any more"
    keeper.ask("plugin")
    keeper.world.blobs.put(result_key(TENANT, late.id), whole)
    assert not finish_addition(tenant_id=TENANT, addition_id=late.id, own=keeper.own, now=keeper.world.clock.now()), (
        "an answer of an addition that was given up"
    )
    assert keeper.names == ["framework"]


def test_a_restart_ends_what_the_process_before_was_at_at_once(keeper: Keeper, registry: NpmRegistry) -> None:
    registry.publish("plugin")
    keeper.ask("plugin")
    assert recover_additions(own=keeper.own, clock=keeper.world.clock) == 1
    assert (keeper.listed()[0].status, keeper.listed()[0].code) == ("failed", "WORKER_ENDED")
    keeper.ask("plugin")
    keeper.work()
    assert recover_additions(own=keeper.own, clock=keeper.world.clock) == 1
    assert (keeper.listed()[0].status, keeper.names) == ("added", ["framework", "plugin"]), "it had answered"
    assert recover_additions(own=keeper.own, clock=keeper.world.clock) == 0


def test_one_at_a_time_and_a_person_can_stop_it(keeper: Keeper) -> None:
    keeper.ask("plugin")
    with pytest.raises(CatalogBusy, match="plugin is being added"):
        keeper.ask("another")
    keeper.remove("plugin")
    assert keeper.world.worker.stopped == ["worker/1"]
    keeper.world.worker.down = True
    with pytest.raises(Unavailable):
        keeper.ask("another")
    assert [(one.name, one.status) for one in keeper.listed()] == [("another", "failed")]


def test_a_name_that_resembles_a_known_one_is_refused_before_anybody_is_asked(keeper: Keeper) -> None:
    for near in ("frame-work", "framewrok", "frameworkk"):
        with pytest.raises(PackageNameNear, match="framework") as refused:
            keeper.ask(near)
        assert refused.value.extra == {"near": "framework"}
    with pytest.raises(Invalid, match="There are: current"):
        request_addition(principal=OWNER, wish=Wish("plugin", None, "older"), ports=keeper.adding)
    with pytest.raises(NotFound):
        keeper.remove("framework")
    assert (keeper.world.worker.jobs, keeper.listed()) == ([], [])


def propose(keeper: Keeper, *names: str, app: str = "app_1") -> list[str]:
    keeper.world.clock.advance(1)
    asker = Asker(TENANT, app, run_id="run_1")
    return propose_additions(names, "current", asker=asker, now=keeper.world.clock.now(), own=keeper.own)


def test_one_app_fills_no_more_than_its_places_and_its_oldest_wish_gives_way(keeper: Keeper) -> None:
    assert all(propose(keeper, f"theirs-{number}", app="app_2") for number in range(2))
    for number in range(60):
        assert propose(keeper, f"mine-{number}")
    names = [one.name for one in keeper.listed()]
    assert names == [*(f"mine-{number}" for number in reversed(range(50, 60))), "theirs-1", "theirs-0"]
    keeper.ask("mine-55")
    assert propose(keeper, "mine-60") and "mine-50" in [one.name for one in keeper.listed()], (
        "one that is decided counts not"
    )
    many = [f"once-{number}" for number in range(12)]
    assert propose(keeper, *many, app="app_3") == many[:10], "what is asked for at once does not push itself out"


def test_a_full_list_takes_what_an_app_asks_for_in_place_of_its_own_only(keeper: Keeper) -> None:
    for app in range(5):
        assert len(propose(keeper, *(f"of-{app}-{number}" for number in range(10)), app=f"app_{app}")) == 10
    assert propose(keeper, "late", app="app_9") == []
    assert propose(keeper, "of-4-late", app="app_4") == ["of-4-late"]
    assert len(keeper.listed()) == 50


def test_a_proposal_is_noted_once_and_the_owner_decides(keeper: Keeper) -> None:
    def propose(name: str, app: str = "app_1") -> bool:
        asker = Asker(TENANT, app, run_id="run_1")
        now = keeper.world.clock.now()
        return propose_additions([name], "current", asker=asker, now=now, own=keeper.own) == [name]

    assert propose("plugin")
    assert propose("plugin")
    assert not propose("../etc/passwd")
    assert not propose("--global"), "npm would take it as an option"
    assert [(one.name, one.status, one.app_id) for one in keeper.listed()] == [("plugin", "proposed", "app_1")]
    assert all(propose(f"package-{number}", f"app_{2 + number // 10}") for number in range(49))
    assert not propose("one-too-many", "app_9")
    assert keeper.ask("plugin").status == "adding"
    assert not propose("plugin"), "it is decided"
    keeper.remove("package-7")
    assert propose("one-too-many", "app_9")


def test_a_script_that_what_it_needs_or_its_archive_alone_has_keeps_it_out(
    keeper: Keeper, registry: NpmRegistry
) -> None:
    registry.publish("hooked", scripts={"postinstall": "node steal.js"})
    registry.publish("plugin", dependencies={"hooked": "1.0.0"})
    needs = keeper.add("plugin")
    assert (needs.code, "hooked" in (needs.reason or "")) == ("PACKAGE_HAS_SCRIPTS", True), needs.reason
    registry.publish("silent", scripts={"install": "node steal.js"})
    for hidden in ("scripts", "hasInstallScript"):
        del registry.documents["silent"]["versions"]["1.0.0"][hidden]
    silent = keeper.add("silent")
    assert (silent.code, "(install)" in (silent.reason or "")) == ("PACKAGE_HAS_SCRIPTS", True), silent.reason
    assert keeper.names == ["framework"]
    assert "/npm" not in registry.served, "npm asks for nothing of its own accord"


def test_what_an_upgrade_left_behind_goes_with_its_row(keeper: Keeper, registry: NpmRegistry) -> None:
    registry.publish("plugin", peerDependencies={"framework": "^2.0.0"})
    assert keeper.add("plugin").status == "added"
    shipped = keeper.base
    keeper.ship(registry.publish("framework", "3.0.0"))
    assert keeper.listed()[0].code == "PACKAGE_OUTDATED"
    assert keeper.add("plugin").code == "PACKAGE_CONFLICT"
    keeper.remove("plugin")
    keeper.ship(
        {"version": "2.0.0", "integrity": read_packages(shipped.locks[0])["node_modules/framework"]["integrity"]}
    )
    assert (keeper.names, keeper.own.store.get(TENANT).digest) == (["framework"], "")
