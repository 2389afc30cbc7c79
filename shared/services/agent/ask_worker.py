"""What an answer of the model needs: the fast gate, after the fixes that need no model, then the worker."""

from dataclasses import replace

from shared.domain.agent.model_messages import ToolCall, UserMessage
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
from shared.domain.untrusted import readable_json, shortened
from shared.services.agent.checks.plan_verdict import is_green, plan_verdict, store_build
from shared.services.agent.loop_work import Work, call_id_of
from shared.services.agent.tools.run_tools import report
from shared.tools.base import ToolResult, refuse
from shared.tools.compiling import describe
from shared.tools.fixing import Checked, check_fixed

_SYNTAX = frozenset({"SYNTAX_ERROR", "CSS_SYNTAX", "JSON_INVALID", *(f"{each.upper()}_SYNTAX" for each in COMPONENTS)})
_BUILT = ToolResult(ok=True, text="This tree has already been built; it is green.")
_SKIPPED = ToolResult(
    ok=True, text="skipped: targeted tests are switched off here.", data={"status": CheckStatus.SKIPPED}, ran=False
)
_TOOL = "fix_project"
_STAGE_MOST = 1_000


def ask_worker(work: Work, call: ToolCall, task: WorkerTask) -> tuple[Work, bool]:
    """Hand the task to the worker, or answer the call. False when it was refused.

    Tests and commands may well be asked about what does not compile.
    """
    if task.task == "tests" and not work.inputs.ports.switches.targeted_tests:
        return report(work, call, _SKIPPED), True
    if task.task in ("build", "browser"):
        work, ok = _compiles_still(work, call)
        if not ok:
            return work, False
    if task.task == "build":
        return build_unless_green(work, call, finishing=False), True
    return await_task(work, call, _pictured(work, call, task)), True


def _pictured(work: Work, call: ToolCall, task: WorkerTask) -> WorkerTask:
    """A look has two pictures for a model that takes them and asked for no window of its own, nor for paper."""
    asked = readable_json(call.arguments)
    own = not isinstance(asked, dict) or asked.get("width") or asked.get("height")
    sees = work.inputs.ports.models.takes_images(work.run.request.model)
    if task.task != "browser" or own or task.page.paper or not sees:
        return task
    return task.model_copy(update={"page": task.page.model_copy(update={"pair": True})})


def await_task(work: Work, call: ToolCall | None, task: WorkerTask) -> Work:
    """Have the worker do the task with the candidate; its result answers the call."""
    work = store_candidate(work)
    work = request_work(work, work.run.candidate_tree, task)
    return _wait_for_worker(work, call, finishing=False)


def _compiles_still(work: Work, call: ToolCall) -> tuple[Work, bool]:
    """The same answer for every call of one answer: what does not compile is told, and counted, once."""
    if work.gates and not work.gates[-1]:
        return report(work, call, refuse("Not done: the project does not compile.")), False
    return compiles(work, call)


def store_candidate(work: Work) -> Work:
    """Store the workspace's tree as the run's candidate, and tell of a new one, so that people see it grow."""
    run = work.run
    tree = work.inputs.ports.snapshots.put(run.tenant_id, run.app_id, work.inputs.workspace.files)
    if tree != run.candidate_tree:
        work.inputs.writer.emit(DataDraftPage(data=DraftPageData(run_id=run.id, tree=tree)))
    return work.change(candidate_tree=tree)


def compiles(work: Work, call: ToolCall | None) -> tuple[Work, bool]:
    """Whether the candidate passes the fast gate; when it does not, the call is answered and the failure counted."""
    work.inputs.writer.enter_stage("compile")
    work, checked = fix_candidate(work)
    compiled = checked.report
    if checked.paths:
        work = store_candidate(work)
    found = DiagnosticsData(source="compile", ok=compiled.ok, diagnostics=compiled.diagnostics)
    work.inputs.writer.emit(DataDiagnostics(data=found))
    work = replace(work.change(role=_next_role(work, compiled)), gates=(*work.gates, compiled.ok))
    if compiled.ok:
        return replace(work, graph=compiled.graph), True
    parts = ("Not done: the project does not compile.", checked.note(), describe(compiled.diagnostics))
    text = "\n".join([*filter(None, parts), "Repair this first."])
    refused = refuse(text, *compiled.diagnostics)
    work = report(work, call, refused) if call is not None else work.answer(None, text)
    return work.note_failure("BUILDER_COMPILE_FAILED", compiled.diagnostics), False


