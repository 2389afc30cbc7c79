"""What a person was asked about work that builds but fails its checks, and what they said."""

from typing import Any, Literal

from shared.domain.base import Entity
from shared.domain.builds.verdict import CHECKS, Verdict, errors_of, own_findings
from shared.domain.builds.worker_contract import Check

QUESTION_TOOL = "checks_failed"
"""What the step of the question is called where steps are told: it is no tool, and no model can call it."""
_CHARACTERS = 300
_UNCOUNTED = ("TYPES_", "TESTS_")
_NOUNS: dict[Check, tuple[str, str]] = {
    "types": ("type error is left", "type errors are left"),
    "tests": ("test fails", "tests fail"),
    "page": ("error of its page is left", "errors of its page are left"),
    "acceptance": ("acceptance check fails", "acceptance checks fail"),
}


class Question(Entity):
    """Asked once a run. `code` and `why` are how the run would have ended, `tree` what the question is about.

    `may_go_on`: the run may still be tried further. `keep` accepts the failures of `tree`, and of no other.
    """

    call_id: str
    tree: str
    checks: list[Check]
    code: str
    why: str
    may_go_on: bool
    answer: Literal["keep", "go_on"] | None = None
    by: str | None = None


def accepted(verdict: Verdict, question: Question | None, tree: str) -> Verdict:
    """The verdict on `tree` with what a person has accepted: it stays failed and stops nothing."""
    if question is None or question.answer != "keep" or tree != question.tree:
        return verdict
    for name in set(question.checks).intersection(verdict.blocking):
        verdict = verdict.with_part(name, verdict.part(name).model_copy(update={"accepted_by": question.by}))
    return verdict


def failures(verdict: Verdict) -> str:
    """What stops the change, counted: `2 tests fail and 1 type error is left`."""
    return " and ".join(_counted(name, verdict) for name in verdict.blocking)


def accepted_failures(verdict: Verdict | None) -> list[Check]:
    """The checks that fail, and that a person has accepted so."""
    return [name for name in CHECKS if verdict is not None and verdict.part(name).accepted_by is not None]


def asked_of(question: Question, verdict: Verdict) -> dict[str, Any]:
    """The question with its answers and what each does; the first findings of each check that fails."""
    go_on = {"skip": "Go on: the agent tries again, within the run's caps; a reason is told to it."}
    stop = {"skip": "Stop here: the work is kept as a diff."}
    return {
        "question": f"The change builds, but {failures(verdict)}. {_CHOICE[question.may_go_on]}",
        "why": question.why,
        "checks": question.checks,
        "tests": verdict.tests.counts.model_dump() if verdict.tests.counts else None,
        "may_go_on": question.may_go_on,
        "findings": [
            found.message[:_CHARACTERS] for name in question.checks for found in errors_of(verdict.part(name))
        ],
        "options": {
            "approve": "Keep it as it is, with these failures.",
            **(go_on if question.may_go_on else stop),
            "abort": "Stop: the run ends as cancelled, and its work is kept as a diff.",
        },
    }


_CHOICE = {True: "Keep it as it is, go on, or stop?", False: "Keep it as it is, or stop?"}


def _counted(name: Check, verdict: Verdict) -> str:
    """With a number where there is one: a program that only ended badly has told none."""
    if any(found.code.startswith(_UNCOUNTED) for found in errors_of(verdict.part(name))):
        return f"its {name} fail"
    count = own_findings(verdict.part(name))
    return f"{count} {_NOUNS[name][count != 1]}"
