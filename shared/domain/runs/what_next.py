"""What comes after an iteration: a closed union of values, each with what only that one has."""

from dataclasses import dataclass
from typing import assert_never

from shared.domain.runs.steps import NextStep


@dataclass(frozen=True)
class Continue:
    """Another iteration."""


@dataclass(frozen=True)
class Build:
    """The worker does a task, whose row is `build_id`; then another iteration, or the commit."""

    build_id: str


@dataclass(frozen=True)
class Ask:
    """A person decides."""


@dataclass(frozen=True)
class Evaluate:
    """The model evaluator judges."""


@dataclass(frozen=True)
class Finish:
    """The change may be kept as it is."""


@dataclass(frozen=True)
class Fail:
    """The run ends here: what stopped it, and that in words for the person."""

    code: str
    summary: str


Next = Continue | Build | Ask | Evaluate | Finish | Fail


def word_of(what: Next) -> NextStep:
    """The word that the state machine chooses by."""
    match what:
        case Continue():
            return "continue"
        case Build():
            return "worker"
        case Ask():
            return "approval"
        case Evaluate():
            return "evaluate"
        case Finish():
            return "finish"
        case Fail():
            return "failed"
        case _:
            assert_never(what)
