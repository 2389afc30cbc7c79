"""Chat without the agentic loop: one call of the model, no tools; its answer is a whole change or none."""

from typing import Any

from pydantic_core import from_json

from shared.domain.autonomy import waits_for_person
from shared.domain.chunks import FinishStep, StartStep
from shared.domain.errors import AppError, Invalid
from shared.domain.model_messages import Completed, text_of
from shared.domain.operation_types import parse_operations
from shared.ports.model import ModelPort
from shared.services.ask_model import ask_model
from shared.services.loop_work import Work
from shared.services.run_tools import ToolRound
from shared.services.settle_answer import finish_work
from shared.tools.writing import apply_one

_ONE_ANSWER = "This deployment allows one answer a message (BUILDER_AGENTIC_LOOP_ENABLED is off)."


def answer_once(work: Work, model: ModelPort) -> None:
    """Ask, apply and build. A failed gate ends the run, its work kept as a diff."""
    if work.past:
        work.fail(_code(work), f"The change does not build. {_ONE_ANSWER} Its work is kept as a diff.")
        return
    if waits_for_person(work.run.autonomy, "write"):
        work.change(review="before")  # nothing can be asked about half-way, so the whole waits
    work.writer.enter_stage("plan")
    work.writer.emit(StartStep())
    completed = ask_model(work, model)
    if completed is not None:
        work.hear(completed)
        _apply(work, completed)
    work.writer.emit(FinishStep())


def _code(work: Work) -> str:
    return "BUILD_FAILED" if work.run.diagnostics else "BUILDER_COMPILE_FAILED"


def _apply(work: Work, completed: Completed) -> None:
    if work.cancelled():
        work.fail("CANCELLED", "The run was cancelled.")
        return
    try:
        said = _change_in(text_of(completed.items))
        _edit(work, said)
    except AppError as error:
        work.fail(error.code, f"The model's answer could not be applied: {error.message} {_ONE_ANSWER}")
        return
    done = ToolRound(steps=work.steps, finish_data={"summary": said.get("summary")})
    finish_work(work, completed, done)
    if work.next == "continue":
        work.fail("BUILDER_COMPILE_FAILED", f"The change does not compile. {_ONE_ANSWER} Its work is kept as a diff.")


def _change_in(text: str) -> dict[str, Any]:
    """The JSON object in the answer; plain words are an answer that changes nothing."""
    first, last = text.find("{"), text.rfind("}")
    if '"operations"' not in text:
        return {"summary": text.strip(), "operations": []}
    try:
        found = from_json(text[first : last + 1])
    except ValueError as error:
        raise Invalid(f"its JSON cannot be read ({error}).") from None
    if not isinstance(found, dict) or "operations" not in found or not isinstance(found.get("summary", ""), str):
        raise Invalid("it is not an object with `summary` and `operations`.")
    return found


def _edit(work: Work, said: dict[str, Any]) -> None:
    """All operations or none, under the rules that people's saves obey."""
    before = work.workspace.files
    for operation in parse_operations(said.get("operations", [])):
        result = apply_one(operation, work.workspace, operation.path)
        if result.files is None:
            work.workspace.files = before
            raise Invalid(result.text)
        work.workspace.files = result.files
