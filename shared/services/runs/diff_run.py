"""What a run changed, as a whole or by one of its steps, line by line."""

from collections.abc import Sequence

from pydantic import BaseModel

from shared.domain.base import Files
from shared.domain.diffs.changes import FileChange, file_changes, fold_locks
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.runs.iteration import Iteration, Step
from shared.domain.runs.run import Run
from shared.services.diffs.describe_diff import PATCH_CHARACTERS, within
from shared.services.loop_ports import LoopPorts
from shared.services.runs.list_runs import find_run


class RunDiff(BaseModel):
    """The changed files with their hunks, lockfiles without. `truncated`: some are left out of an answer too large."""

    run_id: str
    step_id: str | None
    files: list[FileChange]
    truncated: bool = False


def diff_run(*, principal: Principal, run_id: str, step_id: str | None, ports: LoopPorts) -> RunDiff:
    """From the run's first tree to its present one; of a step the files it changed, before and after its iteration.

    Steps of one iteration that changed the same file show the same lines of it. NotFound for a step that the run does
    not have, and where the trees are gone.
    """
    run = find_run(principal=principal, run_id=run_id, ports=ports)
    if step_id is None:
        before, after, paths = _start_tree(run), run.candidate_tree, None
    else:
        before, after, paths = _step_trees(run, step_id, ports.runs.iterations(run.tenant_id, run.id))
    found = fold_locks(file_changes(_files(run, before, paths, ports), _files(run, after, paths, ports)))
    files, cut = within(found, PATCH_CHARACTERS)
    return RunDiff(run_id=run.id, step_id=step_id, files=files, truncated=cut)


def _start_tree(run: Run) -> str:
    started = run.request.continues.tree if run.request.continues else None
    return run.request.start_tree or started or run.base_tree


def _step_trees(run: Run, step_id: str, iterations: Sequence[Iteration]) -> tuple[str, str, list[str]]:
    """The trees before and after the iteration that carried the step out, and the paths it changed."""
    before = _start_tree(run)
    found: tuple[str, str, list[str]] | None = None
    for iteration in iterations:
        step = _step(iteration, step_id)
        if step is not None:
            found = (before, iteration.candidate_tree, step.changed_paths)
        before = iteration.candidate_tree
    if found is None:
        raise NotFound("The run has no such step.")
    return found


def _step(iteration: Iteration, step_id: str) -> Step | None:
    return next((step for step in iteration.steps if step.call_id == step_id), None)


def _files(run: Run, tree: str, paths: list[str] | None, ports: LoopPorts) -> Files:
    if paths == []:
        return {}
    files = ports.snapshots.get(run.tenant_id, run.app_id, tree)
    return files if paths is None else {path: content for path, content in files.items() if path in paths}
