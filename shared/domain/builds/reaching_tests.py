"""Which tests reach what was changed: through the imports, backwards, and by name."""

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence

from shared.domain.base import Files
from shared.domain.frameworks import CONFIGS

_TEST = re.compile(r"\.(?:test|spec)\.[cm]?[jt]sx?$")
_CONFIGS = "|".join(map(re.escape, (*CONFIGS, *(f"{tool}.config" for tool in ("vite", "vitest", "postcss", "babel")))))
_ALL = re.compile(rf"package\.json$|[jt]sconfig(?:\.[\w-]+)?\.json$|(?:{_CONFIGS})\.\w+$")
MOST_PATHS = 30
"""More test files than this are run by naming none, which means all."""


def is_test(path: str) -> bool:
    """Whether vitest takes the file for a test by its name."""
    return _TEST.search(path) is not None


def reaching_tests(changed: Iterable[str], files: Files, graph: Mapping[str, Sequence[str]]) -> list[str]:
    """The test files of `files` that a change of these paths can reach, sorted. A changed configuration reaches all.

    `graph` is path to the local paths it imports.
    """
    paths, tests = set(changed), sorted(filter(is_test, files))
    if any(_ALL.fullmatch(path) for path in paths):
        return tests
    reached = _importers(paths, graph)
    named = {_stem(path) for path in paths}
    return [path for path in tests if path in reached or _stem(path) in named]


def _importers(paths: set[str], graph: Mapping[str, Sequence[str]]) -> set[str]:
    """`paths`, and all that imports them, however far away."""
    by: dict[str, list[str]] = {}
    for path, targets in graph.items():
        for target in targets:
            by.setdefault(target, []).append(path)
    reached, waiting = set(paths), list(paths)
    while waiting:
        for importer in by.get(waiting.pop(), ()):
            if importer not in reached:
                reached.add(importer)
                waiting.append(importer)
    return reached


def _stem(path: str) -> str:
    """`cart` for `src/cart.ts` and for `tests/cart.test.ts`."""
    return posixpath.basename(path).split(".")[0].lower()
