"""What a long conversation and a whole project come to, in few words."""

from shared.domain.base import Entity, Moment


class ConversationSummary(Entity):
    """Of all turns of a conversation up to `last_turn_id`; `since`: when the conversation was cleared last.

    `by_model` is false for one that is made of the turns' own first words, because no model answered.
    """

    tenant_id: str
    app_id: str
    conversation_id: str
    short_summary: str
    detail_summary: str = ""
    last_turn_id: str
    last_message_id: str
    turns: int
    since: Moment | None = None
    by_model: bool = True
    updated_at: Moment
    version: int = 0


class ProjectSnapshot(Entity):
    """How a project stands, in the sections of `summary_text`. `facts` names what it was made of."""

    tenant_id: str
    app_id: str
    summary_text: str
    active_phase_node_id: str | None = None
    key_metrics_json: dict[str, int] = {}
    facts: str = ""
    by_model: bool = False
    updated_at: Moment
    version: int = 0
