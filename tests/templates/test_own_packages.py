"""Every pack builds, checks its types and passes its tests with the packages that it declares, and no others."""

import pytest

from devkit.node.toolchain import toolchain
from devkit.stack.open_folder import open_folder
from devkit.stack.worker_jobs import HttpStore, pack
from local.runner.sandbox import local_sandbox
from shared.domain.builds.closure import closure
from shared.domain.builds.reaching_tests import is_test
from shared.domain.builds.worker_contract import parse_job
from shared.services.assets.load_catalog import load_catalog_lock
from shared.services.assets.load_templates import load_templates
from tests.support.drawn import drawn_of
from toolchain.node import find_node
from toolchain.npm_archives import NpmArchives
from worker.build import run_job
from worker.packages import Packages
from worker.toolchain import this_machine

ABOUT = ("worker/packages", "shared/catalog/", "shared/domain/builds/closure", "shared/domain/tree/lockfile")


@pytest.mark.parametrize("key", drawn_of(__file__, sorted(load_templates()), lambda key: (f"shared/templates/{key}/",)))
def test_a_pack_needs_nothing_that_it_does_not_declare(key: str) -> None:
    files, tools = load_templates()[key].files, toolchain()
    wanted = closure(files["package.json"].decode(), load_catalog_lock())
    assert wanted is not None
    with open_folder() as work_dir, HttpStore() as store:
        paths = [path for path in sorted(files) if is_test(path)]
        document = store.job("bld_1", pack(files), checks=["types", "tests"], command=paths, limits={})
        document["toolchain"] = {"packages": [one.document() for one in wanted]}
        packages = Packages(tools, NpmArchives(find_node()), this_machine())
        sandbox = local_sandbox("auto", tools)
        result = run_job(parse_job(document), toolchain=tools, sandbox=sandbox, work_dir=work_dir, packages=packages)
        log = store.uploaded("bld_1").log
    assert result.status == "succeeded", log
    found = {name: part.status for name, part in (result.checks or {}).items()}
    assert found == {"types": "passed", "tests": "passed"}, (result.checks, log)
