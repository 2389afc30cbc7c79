"""What a gate, a build or an import has to say about one place in a project."""

from typing import Literal, NamedTuple

from pydantic import BaseModel

Severity = Literal["error", "warning", "info"]


class Diagnostic(BaseModel, frozen=True):
    """One finding. `line` and `column` count from 1 and come from the tool that found it."""

    severity: Severity = "error"
    code: str
    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    hint: str | None = None


def has_errors(diagnostics: list[Diagnostic]) -> bool:
    """True when at least one finding stops the change."""
    return any(found.severity == "error" for found in diagnostics)


ImitationKind = Literal["accounts", "payment", "sending", "shared_data", "live_data", "cloud_storage"]


class Imitation(BaseModel, frozen=True):
    """What an app only imitates, as the agent states it when it ends its work.

    `where`: the page, at most 200 characters. `said`: the sentence there that says so, at most 300.
    """

    what: ImitationKind
    where: str
    said: str


Mark = Literal["none", "screen", "all"]


class Claim(NamedTuple):
    """What a page says and cannot do. `words` as they stand there; no `line` in a built file.

    `mark`: where a sentence near them takes them back.
    """

    kind: ImitationKind
    words: str
    path: str
    line: int | None
    mark: Mark

    @property
    def marked(self) -> bool:
        return self.mark == "all"
