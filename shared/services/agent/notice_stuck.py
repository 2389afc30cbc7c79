"""A run that goes round in circles is told so, and ended when that did not help."""

from collections.abc import Sequence

from shared.domain.agent.model_messages import UserMessage
from shared.domain.runs.iteration import Step
from shared.domain.untrusted import readable_json, shortened
from shared.services.agent.loop_work import Work
from shared.services.assets.load_prompt import load_prompt

_CIRCLES = ((1, 3), (2, 2), (3, 3))
"""How many different calls, and how often the round of them is made before it is called a circle."""
LOOKED_BACK = max(length * times for length, times in _CIRCLES)
_NAME = 40

_Key = tuple[str, str, str]


def notice_stuck(work: Work) -> Work:
    """Change the strategy of a run whose last calls go round with the same results; end it when that was tried."""
    changed_just_now = work.run.memory.strategy_changed and not work.inputs.has_notice
    if not work.goes_on or not work.steps or changed_just_now:
        return work
    round_ = circle([*work.inputs.past_steps, *work.steps])
    if round_ is None:
        return work
    said = _describe(round_)
    if work.run.memory.strategy_changed:
        why = f"The model made {said}, also after it was told to take another way. The run stopped here."
        return work.fail("STUCK", why)
    words = f"You made {said}. {load_prompt('stop_repeating')}"
    return work.change(strategy_changed=True).say(UserMessage(content=words))


def circle(steps: Sequence[Step]) -> list[Step] | None:
    """The calls that the end of `steps` goes round in; None while every round brings something new."""
    latest = [step for step in steps if step.status.traits.ran or step.status.traits.undone][-LOOKED_BACK:]
    keys = [_key(step) for step in latest]
    for length, times in _CIRCLES:
        rounds = [keys[end - length : end] for end in range(len(keys), len(keys) - length * times, -length)]
        if len(keys) >= length * times and all(each == rounds[0] for each in rounds):
            return list(latest[-length:])
    return None


def _key(step: Step) -> _Key:
    """What makes two calls the same: tool, arguments, and the result, or that it failed, in whatever words."""
    read = readable_json(step.arguments)
    arguments = repr(sorted(read.items()) if isinstance(read, dict) else read)
    return step.tool, arguments, "" if step.status.traits.undone else f"={step.output}"


def _describe(round_: Sequence[Step]) -> str:
    names = [f"`{shortened(step.tool, _NAME)}`" for step in round_]
    failed = "and each time it failed" if all(step.status.traits.undone for step in round_) else "with the same result"
    if len(names) == 1:
        return f"the same call ({names[0]}) three times in a row {failed}"
    return f"the same calls ({', '.join(names)}) over and over, {failed}"
