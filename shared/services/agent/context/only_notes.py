"""What a run that changes nothing is told at the end of its first request."""

from shared.domain.agent.model_messages import Item, UserMessage
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Only

_WORDS: dict[Only, str] = {
    "answer": (
        "The person wants an answer and no change. In this run nothing can be changed: you have tools that look, and "
        "no others. Look at what you need, then put the whole answer into the summary of `finish`: plain words, files "
        "by name where that helps. Where something should be changed, say what and how; the person decides."
    ),
    "plan": (
        "The person wants the plan and nothing else: nobody carries it out in this run. When it stands, call `finish` "
        "with a summary of what will be built, step by step, and of what you assumed, for the person to correct."
    ),
}


def only_notes(run: Run) -> list[Item]:
    """The words for the model; none for a run that may change files."""
    return [UserMessage(content=_WORDS[run.only])] if run.only else []
