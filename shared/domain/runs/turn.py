"""Turns: a message of a person and what came of it."""

from pydantic import Field

from shared.domain.agent.egress import UntrustedSource
from shared.domain.base import Moment, OfApp
from shared.domain.diagnostics import Diagnostic, Imitation
from shared.domain.runs.attachments import Attachment
from shared.domain.runs.run_parts import Author, RunUsage, StoppedBy
from shared.domain.runs.run_status import RunStatus


class Turn(OfApp):
    """One user message and all that followed, for replay and audit. `regenerates` is the turn that it does again.

    `imitates`: what the app only imitates after it, by the agent's statement; null where it stated nothing.
    `stopped_by` names the cap that ended it early, also where it is completed: what it had done was kept. `author`:
    whose words the prompt is.
    """

    id: str
    conversation_id: str
    run_id: str
    author: Author = "person"
    prompt: str
    attachments: list[Attachment] = []
    status: RunStatus
    summary: str | None = None
    rationale: str | None = None
    assumptions: list[str] = []
    imitates: list[Imitation] | None = None
    operations: list[dict[str, str]] = Field(default_factory=list)
    tool_trace: list[dict[str, str]] = Field(default_factory=list)
    diagnostics: list[Diagnostic] = []
    failure_code: str | None = None
    stopped_by: StoppedBy | None = None
    revision_id: str | None = None
    diff_id: str | None = None
    usage: RunUsage = RunUsage()
    untrusted: list[UntrustedSource] = []
    regenerates: str | None = None
    created_at: Moment
    finished_at: Moment | None = None

    @property
    def last_word(self) -> Moment:
        """Until when something may have come into it: who vouched before that has not seen it all."""
        return self.finished_at or self.created_at
