"""`python -m worker --toolchain DIR [--job job.json]`: the worker as a program, for a machine that runs one job.

Without `--job` the job document is fetched from the address in JOB_URL, so that it stands on no command line.
"""

import argparse
import json
import logging
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

from shared.domain.builds.package_spec import Package
from shared.domain.builds.worker_contract import Job, JobInvalid, parse_job
from worker.build import run_job
from worker.packages import NotFetched, Packages
from worker.sandbox.base import SandboxUnavailable
from worker.sandbox.choose import Choice, choose
from worker.toolchain import from_directory, this_machine
from worker.transfer import TransferFailed, fetch

_AT_ONCE, _MOST_BYTES = 8, 128 * 1024**2
log = logging.getLogger("worker")

JOB_BYTES = 1024 * 1024
EXIT_REPORTED, EXIT_NOT_REPORTED, EXIT_USAGE = 0, 1, 2


def main(arguments: list[str]) -> int:
    """0 when a result was uploaded, whatever it says; 1 when nobody was told; 2 when there was no job to run."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    options = _options(arguments)
    try:
        job = _read_job(options.job)
        toolchain = from_directory(options.toolchain)
        sandbox = choose(options.sandbox, toolchain)
        with tempfile.TemporaryDirectory(prefix="chatbuilder-worker-", dir=options.work_dir) as work_dir:
            Path(work_dir).chmod(0o711)  # so that the builds' own user reaches the job's directory in it
            packages = Packages(toolchain, fetch_archives, this_machine())
            result = run_job(job, toolchain=toolchain, sandbox=sandbox, work_dir=Path(work_dir), packages=packages)
    except (JobInvalid, OSError, SandboxUnavailable) as error:
        log.error("no job was run: %s", error)
        return EXIT_USAGE
    except TransferFailed as error:
        log.error("no result was delivered: %s", error)
        return EXIT_NOT_REPORTED
    log.info("%s: %s %s %s", job.build_id, result.status, result.reason or "", result.timings)
    return EXIT_REPORTED


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m worker", description="Run one build job.")
    parser.add_argument("--job", default=None, help="the job document, a file (default: fetched from JOB_URL)")
    parser.add_argument("--toolchain", required=True, type=Path, help="directory with node/, catalog/ and digest")
    parser.add_argument("--work-dir", type=Path, default=None, help="where the job's own directory is made")
    parser.add_argument("--sandbox", choices=get_args(Choice), default="bubblewrap")
    return parser.parse_args(arguments)


def _read_job(file: str | None) -> Job:
    if file is not None:
        return _parsed(Path(file).read_bytes()[: JOB_BYTES + 1])
    url = os.environ.pop("JOB_URL", "")
    if not url:
        raise JobInvalid("neither --job nor JOB_URL names a job")
    with tempfile.TemporaryDirectory(prefix="chatbuilder-job-") as directory:
        target = Path(directory, "job.json")
        fetch(url, target, JOB_BYTES)
        return _parsed(target.read_bytes())


def _parsed(document: bytes) -> Job:
    try:
        return parse_job(json.loads(document))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JobInvalid(f"the job document is not JSON: {error}") from error


def fetch_archives(packages: Sequence[Package], folder: Path) -> Mapping[str, Path]:
    """`Fetch`, several at once."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        targets = [folder / f"{number}.tgz" for number in range(len(packages))]
        paths = list(pool.map(_fetch_one, packages, targets))
    return {package.integrity: path for package, path in zip(packages, paths, strict=True)}


def _fetch_one(package: Package, target: Path) -> Path:
    if not package.url:
        raise NotFetched(f"{package.name}@{package.version} has no address in the job.")
    try:
        fetch(package.url, target, _MOST_BYTES)
    except TransferFailed as error:
        raise NotFetched(f"{package.name}@{package.version}: {error}") from error
    return target
