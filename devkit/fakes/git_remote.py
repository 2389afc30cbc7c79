"""A repository elsewhere in memory."""

from shared.domain.delivery.remote import RemoteRefs
from shared.domain.errors import GitMoved
from shared.ports.git import History


class FakeGitRemote:
    """`GitRemote`: an empty one at first."""

    def __init__(self) -> None:
        self.heads: dict[str, str] = {}

    def look(self) -> RemoteRefs:
        return RemoteRefs(dict(self.heads), "main" if "main" in self.heads else None)

    def push(self, branch: str, before: str | None, known: str | None, history: History) -> None:
        if self.heads.get(branch) != before:
            raise GitMoved(f"{branch} was changed a moment ago. Try again.", branch=branch)
        *_, (head, _) = history
        self.heads[branch] = head.id
