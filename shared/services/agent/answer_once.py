"""Chat without the agentic loop: one call of the model, no tools; its answer is a whole change or none.

An answer that cannot be read or applied is asked for once more, with what was wrong with it.
"""

from dataclasses import replace

from pydantic import ConfigDict, ValidationError

from shared.domain.agent.model_messages import Completed, UserMessage, text_of
from shared.domain.apps.autonomy import waits_for_person
from shared.domain.errors import AppError, Invalid
from shared.domain.json_weight import parse_bounded
from shared.domain.revisions.revision import BuildError
from shared.domain.runs.what_next import Continue
from shared.domain.tree.operation_types import parse_operations
from shared.domain.untrusted import shortened
from shared.ports.model import ModelPort
from shared.services.agent.ask_worker import build_unless_green, compiles
from shared.services.agent.checks.align_calls import is_forbidden
from shared.services.agent.decide_next import finish_work
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.agent.model.ask_model import ask_in_step
from shared.services.agent.roles import forbidden_write
from shared.tools.base import Workspace
from shared.tools.compiling import describe
from shared.tools.finish import FinishParams, said_in
from shared.tools.writing import apply_one

_KEPT = "Its work is kept as a diff."
_ONE_ANSWER = "This deployment allows one answer a message (BUILDER_AGENTIC_LOOP_ENABLED is off)."
_AGAIN = "Your answer could not be applied:"
_SHOWN_CHARACTERS = 2_000


class _Answer(FinishParams):
    """The answer's JSON object; what else stands in it is of no use."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    summary: str = ""
    operations: list[object]


def answer_once(work: Work, model: ModelPort) -> Work:
    """Ask, apply and build. A failed gate ends the run, its work kept as a diff."""
    if work.past and not _is_asked_again(work):
        return _not_passed(work)
    if waits_for_person(work.run.request.autonomy, "write"):
        work = work.change(review="before")  # nothing can be asked about half-way, so the whole waits
    work.inputs.writer.enter_stage("plan")
    return ask_in_step(work, model, _apply)


def _not_passed(work: Work) -> Work:
    """The only answer did not pass. A build that was lost says nothing of it, and is asked for once more."""
    if work.lost is not None:
        return _lost(work, work.lost)
    if work.run.verdict_tree == work.run.candidate_tree:
        return work.fail("VERDICT_FAILED", f"The change builds, but fails its checks. {_ONE_ANSWER} {_KEPT}")
    return work.fail(_code(work), f"The change does not build. {_ONE_ANSWER} {_KEPT}")


def _lost(work: Work, error: BuildError) -> Work:
    if work.run.memory.strategy_changed:  # it has been lost before in the same way
        said = "Its build was lost twice, so nobody knows whether the change builds."
        return work.fail(error.code, f"{said} {_KEPT} Resume the run to try again.")
    work, ok = compiles(work, None)
    return build_unless_green(work, None, finishing=True) if ok else work


def _is_asked_again(work: Work) -> bool:
    last = work.past[-1] if work.past else None
    return isinstance(last, UserMessage) and last.content.startswith(_AGAIN)


def _code(work: Work) -> str:
    return "BUILD_FAILED" if work.run.memory.diagnostics else "BUILDER_COMPILE_FAILED"


def _apply(work: Work, completed: Completed) -> Work:
    if work.inputs.cancelled():
        return work.fail("CANCELLED", "The run was cancelled.")
    try:
        said, before = _change_in(text_of(completed.items)), work.inputs.workspace.files
        _edit(work.inputs.workspace, said)
        if (why := forbidden_write(work.run, work.inputs.role, before, work.inputs.workspace.files)) is not None:
            work.inputs.workspace.files = before
            raise Invalid(why)
    except AppError as error:
        return _refuse(work, error)
    if is_forbidden(work, before):
        work = work.change(review="before")  # a decision binds, and a person may decide otherwise
    work = finish_work(replace(work, round=ToolRound(finish_data=said_in(said))), completed)
    if work.goes_on:
        return work.fail("BUILDER_COMPILE_FAILED", f"The change does not compile. {_ONE_ANSWER} {_KEPT}")
    return work


def _refuse(work: Work, error: AppError) -> Work:
    """Once more, with the reason; the second time it is the end."""
    if work.past:
        return work.fail(error.code, f"The model's answer could not be applied: {error.message} {_ONE_ANSWER}")
    reason = shortened(f"{error.message} {describe(error.diagnostics)}".rstrip(), _SHOWN_CHARACTERS)
    words = f"{_AGAIN} {reason} Nothing was changed. Answer again, whole and corrected."
    return replace(work.say(UserMessage(content=words)), next=Continue())


def _change_in(text: str) -> _Answer:
    """The JSON object in the answer; plain words are an answer that changes nothing."""
    first, last = text.find("{"), text.rfind("}")
    if '"operations"' not in text:
        return _Answer(summary=text.strip(), operations=[])
    try:
        return _Answer.model_validate(parse_bounded(text[first : last + 1]))
    except ValidationError as error:
        wrong = ", ".join(".".join(map(str, one["loc"])) or "the whole" for one in error.errors()[:5])
        raise Invalid(
            f"it is not an object with `summary`, `operations` and what else was asked for ({wrong})."
        ) from None
    except ValueError as error:
        raise Invalid(f"its JSON cannot be read ({error}).") from None


def _edit(workspace: Workspace, said: _Answer) -> None:
    """All operations or none, under the rules that people's saves obey."""
    before = workspace.files
    for operation in parse_operations(said.operations):
        result = apply_one(operation, workspace, operation.path)
        if result.files is None:
            workspace.files = before
            raise Invalid(result.text)
        workspace.files = result.files
