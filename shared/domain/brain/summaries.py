"""What a long conversation and a whole project come to, in few words."""

from shared.domain.base import Moment, OneOfApp


class ConversationSummary(OneOfApp):
    """Of all turns of a conversation up to `last_turn_id`, which ended at `until`; `since`: when the conversation was
    cleared last. `untrusted`: whose words the turns have read besides the person's.
    """

    conversation_id: str
    short_summary: str
    detail_summary: str = ""
    last_turn_id: str
    last_message_id: str
    turns: int
    since: Moment | None = None
    until: Moment
    untrusted: list[str] = []
    updated_at: Moment


class ProjectSnapshot(OneOfApp):
    """How a project stands, in the sections of `summary_text`. `facts` names what it was made of."""

    summary_text: str
    active_phase_node_id: str | None = None
    key_metrics_json: dict[str, int] = {}
    facts: str = ""
    updated_at: Moment
