"""Archives of packages by npm, from its registry: how a laptop and a deployment get what was not used before."""

import json
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from shared.domain.builds.package_spec import Package
from toolchain.catalog import explain_npm_failure
from toolchain.node import Node
from worker.packages import NotFetched

_OPTIONS = ("--ignore-scripts", "--prefer-offline", "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=60000")
_AT_ONCE, _SECONDS = 100, 180


class NpmArchives:
    """`Fetch` by the npm of `node`, with the registry and the cache that this machine has set for it."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def __call__(self, packages: Sequence[Package], folder: Path) -> Mapping[str, Path]:
        found: dict[str, Path] = {}
        specs = sorted({f"{one.name}@{one.version}" for one in packages})
        for start in range(0, len(specs), _AT_ONCE):
            found.update(self._some(specs[start : start + _AT_ONCE], folder))
        return found

    def _some(self, specs: Sequence[str], folder: Path) -> Iterator[tuple[str, Path]]:
        """`cache add` asks for all at once, `pack` then for one after the other."""
        self._npm(["cache", "add", *specs], folder)
        printed = self._npm(["pack", "--json", f"--pack-destination={folder}", *specs], folder)
        for one in json.loads(printed):
            name = one["filename"].replace("@", "").replace("/", "-")
            yield one["integrity"], folder / name

    def _npm(self, arguments: Sequence[str], folder: Path) -> str:
        command = [str(self._node.binary), str(self._node.npm), *arguments, *_OPTIONS]
        with tempfile.TemporaryFile() as said:
            try:
                done = subprocess.run(
                    command, cwd=folder, env=self._node.environment(), stdin=subprocess.DEVNULL, timeout=_SECONDS,
                    stdout=subprocess.PIPE, stderr=said, check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired as error:
                raise NotFetched("npm's registry is slow: the packages did not come in time.") from error
            said.seek(0)
            if done.returncode != 0:
                raise NotFetched(explain_npm_failure(said.read().decode("utf-8", "replace")))
        return done.stdout.decode("utf-8", "replace")
