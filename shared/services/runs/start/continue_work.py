"""A run begins with the unfinished work of its conversation, brought up to the draft, and says what is known of it."""

from contextlib import suppress
from typing import assert_never

from shared.domain.agent.egress import in_order
from shared.domain.builds.build_status import BuildOutcome
from shared.domain.builds.check_status import SuiteOutcome
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus, Judgement
from shared.domain.errors import Conflict, Invalid, MergeConflict, NotReady
from shared.domain.runs.continued import Continued
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.work_outcome import WorkKind, WorkOutcome
from shared.domain.untrusted import readable_json, shortened
from shared.services.diffs.find_diff import is_open
from shared.services.diffs.rebase_diff import merged_onto
from shared.services.loop_ports import LoopPorts
from shared.services.revisions.follow_lock import require_clean
from shared.services.runs.start.find_work import Leftover, find_work

_REASON, _FACTS = 600, 8
_START_OVER = 'Send the message with `start_from: "draft"` to start over from the draft; the work stays as a diff.'


def with_work(run: Run, ports: LoopPorts) -> Run:
    """The run with what its conversation left unfinished; as it is when there is nothing, or it starts from the draft.

    After a person's own cancel or rejection the draft is the default. Conflict `MERGE_CONFLICT` with `paths` and
    `diff_id`; Invalid `NOT_READY` when `start_from` is `work` and there is none.
    """
    found = find_work(run, ports)
    if found is None:
        if run.request.start_from == "work":
            raise NotReady("This conversation has no unfinished work to go on with.")
        return run
    unasked = run.request.start_from is None and (found.passed_over or kind_of(found).by_a_person)
    if run.request.start_from == "draft" or unasked:
        return run.change(continues=_described(found, tree=None, rebased=False))
    return taking_up(run, found, ports)


def taking_up(run: Run, work: Leftover, ports: LoopPorts) -> Run:
    """The run beginning with that work. Its untrusted sources come along, and what waited for review still does."""
    tree, rebased = _tree_of(work, run.base_tree, ports)
    waits = "before" in (run.request.review, work.run.request.review)
    return run.change(
        candidate_tree=tree,
        continues=_described(work, tree=tree, rebased=rebased),
        untrusted=in_order({*run.memory.untrusted, *work.run.memory.untrusted}),
        review="before" if waits else "after",
    )


def with_work_or_draft(run: Run, ports: LoopPorts) -> Run:
    """The same for a run whose turn has come with nobody there to be asked: a conflict leaves it on the draft."""
    try:
        return with_work(run, ports)
    except Invalid:
        return run
    except Conflict as conflict:
        found = find_work(run, ports)
        if found is None:
            return run
        continued = _described(found, tree=None, rebased=False)
        paths = list(map(str, conflict.extra.get("paths", [])))
        return run.change(continues=continued.model_copy(update={"outcome": WorkOutcome.CONFLICT, "paths": paths}))


def close_continued(run: Run, ports: LoopPorts) -> None:
    """The diff that the run goes on with is closed: the run's own diff or revision takes its place. Idempotent."""
    if run.request.continues is None or run.request.continues.outcome != WorkOutcome.CONTINUED:
        return
    diff = ports.diffs.get(run.tenant_id, run.app_id, run.request.continues.diff_id)
    if is_open(diff) or diff.status == DiffStatus.REJECTED:
        changes = {"status": DiffStatus.CONTINUED, "continued_by": run.id, "updated_at": ports.clock.now()}
        with suppress(Conflict):  # a person decided on it in this very moment, and that stands
            ports.diffs.update(diff.model_copy(update=changes))


def kind_of(work: Leftover) -> WorkKind:
    if work.diff.status == DiffStatus.REJECTED:
        return WorkKind.REJECTED
    match work.run.status:
        case RunStatus.COMPLETED:
            return WorkKind.PROPOSAL
        case RunStatus.ABORTED:
            return WorkKind.CANCELLED
        case (
            RunStatus.FAILED
            | RunStatus.INTERRUPTED
            | RunStatus.PLANNED
            | RunStatus.RUNNING
            | RunStatus.AWAITING_APPROVAL
        ):
            return WorkKind.UNFINISHED
        case _:
            assert_never(work.run.status)


def _tree_of(work: Leftover, draft_tree: str, ports: LoopPorts) -> tuple[str, bool]:
    """The work's tree on the draft, and whether it had to be merged for that."""
    tree = _latest_tree(work)
    if draft_tree == work.diff.base_tree:
        return tree, False
    merged = merged_onto(work.diff.model_copy(update={"tree": tree}), draft_tree, ports)
    try:
        require_clean(merged)
    except MergeConflict as clash:
        said = f"The unfinished work of this conversation does not fit the newer draft. {clash.message} {_START_OVER}"
        raise MergeConflict(said, diagnostics=clash.diagnostics, paths=merged.conflicts, diff_id=work.diff.id) from None
    return ports.snapshots.put(work.diff.tenant_id, work.diff.app_id, merged.files), True


def _latest_tree(work: Leftover) -> str:
    """The run's last candidate, also where its diff holds the last green tree; the diff's when that was changed."""
    run, diff = work.run, work.diff
    as_left = diff.tree == run.green_tree and diff.base_tree == run.base_tree
    return run.candidate_tree if as_left and run.candidate_tree != run.base_tree else diff.tree


def _described(work: Leftover, *, tree: str | None, rebased: bool) -> Continued:
    problems = work.diff.problems
    stopped = next((found.message for found in problems if found.severity != "error"), "")
    return Continued(
        run_id=work.run.id,
        diff_id=work.diff.id,
        kind=kind_of(work),
        outcome=WorkOutcome.SET_ASIDE if tree is None else WorkOutcome.CONTINUED,
        tree=tree,
        rebased=rebased,
        stopped=shortened(stopped, _REASON),
        verified=_verified(work),
        failed=[shortened(found.message, _REASON) for found in problems if found.severity == "error"][:_FACTS],
    )


def _verified(work: Leftover) -> list[str]:
    diff, latest = work.diff, _latest_tree(work)
    where = "of these files" if latest == diff.tree else "of the files as they were before the last edits"
    built = [f"The build {where} succeeded."] if diff.build_status == BuildOutcome.SUCCEEDED else []
    judged = [f"The evaluator approved the state {where}."] if diff.evaluator_verdict == Judgement.APPROVED else []
    return [*built, *_tests(diff, latest), *judged]


def _tests(diff: Diff, latest: str) -> list[str]:
    read = readable_json(diff.test_results or "")
    if not isinstance(read, dict) or read.get("status") != SuiteOutcome.PASSED:
        return []
    same = read.get("tree") == latest
    return [f"The last tests passed, {'with these files' if same else 'before the last edits'}."]
