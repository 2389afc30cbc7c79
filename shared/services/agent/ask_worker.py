"""Asks the worker for what an answer of the model needs: a verdict, tests, a command, a page."""

from shared.domain.agent.model_messages import ToolCall
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.compile_report import CompileReport
from shared.domain.builds.worker_task import BUILD, WorkerTask
from shared.domain.frameworks import COMPONENTS
from shared.domain.ids import derived_id
from shared.domain.runs.data_chunks import (
    BuildData,
    DataBuild,
    DataDiagnostics,
    DataDraftPage,
    DiagnosticsData,
    DraftPageData,
)
from shared.domain.runs.iteration import Step
from shared.domain.runs.run_parts import Role
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.what_next import Build, Evaluate, Finish
from shared.services.agent.checks.plan_verdict import is_green, plan_verdict, store_build
from shared.services.agent.fix_candidate import fix_candidate
from shared.services.agent.loop_work import Work, call_id_of
from shared.services.agent.tools.run_tools import ToolRound, report
from shared.tools.base import ToolResult, refuse
from shared.tools.compiling import describe

_SYNTAX = frozenset({"SYNTAX_ERROR", "CSS_SYNTAX", "JSON_INVALID", *(f"{each.upper()}_SYNTAX" for each in COMPONENTS)})
_SKIPPED = ToolResult(
    ok=True, text="skipped: targeted tests are switched off here.", data={"status": CheckStatus.SKIPPED}, ran=False
)


def ask_worker(work: Work, done: ToolRound, call: ToolCall, task: WorkerTask) -> bool:
    """Hand the task to the worker, or answer the call. False when it was refused.

    Tests and commands may well be asked about what does not compile.
    """
    if task.task == "tests" and not work.ports.switches.targeted_tests:
        report(call, _SKIPPED, done, work.writer, 0)
    elif task.task in ("build", "browser") and not _compiles_still(work, done, call):
        return False
    elif task.task == "build":
        build_unless_green(work, done, call, finishing=False)
    else:
        request_work(work, store_candidate(work), task)
        _wait_for_worker(work, done, call, finishing=False)
    return True


def _compiles_still(work: Work, done: ToolRound, call: ToolCall) -> bool:
    """The same answer for every call of one answer: what does not compile is told, and counted, once."""
    if work.gates and not work.gates[-1]:
        report(call, refuse("Not done: the project does not compile."), done, work.writer, 0)
        return False
    return compiles(work, done, call)


def store_candidate(work: Work) -> str:
    """Store the workspace's tree as the run's candidate, and tell of a new one, so that people see it grow; its id."""
    run = work.run
    tree = work.ports.snapshots.put(run.tenant_id, run.app_id, work.workspace.files)
    if tree != run.candidate_tree:
        work.writer.emit(DataDraftPage(data=DraftPageData(run_id=run.id, tree=tree)))
    work.change(candidate_tree=tree)
    return tree


def compiles(work: Work, done: ToolRound, call: ToolCall | None) -> bool:
    """Whether the candidate passes the fast gate; when it does not, the call is answered and the failure counted."""
    work.writer.enter_stage("compile")
    checked = fix_candidate(work)
    compiled = checked.report
    if checked.paths:
        store_candidate(work)
    found = DiagnosticsData(source="compile", ok=compiled.ok, diagnostics=compiled.diagnostics)
    work.writer.emit(DataDiagnostics(data=found))
    work.change(role=_next_role(work, compiled))
    work.gates.append(compiled.ok)
    if compiled.ok:
        work.graph = compiled.graph
        return True
    parts = ("Not done: the project does not compile.", checked.note(), describe(compiled.diagnostics))
    text = "\n".join([*filter(None, parts), "Repair this first."])
    if call is not None:
        report(call, refuse(text, *compiled.diagnostics), done, work.writer, 0)
    else:
        work.answer(None, text)
    work.note_failure("BUILDER_COMPILE_FAILED", compiled.diagnostics)
    return False


def _next_role(work: Work, compiled: CompileReport) -> Role:
    """With a model evaluator the coder is spared what only fails to parse: that is the syntax fixer's."""
    if work.run.repair is not None:
        return "fixer"
    wrong = {found.code for found in compiled.diagnostics if found.severity == "error"}
    return "fixer" if work.run.evaluator == "model" and wrong and wrong <= _SYNTAX else "coder"


def build_unless_green(work: Work, done: ToolRound, call: ToolCall | None, *, finishing: bool) -> None:
    """Ask for one verdict on the candidate, unless it has passed one."""
    tree = store_candidate(work)
    if is_green(work, tree) or (finishing and not work.ports.switches.worker_build_gate):
        if finishing and work.run.evaluator == "model":
            _ask_evaluator(work, done)
        elif finishing:
            accept(work, done)
        elif call is not None:
            report(
                call, ToolResult(ok=True, text="This tree has already been built; it is green."), done, work.writer, 0
            )
        return
    if tree == work.run.green_tree:  # no longer: the app demands more of it than when it passed
        work.change(green_tree=None, green_build_id=None)
    request_work(work, tree, plan_verdict(work))
    _wait_for_worker(work, done, call, finishing=finishing)


def _wait_for_worker(work: Work, done: ToolRound, call: ToolCall | None, *, finishing: bool) -> None:
    """The call is answered by a later iteration; until then its step is running."""
    work.change(finishing=finishing, pending_call_id=call_id_of(call))
    if call is not None:
        running = Step(
            call_id=call.call_id, tool=call.name, status=StepStatus.RUNNING, arguments=call.arguments, output=""
        )
        done.steps.append(running.model_copy(update={"started_at": work.writer.now()}))


def _ask_evaluator(work: Work, done: ToolRound) -> None:
    if done.finish is not None:
        report(done.finish, ToolResult(ok=True, text="Built. The evaluator looks at it now."), done, work.writer, 0)
    work.change(role="evaluator", pending_call_id=None)
    work.next = Evaluate()


def accept(work: Work, done: ToolRound) -> None:
    """The change may be kept as it is."""
    if done.finish is not None:
        report(done.finish, ToolResult(ok=True, text="Finished."), done, work.writer, 0)
    work.next = Finish()


def request_work(work: Work, tree: str, task: WorkerTask = BUILD) -> None:
    """Ask for a candidate build of `tree`, or another task. A build reserves the revision id of this tree's commit.

    The id holds the tree and the task, so a repeated attempt that asks for the same gets the same, run once, and one
    that asks for something else never takes over an earlier one's result.
    """
    asked = () if task == BUILD else (task.model_dump_json(),)
    build = store_build(work, derived_id("bld", work.run.id, str(work.number), tree, *asked), tree, task)
    if task.task == "build":
        work.writer.enter_stage("build")
        work.writer.emit(DataBuild(data=BuildData(build_id=build.id, status=BuildStatus.QUEUED)))
    work.change(build_id=build.id)
    work.next = Build(build.id)
