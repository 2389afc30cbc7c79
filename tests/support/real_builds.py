"""Builds of the real worker with the catalog's own packages, of whichever line a project pins."""

from collections.abc import Sequence
from typing import Any

from devkit.node.toolchain import toolchain
from devkit.stack.open_folder import open_folder
from devkit.stack.worker_jobs import HttpStore, Uploaded, pack
from local.runner.sandbox import local_sandbox
from shared.domain.base import Files
from shared.domain.builds.closure import closure
from shared.domain.builds.worker_contract import parse_job
from shared.services.assets.load_catalog import load_locks
from toolchain.node import find_node
from toolchain.npm_archives import NpmArchives
from worker.build import run_job
from worker.packages import Packages
from worker.toolchain import this_machine


def build_really(files: Files, checks: Sequence[str] = ()) -> Uploaded:
    """Build a project in a sandbox of this machine; `checks` are those of the job."""
    tools = toolchain()
    wanted = closure(files["package.json"].decode(), *load_locks())
    assert wanted is not None, "a package is not in the catalog"
    with open_folder() as work_dir, HttpStore() as store:
        document: dict[str, Any] = store.job("bld_1", pack(files), checks=list(checks), limits={})
        document["toolchain"] = {"packages": [one.document() for one in wanted]}
        packages = Packages(tools, NpmArchives(find_node()), this_machine())
        sandbox = local_sandbox("bubblewrap", tools)
        run_job(parse_job(document), toolchain=tools, sandbox=sandbox, work_dir=work_dir, packages=packages)
        return store.uploaded("bld_1")
