"""Both sides of the worker contract agree: the job that services write, and the archive that a worker sends."""

import json
from pathlib import Path

import pytest

from devkit.fakes.samples import a_build, an_app
from devkit.fakes.world import World
from shared.domain.apps.app import AppSettings
from shared.domain.assets.catalog import Shelf
from shared.domain.builds.package_spec import archive_key
from shared.domain.builds.worker_contract import Limits, parse_job
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.tree.lockfile import read_packages
from shared.services.assets.load_catalog import load_catalog, load_catalog_lock, load_ready_hashes
from shared.services.builds.worker.job_packages import job_packages
from shared.services.builds.worker.make_job import make_job
from shared.services.builds.worker.read_result import read_result
from shared.services.site.addresses import SiteAddresses
from tests.shared.services.builds.pipeline import worker_ports
from worker.build import write_archive
from worker.contract import Result
from worker.dist import list_dist

SHELF = Shelf(load_catalog().model_copy(update={"others": ()}), [load_catalog_lock()])
NAMES = [
    ["index.html"],
    ["index.html", "assets/a-B4kz91Xa.js", "gr\u00fc\u00df/\u65e5\u672c.png", "x" * 200],
]


@pytest.mark.parametrize("mode", ["domain", "path"])
def test_a_worker_accepts_the_job_that_is_made_for_it(mode: str, world: World) -> None:
    app = an_app(settings=AppSettings(env={"VITE_TITLE": "Caf\u00e9 \U0001f600", "VITE_" + "A" * 95: "x" * 4096}))
    build = a_build(app)
    ports = worker_ports(world, addresses=SiteAddresses(mode="path" if mode == "path" else "domain"))
    job = make_job(build, app, ports)
    parsed = parse_job(job.document())
    assert (parsed.build_id, parsed.env, parsed.source_url) == (build.id, app.settings.env, job.source_url)
    assert parsed.limits == Limits()
    assert parsed.build_args == job.build_args


def test_a_job_names_the_packages_of_its_project_and_where_others_come_from(world: World) -> None:
    app = an_app()
    tree = world.snapshots.put(app.tenant_id, app.id, {"package.json": b'{"dependencies": {"react-dom": "19.3.1"}}'})
    build = a_build(app).model_copy(update={"tree": tree})
    ready = load_ready_hashes()

    def named(hashes: frozenset[str]) -> dict[str, str]:
        found = job_packages(build, SHELF, hashes, snapshots=world.snapshots, blobs=world.blobs, seconds=60)
        assert found is not None
        return {one.name: one.url for one in found}

    assert named(ready) == {"react-dom": "", "react": "", "scheduler": ""}
    hashed = read_packages(load_catalog_lock())["node_modules/scheduler"]["integrity"]
    assert archive_key(hashed) in named(ready - {hashed})["scheduler"]


def test_the_packages_and_the_source_of_an_original_are_in_the_job(world: World) -> None:
    app = an_app()

    def tree(*names: str) -> str:
        pins = {name: read_packages(load_catalog_lock())[f"node_modules/{name}"]["version"] for name in names}
        package = json.dumps({"dependencies": pins}).encode()
        return world.snapshots.put(app.tenant_id, app.id, {"package.json": package})

    work = WorkerTask(checks=["page"], original=tree("vue", "react"))
    build = a_build(app).model_copy(update={"tree": tree("react"), "work": work})
    found = job_packages(build, SHELF, frozenset(), snapshots=world.snapshots, blobs=world.blobs, seconds=60)
    assert found is not None and {"react", "vue"} <= {one.name for one in found}
    job = parse_job(make_job(build, app, worker_ports(world)).document())
    assert work.original in job.original_url and job.original_url != job.source_url


def test_a_project_that_cannot_be_pinned_names_no_packages(world: World) -> None:
    app = an_app()
    tree = world.snapshots.put(app.tenant_id, app.id, {"package.json": b'{"dependencies": {"unknown": "1.0.0"}}'})
    build = a_build(app).model_copy(update={"tree": tree})
    assert job_packages(build, SHELF, frozenset(), snapshots=world.snapshots, blobs=world.blobs, seconds=60) is None


@pytest.mark.parametrize("names", NAMES)
def test_what_a_worker_sends_is_what_is_read(names: list[str], tmp_path: Path) -> None:
    build = a_build(an_app())
    for name in names:
        target = tmp_path / "dist" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(name.encode())
    files = list_dist(tmp_path, Limits())
    result = Result(build.id, "succeeded", 0, None, "", "tail", 1200, {"script_ms": 900})
    write_archive(tmp_path / "result.tar", result, b"log\n", tmp_path, files)
    read = read_result((tmp_path / "result.tar").read_bytes(), build, DEFAULT_LIMITS)
    assert {path: bytes(content).decode() for path, content in read.dist.items()} == {name: name for name in names}
    assert (read.summary.timings, read.summary.log_tail, read.log) == ({"script_ms": 900}, "tail", b"log\n")