def _next_role(work: Work, compiled: CompileReport) -> Role:
    """With a model evaluator the coder is spared what only fails to parse: that is the syntax fixer's."""
    if work.run.request.repair is not None:
        return "fixer"
    wrong = {found.code for found in compiled.diagnostics if found.severity == "error"}
    return "fixer" if work.run.request.evaluator == "model" and wrong and wrong <= _SYNTAX else work.run.worker


def build_unless_green(work: Work, call: ToolCall | None, *, finishing: bool) -> Work:
    """Ask for one verdict on the candidate, unless it has passed one."""
    work = store_candidate(work)
    tree = work.run.candidate_tree
    if is_green(work, tree) or (finishing and not work.inputs.ports.switches.worker_build_gate):
        if finishing:
            return _ask_evaluator(work) if work.run.request.evaluator == "model" else accept(work)
        return report(work, call, _BUILT) if call is not None else work
    if tree == work.run.green_tree:  # no longer: the app demands more of it than when it passed
        work = work.change(green_tree=None, green_build_id=None)
    work = request_work(work, tree, plan_verdict(work))
    return _wait_for_worker(work, call, finishing=finishing)


def _wait_for_worker(work: Work, call: ToolCall | None, *, finishing: bool) -> Work:
    """The call is answered by a later iteration; until then its step is running."""
    work = work.change(finishing=finishing, pending_call_id=call_id_of(call))
    if call is None:
        return work
    running = Step(call_id=call.call_id, tool=call.name, status=StepStatus.RUNNING, arguments=call.arguments, output="")
    step = running.model_copy(update={"started_at": work.inputs.writer.now()})
    return replace(work, round=replace(work.round, steps=(*work.round.steps, step)))


def _ask_evaluator(work: Work) -> Work:
    work = _answer_finish(work, "Built. The evaluator looks at it now.")
    return replace(work.change(role="evaluator", pending_call_id=None), next=Evaluate())


def accept(work: Work) -> Work:
    return replace(_answer_finish(work, "Finished."), next=Finish())


def _answer_finish(work: Work, words: str) -> Work:
    finish = work.round.finish
    return report(work, finish, ToolResult(ok=True, text=words)) if finish is not None else work


def request_work(work: Work, tree: str, task: WorkerTask = BUILD) -> Work:
    """Ask for a candidate build of `tree`, or another task. A build reserves the revision id of this tree's commit.

    The id holds the tree and the task, so a repeated attempt that asks for the same gets the same, run once, and one
    that asks for something else never takes over an earlier one's result.
    """
    asked = () if task == BUILD else (task.model_dump_json(),)
    build = store_build(work, derived_id("bld", work.run.id, str(work.inputs.number), tree, *asked), tree, task)
    if task.task == "build":
        work.inputs.writer.enter_stage("build")
        work.inputs.writer.emit(DataBuild(data=BuildData(build_id=build.id, status=BuildStatus.QUEUED)))
    return replace(work.change(build_id=build.id), next=Build(build.id))


def fix_candidate(work: Work) -> tuple[Work, Checked]:
    """Check the candidate; what is certain to be wrong in it is put right, told, and part of the iteration's record.

    Nothing is changed in the modes where writes wait for a person: there the answer only holds hints for the model.
    """
    checked = check_fixed(work.inputs.workspace)
    note = checked.note()
    work = work.change(fixed=note if checked.report.ok else "")
    if checked.paths:
        work.inputs.workspace.files = checked.workspace.files
        work.inputs.workspace.checked = checked.workspace.checked
        work.inputs.writer.enter_stage("repair", shortened(note, _STAGE_MOST))
        work = work.add_steps(_step(work, checked, note))
    return work, checked


def tell_fixes(work: Work) -> Work:
    """Say what was repaired since the model last heard, once."""
    note = work.run.memory.fixed
    return work.change(fixed="").say(UserMessage(content=note)) if note else work


def _step(work: Work, checked: Checked, note: str) -> Step:
    """A step of the loop's own, so that the turn's operations show what it changed."""
    call_id = f"{_TOOL}-{work.inputs.number}-{sum(step.tool == _TOOL for step in work.steps)}"
    paths = list(checked.paths)
    return Step(
        call_id=call_id, tool=_TOOL, status=StepStatus.COMPLETED, arguments="{}", output=note, changed_paths=paths
    )


def verify_merged(work: Work) -> Work:
    """What was put onto a newer draft goes through all that `finish` asks of it, as it is now."""
    if not work.run.waiting.merged or not work.goes_on:
        return work
    work, ok = compiles(work.change(merged=False), None)
    return build_unless_green(work, None, finishing=True) if ok else work
