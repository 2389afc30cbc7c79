"""A repository elsewhere in memory."""

from collections.abc import Sequence

from shared.domain.base import Files
from shared.domain.delivery.git_errors import GitMoved, GitNotFound
from shared.domain.delivery.remote import Fetched, RemoteRefs
from shared.ports.git import History


class FakeGitRemote:
    """`GitRemote`: an empty one at first."""

    def __init__(self) -> None:
        self.heads: dict[str, str] = {}
        self.commits: dict[str, tuple[str | None, Files]] = {}

    def look(self) -> RemoteRefs:
        return RemoteRefs(dict(self.heads), "main" if "main" in self.heads else None)

    def push(self, branch: str, before: str | None, known: str | None, history: History) -> None:
        if self.heads.get(branch) != before:
            raise GitMoved(f"{branch} was changed a moment ago. Try again.", branch=branch)
        for head, files in history:
            if files is not None:
                self.commits[head.id] = head.parent, files
        self.heads[branch] = head.id

    def add(self, branch: str, files: Files) -> str:
        """Somebody else's commit, on top of the branch."""
        made = f"{len(self.commits) + 1:040x}"
        self.commits[made] = self.heads.get(branch), files
        self.heads[branch] = made
        return made

    def fetch(self, branch: str | None, known: Sequence[str], history: History) -> Fetched:
        name = branch or self.look().default or ""
        if name not in self.heads:
            raise GitNotFound("The repository has no such branch.")
        head = common = self.heads[name]
        if head in known:
            return Fetched(name, head, head, {}, [])
        passed = {head}
        while common not in known and (parent := self.commits[common][0]):
            common = parent
            passed.add(common)
        ours = common if common in known else None
        return Fetched(name, head, ours, self.commits[head][1], [], frozenset(passed - {ours}))
