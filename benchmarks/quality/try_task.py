"""A task shown both ways, with no stack: the reference passes every check, the start and the mutants do not."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.quality.build_tree import BuildFailed, build_tree
from benchmarks.quality.judge import judge
from benchmarks.quality.person import Infrastructure
from benchmarks.quality.scope import scope_of
from benchmarks.quality.task import Task, mutants_of
from benchmarks.quality.trees import Scene, mutant_of, reference_of, start_of
from devkit.node.static_site import serve
from shared.services.site.site_headers import published_headers

_NO_BUILD = "does not build"


@dataclass(frozen=True)
class Tried:
    """One tree of a task: which, whether it did as it should, and what kept it from passing."""

    task: str
    tree: str
    right: bool
    missed: tuple[str, ...]

    def __str__(self) -> str:
        said = "; ".join(self.missed) or "passes every check"
        return f"{'ok ' if self.right else 'BAD'}  {self.task:24} {self.tree:28} {said[:400]}"


def try_task(task: Task, parts: str = "all", times: int = 1, folder: Path | None = None) -> Iterator[Tried]:
    """Each tree of the task that is asked for: start, reference, mutants, or all."""
    home = folder or task.folder
    if parts in ("start", "all"):
        yield _shown_wrong(task, "start", start_of(task, home), home, builds=False)
    if parts in ("reference", "all"):
        yield _shown_right(task, "reference" if times == 1 else f"reference, {times} times", home, times)
    if parts in ("mutants", "all"):
        for name in mutants_of(home):
            yield _shown_wrong(task, name, mutant_of(task, name, home), home, builds=True)


def _shown_right(task: Task, name: str, folder: Path, times: int) -> Tried:
    """A solution passes every check, and lies within the scope that solutions have."""
    scene = reference_of(task, folder)
    missed = (
        missed_by(task, scene, folder, times=times)
        + scope_of(task, start_of(task, folder).files, scene.files)["broken"]
    )
    return Tried(task.id, name, not missed, tuple(missed))


def _shown_wrong(task: Task, name: str, scene: Scene, folder: Path, *, builds: bool) -> Tried:
    """What is wrong fails a check by what it does; that a check is broken, or that it `builds` not, shows nothing."""
    missed = missed_by(task, scene, folder, until_failed=True)
    seen = any(": failed: " in why for why in missed) or (not builds and missed[:1] and missed[0].startswith(_NO_BUILD))
    return Tried(task.id, name, bool(seen) and not any(": broken: " in why for why in missed), tuple(missed))


def missed_by(task: Task, scene: Scene, folder: Path | None = None, **how: Any) -> list[str]:
    """What keeps the tree from passing: it does not build, or what is built is not what was asked for."""
    with tempfile.TemporaryDirectory() as shots:
        look = partial(judge, task, scene, shots=Path(shots), folder=folder, **how)
        if not task.must.published:
            return look(address="").failures(task)
        try:
            dist = build_tree(scene, types=task.must.types)
            with serve(dist, headers=published_headers()) as address:
                return look(address=address).failures(task)
        except BuildFailed as error:
            return [f"{_NO_BUILD}: {error}"]
        except Infrastructure as error:
            return [f"nothing: broken: {error}"]
