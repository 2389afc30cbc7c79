"""A task shown both ways, with no stack: the reference passes every check, the start and the mutants do not."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quality.build_tree import BuildFailed, build_tree
from benchmarks.quality.judge import judge
from benchmarks.quality.task import Task, mutants_of
from benchmarks.quality.trees import Scene, mutant_of, reference_of, start_of
from shared.services.site_headers import published_headers
from tests.support.static_site import serve


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
        yield _tried(task, "start", lambda: start_of(task, home), home, passes=False)
    if parts in ("reference", "all"):
        for number in range(1, times + 1):
            name = "reference" if times == 1 else f"reference {number}"
            yield _tried(task, name, lambda: reference_of(task, home), home, passes=True)
    if parts in ("mutants", "all"):
        for name in mutants_of(home):
            yield _tried(task, name, lambda name=name: mutant_of(task, name, home), home, passes=False)  # type: ignore[misc]  # bound now


def _tried(task: Task, name: str, scene: Callable[[], Scene], folder: Path, *, passes: bool) -> Tried:
    missed = missed_by(task, scene(), folder)
    return Tried(task.id, name, passes is not bool(missed), tuple(missed))


def missed_by(task: Task, scene: Scene, folder: Path | None = None) -> list[str]:
    """What keeps the tree from passing: it does not build, or what is built is not what was asked for."""
    with tempfile.TemporaryDirectory() as shots:
        if not task.must.published:
            return judge(task, scene, "", Path(shots), folder=folder).failures(task)
        try:
            dist = build_tree(scene, types=task.must.types)
        except BuildFailed as error:
            return [f"does not build: {error}"]
        with serve(dist, headers=published_headers()) as address:
            return judge(task, scene, address, Path(shots), folder=folder).failures(task)
