"""A node of the plan: a phase, epic, feature, story or task spec, and where the text says so."""

from shared.domain.base import Entity, Moment, OfApp
from shared.domain.planning.headings import is_open
from shared.domain.planning.words import Need, NodeKind, NodeStatus, Priority, Risk


class Anchor(Entity):
    """A place in the document that says so, in code points. `quote_hash` is of the exact text between."""

    start: int
    end: int
    quote_hash: str


class PlanNode(OfApp):
    """`anchors` come in reading order; the first is the seed's `start_offset` and `end_offset`.

    `section_hash` names the words of the section it was read from, heading and all. `stale` says why a newer version
    of the text has left the node behind; `unproven` that a person called it done without evidence.
    """

    id: str
    blueprint_id: str
    parent_id: str | None = None
    kind: NodeKind
    title: str
    summary: str = ""
    doc_anchor: str | None = None
    """The heading of the section, as the document has it."""
    anchors: tuple[Anchor, ...] = ()
    quoted: bool = False
    """A model found it in the text; a heading makes a node by itself."""
    section_hash: str | None = None
    order_index: int = 0
    status: NodeStatus = NodeStatus.PLANNED
    unproven: bool = False
    priority: Priority = "normal"
    estimate_points: int | None = None
    risk_level: Risk = "medium"
    """The seed's `normal` is read as `medium`, and said as such where the seed's words are spoken."""
    acceptance: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    """What of itself a published app has not; of what lies in it those say so."""
    is_question: bool = False
    """The text leaves it open. It is no work of its own: a person answers it, and that is a decision of the project."""
    contradicts: bool = False
    """A question that is open because the text says two things: `anchors` are the places that do."""
    answer: str = ""
    auto_status_from_tasks: bool | None = False
    """None: as after a reading, until a person says a status; True is a person's wish, and then none is said."""
    file_path: str | None = None
    comment: str = ""
    """What a person has said to the planner of it, and of all that lies in it."""
    stale: str | None = None
    created_at: Moment
    updated_at: Moment
    version: int = 0

    @property
    def follows_tasks(self) -> bool:
        return self.auto_status_from_tasks is not False

    @property
    def asks(self) -> bool:
        """It is an open question, or the heading above such: nothing to build."""
        return self.is_question or (not self.quoted and is_open(self.title))
