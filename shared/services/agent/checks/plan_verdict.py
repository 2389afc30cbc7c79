"""What the worker is asked for one verdict: the build, and the checks that this app and this change call for."""

from collections.abc import Iterable

from shared.domain.apps.app import AppGates
from shared.domain.base import Files
from shared.domain.builds.acceptance_spec import is_check
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.reaching_tests import MOST_PATHS, is_test, reaching_tests
from shared.domain.builds.verdict import CHECKS, Verdict, is_new
from shared.domain.builds.worker_contract import Check
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diffs.changes import changed_paths
from shared.domain.errors import Conflict
from shared.domain.ids import derived_id, new_id
from shared.domain.revisions.revision import Build
from shared.domain.spans import traceparent
from shared.services.agent.loop_work import Work
from shared.services.builds.build_errors import is_ours
from shared.services.runs.end.diff_problems import verdict_of

_PATH_CHARS = 400
_MOST_BASES = 2
_SWITCHED_OFF = "Switched off in the app's settings."


def plan_verdict(work: Work) -> WorkerTask:
    """The task for the candidate. What is not checked is in `left_out`, with the reason.

    A project without acceptance checks is asked for none: they cost nothing there.
    """
    left_out: dict[Check, str] = {
        name: _SWITCHED_OFF for name in CHECKS if work.inputs.app.settings.gates.demand(name) == "off"
    }
    if not work.inputs.ports.switches.targeted_tests:
        left_out["tests"] = "Targeted tests are switched off here."
    paths = list[str]()
    if "tests" not in left_out:
        paths, why = _tests(work)
        left_out |= {"tests": why} if why else {}
    guarded = any(map(is_check, work.inputs.workspace.files))
    checks = [name for name in CHECKS if name not in left_out and (guarded or name != "acceptance")]
    return WorkerTask(checks=checks, command=paths, left_out=left_out)


def is_green(work: Work, tree: str) -> bool:
    """Whether this tree has passed a verdict that left out, or excused, nothing that the app demands now."""
    run, gates = work.run, work.inputs.app.settings.gates
    if tree != run.green_tree or run.green_build_id is None:
        return tree == run.green_tree
    left_out = work.inputs.ports.builds.get(run.tenant_id, run.app_id, run.green_build_id).work.left_out
    if any(why == _SWITCHED_OFF and gates.demand(name) != "off" for name, why in left_out.items()):
        return False
    verdict = verdict_of(run, tree)
    return verdict is None or not any(is_new(verdict.part(name)) for name in required_failures(gates, verdict))


def _tests(work: Work) -> tuple[list[str], str]:
    """The test files to run (none: all), and why none are to be run, if so."""
    run, files = work.run, work.inputs.workspace.files
    before = work.inputs.ports.snapshots.get(run.tenant_id, run.app_id, run.base_tree)
    tests = reaching_tests(changed_paths(before, files), files, work.graph)
    if not any(map(is_test, files)):
        return [], "The project has no tests."
    if not tests:
        return [], "No test reaches what was changed."
    whole = len(tests) > MOST_PATHS or any(len(path) > _PATH_CHARS or path.startswith("-") for path in tests)
    return [] if whole else tests, ""


def required_failures(gates: AppGates, verdict: Verdict) -> list[Check]:
    """The checks that stop the change, unless the tree that it began with failed them in the same way."""
    return [name for name in verdict.failed if gates.demand(name) == "required"]


def base_verdict(work: Work, candidate: Build, failed: Iterable[Check], lost: Build | None = None) -> Build | None:
    """The build of the run's base with all checks that the app requires: an earlier one, or one that is to be done.

    One for all runs that begin with this tree. Where that is another run's and has not ended well, or is lost, there
    is one for this run; of its own a run loses two at most. `lost` is the one it has just waited for in vain.
    None where the base has nothing that could have failed: the tests and checks are new.
    """
    task = _base_task(work, candidate, list(failed))
    if task is None:
        return None
    run, asked = work.run, (work.run.app_id, work.run.base_tree, task.model_dump_json())
    own, found = 0, None
    for key in (asked, (run.id, *asked), (run.id, "again", *asked)):
        found = store_build(work, derived_id("bld", *key), run.base_tree, task)
        own += found.run_id == run.id
        if own == _MOST_BASES:
            break
        if lost is not None:  # what comes before it is lost too
            lost = None if found.id == lost.id else lost
        elif not is_ours(found.error) and (found.run_id == run.id or found.status.finished):
            break
    return found


def _base_task(work: Work, candidate: Build, failed: list[Check]) -> WorkerTask | None:
    """The same for every run that begins with this tree, unless its tests are too many for one job."""
    run, gates = work.run, work.inputs.app.settings.gates
    files = work.inputs.ports.snapshots.get(run.tenant_id, run.app_id, run.base_tree)
    asked = candidate.work.command
    had = [path for path in asked if path in files]
    tests = _base_tests(work, files, had) if had or not asked or failed != ["tests"] else None
    none = {"acceptance": not any(map(is_check, files)), "tests": tests is None}
    left_out = [name for name, is_none in none.items() if is_none]
    if set(failed) <= set(left_out):
        return None
    checks = [name for name in CHECKS if gates.demand(name) == "required" and name not in left_out]
    return WorkerTask(checks=checks, command=(tests or []) if "tests" in checks else [], base=True)


def _base_tests(work: Work, files: Files, had: list[str]) -> list[str] | None:
    """Which tests of the base are run (none: all); None: it has none. `had` are those that the candidate ran too."""
    count = sum(map(is_test, files)) if work.inputs.ports.switches.targeted_tests else 0
    if count <= MOST_PATHS:
        return [] if count else None
    return had


def stored_verdict(work: Work, failed: Iterable[Check]) -> Verdict | None:
    """What is known of the run's base already, when that answers for every failed check."""
    run = work.run
    revision = work.inputs.ports.revisions.get(run.tenant_id, run.app_id, run.base_revision_id)
    known = revision.verdict if revision.tree == run.base_tree else None
    if known is None or any(name == "tests" or known.part(name).status != CheckStatus.PASSED for name in failed):
        return None
    return known


def store_build(work: Work, build_id: str, tree: str, task: WorkerTask) -> Build:
    """A candidate's row under this id; the one that is there already, if one is."""
    run = work.run
    build = Build(
        id=build_id,
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        slug=work.inputs.app.slug,
        revision_id=new_id("rev"),
        tree=tree,
        kind="candidate",
        work=task,
        run_id=run.id,
        request_id=run.request_id,
        traceparent=traceparent(),
        created_at=work.inputs.ports.clock.now(),
    )
    try:
        work.inputs.ports.builds.create(build)
    except Conflict:
        return work.inputs.ports.builds.get(run.tenant_id, run.app_id, build.id)
    return build
