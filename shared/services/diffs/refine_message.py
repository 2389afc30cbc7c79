"""Another commit message for a diff."""

from typing import Annotated, Literal

from pydantic import BaseModel, StringConstraints

from shared.domain.base import Input
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.review import Review
from shared.domain.errors import AppError
from shared.domain.identity import Principal
from shared.domain.runs.message_task import MessageTask, Style, WrittenMessage
from shared.domain.runs.run_parts import RunType
from shared.services.diffs.choose_part import choose_part
from shared.services.diffs.commit_diff import suggested_message
from shared.services.diffs.find_diff import find_diff
from shared.services.or_none import or_none
from shared.services.ports_bundle import Ports

_SUBJECT = 72
_PREFIX: dict[RunType, str] = {
    "implement_feature": "feat",
    "fix_bug": "fix",
    "refactor_module": "refactor",
    "write_docs": "docs",
    "run_tests_only": "test",
}


class RefineRequest(Input):
    """`plain` names the change and its files, `short` is one line, `conventional` begins with what kind of work it was.

    With `instructions` the app's model writes it, as they say; without them it is made from the change. With `review`
    it is about what that review would keep.
    """

    style: Style = "plain"
    instructions: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)] | None = None
    review: Review | None = None


class RefinedMessage(BaseModel):
    """The suggestion; send it with the commit to use it.

    `written_by` the model, or made from the `change`: where the model was to write it, `why` says why it did not.
    """

    diff_id: str
    commit_message: str
    previous: str
    style: Style
    written_by: Literal["model", "change"] = "change"
    why: str | None = None


def refine_message(
    *, principal: Principal, diff_id: str, ports: Ports, request: RefineRequest | None = None
) -> RefinedMessage:
    """Another message. Without instructions the same change and style always get the same one."""
    diff, _ = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    asked = request or RefineRequest()
    if asked.review is not None:
        diff = _as_reviewed(diff, asked.review, ports)
    written = _written(diff, asked, ports)
    made = _by_model(written.message, asked.style) if written.message else None
    return RefinedMessage(
        diff_id=diff.id,
        commit_message=made or _styled(suggested_message(diff, ports), asked.style, diff, ports),
        previous=diff.commit_message,
        style=asked.style,
        written_by="model" if made else "change",
        why=written.why,
    )


def _as_reviewed(diff: Diff, review: Review, ports: Ports) -> Diff:
    """The diff as it would be after `review`: it is not stored."""
    files = choose_part(diff=diff, review=review, ports=ports).files
    return diff.model_copy(update={"accepted_tree": ports.snapshots.put(diff.tenant_id, diff.app_id, files)})


def _written(diff: Diff, asked: RefineRequest, ports: Ports) -> WrittenMessage:
    """By the function that may use the model. Whatever keeps it from answering is told, and no failure."""
    if asked.instructions is None:
        return WrittenMessage()
    if ports.messages is None:
        return WrittenMessage(why="No model can be asked here.")
    instructions = asked.instructions
    tree = diff.wanted_tree if asked.review is not None else None
    task = MessageTask(
        tenant_id=diff.tenant_id, diff_id=diff.id, style=asked.style, instructions=instructions, tree=tree
    )
    try:
        return ports.messages.write(task)
    except AppError as error:
        return WrittenMessage(why=f"The model was not reached in time: {error.message}")


def _by_model(message: str, style: Style) -> str:
    return message.split("\n")[0].strip() if style == "short" else message


def _styled(message: str, style: Style, diff: Diff, ports: Ports) -> str:
    subject, _, body = message.partition("\n")
    match style:
        case "plain":
            return message
        case "short":
            return subject
        case "conventional":
            head = f"{_PREFIX[_kind(diff, ports)]}: {subject[:1].lower()}{subject[1:]}"
            head = head if len(head) <= _SUBJECT else f"{head[: _SUBJECT - 1].rstrip()}…"
            return f"{head}\n{body}" if body else head


def _kind(diff: Diff, ports: Ports) -> RunType:
    run = or_none(ports.runs.get, diff.tenant_id, diff.run_id) if diff.run_id else None
    return run.request.run_type if run is not None else "implement_feature"
