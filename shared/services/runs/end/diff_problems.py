"""How good the work is that a run leaves as a diff, in words for its reviewer."""

from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus, SuiteOutcome
from shared.domain.builds.verdict import Verdict, errors_of
from shared.domain.builds.worker_contract import Check
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.change_story import suggest_message, tell_files
from shared.domain.diffs.diff_status import Judgement
from shared.domain.revisions.revision import Build
from shared.domain.runs.question import accepted_failures
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.untrusted import shortened
from shared.services.builds.build_errors import TESTS_FAILED, is_ours
from shared.services.loop_ports import LoopPorts
from shared.services.runs.end.last_tests import LastTests, find_build

_SHOWN = 1_000


def verdict_on(run: Run, tree: str) -> Judgement:
    return run.memory.evaluator_verdict if run.memory.judged_tree == tree else Judgement.NONE


def failed_build(run: Run, tree: str, ports: LoopPorts) -> Build | None:
    """The build of exactly this tree, when the project failed it."""
    for iteration in reversed(ports.runs.iterations(run.tenant_id, run.id)):
        build = find_build(run, iteration.build_id, ports)
        if build is not None and build.work.task == "build" and build.tree == tree:
            return build if build.status == BuildStatus.FAILED and not is_ours(build.error) else None
    return None


def problems_of(run: Run, tree: str, failed: Build | None, tests: LastTests | None) -> list[Diagnostic]:
    return [*_gate(run, tree, failed), *_tests(tests, verdict_of(run, tree)), *_rejection(run, tree)]


def stop_reason(status: RunStatus, code: str | None, summary: str | None) -> list[Diagnostic]:
    """Why the run ended before its end; nothing for one that was completed."""
    if status == RunStatus.COMPLETED:
        return []
    said = summary or f"The run was {status.shown_as} before it was finished."
    return [_problem(code or "INTERNAL", said, "warning")]


def commit_message(run: Run, tree: str, ports: LoopPorts) -> str:
    """The run's own words about its change; one that failed has words about the failure, so the files speak."""
    own = None if run.outcome.failure_code else run.outcome.commit_message or run.outcome.summary
    return own or suggested(run, tree, ports)


def suggested(run: Run, tree: str, ports: LoopPorts) -> str:
    """A commit message made from the change alone."""
    before, after = (ports.snapshots.get(run.tenant_id, run.app_id, one) for one in (run.base_tree, tree))
    return suggest_message(tell_files(before, after))


def _gate(run: Run, tree: str, failed: Build | None) -> list[Diagnostic]:
    if tree == run.green_tree:
        return _accepted(verdict_of(run, tree))
    if failed is not None and failed.error is not None:
        first = failed.error.diagnostics[:1]
        where = f": {first[0].path}: {first[0].message}" if first and first[0].path else ""
        return [_problem("BUILD_FAILED", f"This change does not build. {failed.error.message}{where}")]
    if (verdict := verdict_of(run, tree)) is not None:
        return [_problem(f"{name.upper()}_FAILED", _why(name, verdict)) for name in verdict.blocking]
    found = [one.message for one in run.memory.diagnostics if one.severity == "error"]
    return [_problem("BUILDER_COMPILE_FAILED", f"The last check of this change failed: {found[0]}")] if found else []


def _accepted(verdict: Verdict | None) -> list[Diagnostic]:
    return [
        _problem(f"{name.upper()}_FAILED", f"{_why(name, verdict)} A person accepted that.", "warning")
        for name in accepted_failures(verdict)
        if verdict is not None
    ]


def verdict_of(run: Run, tree: str) -> Verdict | None:
    """What the checks of exactly this tree found, when it was built."""
    return run.verdict if run.verdict_tree == tree else None


def _why(name: Check, verdict: Verdict) -> str:
    first = next((found for found in errors_of(verdict.part(name))), None)
    where = f" {first.path}:" if first and first.path else ""
    return f"This change builds, but fails the check of its {name}.{where} {first.message if first else ''}".rstrip()


def _tests(tests: LastTests | None, verdict: Verdict | None) -> list[Diagnostic]:
    """The last tests, unless the verdict on this tree has run some: these may be of another tree, or failed before."""
    ran = verdict is not None and verdict.tests.status in (CheckStatus.PASSED, CheckStatus.FAILED)
    failed = not ran and tests is not None and tests.status == SuiteOutcome.FAILED
    return [_problem(TESTS_FAILED, "The last tests of this run failed.")] if failed else []


def _rejection(run: Run, tree: str) -> list[Diagnostic]:
    if verdict_on(run, tree) != Judgement.REJECTED:
        return []
    return [_problem("EVALUATOR_REJECTED", f"The evaluator rejected this change: {run.memory.evaluator_reasoning}")]


def _problem(code: str, message: str, severity: str = "error") -> Diagnostic:
    return Diagnostic.model_validate({"code": code, "message": shortened(message, _SHOWN), "severity": severity})
