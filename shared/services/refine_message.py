"""Another commit message for a diff."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from shared.domain.diff import Diff
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.run import RunType
from shared.services.commit_diff import suggested_message
from shared.services.find_diff import find_diff
from shared.services.ports_bundle import Ports

Style = Literal["plain", "short", "conventional"]
_SUBJECT = 72
_PREFIX: dict[RunType, str] = {
    "implement_feature": "feat",
    "fix_bug": "fix",
    "refactor_module": "refactor",
    "write_docs": "docs",
    "run_tests_only": "test",
}


class RefineRequest(BaseModel):
    """`plain` names the change and its files, `short` is one line, `conventional` begins with what kind of work it was.

    What no code could follow, such as instructions in words, is refused instead of left unread.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    style: Style = "plain"


class RefinedMessage(BaseModel):
    """The suggestion; send it with the commit to use it."""

    diff_id: str
    commit_message: str
    previous: str
    style: Style


def refine_message(
    *, principal: Principal, diff_id: str, ports: Ports, request: RefineRequest | None = None
) -> RefinedMessage:
    """Made from the change and the run's kind alone, so the same change and style always get the same one."""
    diff, _ = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    style = (request or RefineRequest()).style
    suggestion = _styled(suggested_message(diff, ports), style, diff, ports)
    return RefinedMessage(diff_id=diff.id, commit_message=suggestion, previous=diff.commit_message, style=style)


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
    try:
        return ports.runs.get(diff.tenant_id, diff.run_id).run_type if diff.run_id else "implement_feature"
    except NotFound:
        return "implement_feature"
