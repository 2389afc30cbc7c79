"""The fast gate at the end of an answer, after the fixes that need no model."""

from shared.domain.agent.model_messages import UserMessage
from shared.domain.runs.iteration import Step
from shared.domain.runs.step_status import StepStatus
from shared.domain.untrusted import shortened
from shared.services.agent.loop_work import Work
from shared.tools.fixing import Checked, check_fixed

_TOOL = "fix_project"
_STAGE_MOST = 1_000


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
    note = work.run.fixed
    return work.change(fixed="").say(UserMessage(content=note)) if note else work


def _step(work: Work, checked: Checked, note: str) -> Step:
    """A step of the loop's own, so that the turn's operations show what it changed."""
    call_id = f"{_TOOL}-{work.inputs.number}-{sum(step.tool == _TOOL for step in work.steps)}"
    paths = list(checked.paths)
    return Step(
        call_id=call_id, tool=_TOOL, status=StepStatus.COMPLETED, arguments="{}", output=note, changed_paths=paths
    )
