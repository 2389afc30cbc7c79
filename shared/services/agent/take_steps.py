"""A run goes through the steps that were written for it, each with the prompt and the tools of its worker."""

from shared.domain.agent.model_messages import UserMessage
from shared.domain.runs.planned_step import PlannedStep, closed, following, role_of, started_step
from shared.domain.runs.step_status import StepStatus
from shared.services.agent.ask_worker import compiles
from shared.services.agent.loop_work import Work
from shared.services.agent.tools.run_tools import report
from shared.services.assets.load_prompt import load_prompt
from shared.tools.base import ToolResult

_SHOWN = 50
_DONE = ToolResult(ok=True, text="This step is done.")


def begin_step(work: Work) -> Work:
    """Say which step is to be done, once, when it is its turn."""
    steps = work.run.plan_steps
    step = following(steps)
    if step is None or any(one.status == StepStatus.RUNNING for one in steps):
        return work
    work = _tell_moved(work)
    work = work.change(plan_steps=started_step(steps, step, work.inputs.ports.clock.now()))
    return work.say(UserMessage(content=_words(step, steps)))


def has_more(work: Work) -> bool:
    """Whether another step comes after the one at work. Not in a run that was stopped: what is there is all it gets."""
    return work.run.outcome.stopped is None and following(work.run.plan_steps) is not None


def end_step(work: Work, said: str, *, untested: bool = False) -> Work:
    """The step at work is done once the project compiles; the next is started by the iteration after this one.

    One that was to run tests and ran none (`untested`) was skipped.
    """
    finish = work.round.finish
    if work.run.candidate_tree != work.run.base_tree:
        work, ok = compiles(work, finish)
        if not ok:
            return work
    work = report(work, finish, _DONE) if finish is not None else work
    status = StepStatus.SKIPPED if untested else StepStatus.COMPLETED
    steps = closed(work.run.plan_steps, status, said, work.inputs.ports.clock.now())
    step = following(steps)
    return work.change(plan_steps=steps, role=work.run.role if step is None else role_of(step.actor))


def _words(step: PlannedStep, steps: list[PlannedStep]) -> str:
    asked = "".join(f" {name}: {value}." for name, value in step.input_payload.items())
    head = f"Step {step.order_index + 1} of {len(steps)} ({step.actor}): {step.title}."
    return f"<step>\n{head}{asked}\n</step>\n{load_prompt('step')}"


def _tell_moved(work: Work) -> Work:
    """What others changed since the run was planned."""
    moved = work.run.waiting.moved_paths
    if not moved or work.run.waiting.held:
        return work
    paths = ", ".join(moved[:_SHOWN])
    words = f"Since these steps were written others changed: {paths}. Read what you need of them again."
    return work.change(moved_paths=[]).say(UserMessage(content=words))
