"""The steps of a run are written before it begins: one call of the model without tools, asked for once more at most."""

from dataclasses import replace

from shared.domain.agent.model_messages import Completed, UserMessage, text_of
from shared.domain.errors import Invalid
from shared.domain.runs.data_chunks import DataPlan, PlanData
from shared.domain.runs.planned_step import read_steps, role_of
from shared.domain.runs.what_next import Ask, Continue
from shared.domain.untrusted import shortened
from shared.ports.model import ModelPort
from shared.services.agent.loop_work import Work
from shared.services.agent.model.ask_model import ask_in_step

_AGAIN = "Your steps could not be read:"
_REASON = 600


def lay_out(work: Work, model: ModelPort) -> Work:
    """With the run's steps, none of them started; it waits then for somebody to approve it."""
    work.inputs.writer.enter_stage("plan")
    return ask_in_step(work, model, _take)


def _take(work: Work, completed: Completed) -> Work:
    if work.inputs.cancelled():
        return work.fail("CANCELLED", "The run was cancelled.")
    try:
        steps = read_steps(text_of(completed.items), work.inputs.ports.clock.now())
    except Invalid as error:
        return _refuse(work, error.message)
    work.inputs.writer.emit(DataPlan(data=PlanData(plan=[step.title for step in steps])))
    work = work.change(plan_steps=steps, role=role_of(steps[0].actor))
    return replace(work, next=Ask() if work.run.is_laid_out else Continue())


def _refuse(work: Work, why: str) -> Work:
    """Once more, with the reason; the second time it is the end, and nothing was done."""
    if any(isinstance(item, UserMessage) and item.content.startswith(_AGAIN) for item in work.past):
        return work.fail("STEPS_UNREADABLE", f"The steps of the run could not be read twice: {shortened(why, _REASON)}")
    words = f"{_AGAIN} {shortened(why, _REASON)} Answer again with the JSON object alone."
    return replace(work.say(UserMessage(content=words)), next=Continue())
