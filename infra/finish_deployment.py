"""The steps after the stack is deployed: each one runs, even where an earlier one failed."""

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

AGAIN = "make deploy"


class Step(NamedTuple):
    """One step. `missing` says what does not work without it, `again` what to run after a failure."""

    run: Callable[[], object]
    missing: str
    again: str = AGAIN
    required: bool = True


def finish_deployment(steps: Sequence[Step]) -> bool:
    """Run every step in order; return whether all required ones succeeded.

    A failure is printed with what is missing and which command to run again. All steps are idempotent, so a second
    run does only what the first could not.
    """
    failed = [step for step in steps if not _succeeds(step)]
    return not any(step.required for step in failed)


def _succeeds(step: Step) -> bool:
    try:
        step.run()
    except Exception as error:  # an operator's command: whatever failed, the next step may still succeed
        print(
            f"The stack is deployed, but {step.missing}: {error}\n  Run again: {step.again}",
            file=sys.stderr,
            flush=True,
        )
        return False
    return True
