"""The archives of a job's packages from the short-lived addresses in it: how a machine for one job gets them."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from shared.domain.builds.package_spec import Package
from worker.packages import NotFetched
from worker.transfer import TransferFailed, fetch

_AT_ONCE, _MOST_BYTES = 8, 128 * 1024**2


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
