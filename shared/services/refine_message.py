"""Another commit message for a diff."""

from pydantic import BaseModel

from shared.domain.identity import Principal
from shared.services.commit_diff import suggested_message
from shared.services.find_diff import find_diff
from shared.services.ports_bundle import Ports


class RefinedMessage(BaseModel):
    """The suggestion; send it with the commit to use it."""

    diff_id: str
    commit_message: str
    previous: str


def refine_message(*, principal: Principal, diff_id: str, ports: Ports) -> RefinedMessage:
    """Made from the change alone, so the same change always gets the same one."""
    diff, _ = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    suggestion = suggested_message(diff, ports)
    return RefinedMessage(diff_id=diff.id, commit_message=suggestion, previous=diff.commit_message)
