"""Everything of a project that has words, newest first of each kind: what a search looks through."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from shared.domain.brain.search import FOUND_KINDS, Findable, FoundKind
from shared.domain.planning.document import DOCUMENT_BYTES_MOST, Document, text_key
from shared.domain.planning.words import BlueprintStatus
from shared.domain.text.pieces import pieces_of, title_of
from shared.domain.text.ranking import Passage
from shared.domain.work_budget import TURNS_SEARCHED
from shared.ports.storage import BlobStore
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import pages_of
from shared.services.or_none import blob_or_none
from shared.services.runs.read_turns import still_shown

_DOCUMENTS, _PAGE = 20, 100
_OF_A_DOCUMENT = 1_500
_BLUEPRINTS = 50


Place = tuple[str, str]


def find_items(place: Place, kinds: Iterable[FoundKind], ports: LoopPorts) -> Iterator[Findable]:
    """Read as they are asked for, kind by kind."""
    for kind in kinds:
        yield from _READERS[kind](place, ports)


def passages(place: Place, ports: LoopPorts) -> Iterator[Passage]:
    """All but the messages, which have a search of their own, as a tool looks through them.

    Of a document more is shown: an agent has no other way to read a table of prices or a list of courses.
    """
    for one in find_items(place, [kind for kind in FOUND_KINDS if kind != "message"], ports):
        passage = Passage(f"{one.kind} {one.id}", one.title or one.kind, one.text)
        yield passage._replace(shown=_OF_A_DOCUMENT) if one.kind == "document" else passage


def _decisions(place: Place, ports: LoopPorts) -> Iterator[Findable]:
    for one in reversed(ports.states.get(*place).decisions):
        yield Findable("decision", one.id, one.decision[:100], f"{one.decision}\n{one.reason}", one.at)


def _memory(place: Place, ports: LoopPorts) -> Iterator[Findable]:
    for one in ports.brain.memory.all(*place):
        yield Findable("memory", one.id, " ".join(one.tags), one.text, one.updated_at)


def _notes(place: Place, ports: LoopPorts) -> Iterator[Findable]:
    for one in ports.brain.notes.all(*place):
        yield Findable("note", one.id, one.title, one.text, one.updated_at)


def _tasks(place: Place, ports: LoopPorts) -> Iterator[Findable]:
    for one in reversed(ports.plans.tasks(*place)):
        text = "\n".join([one.description, *one.acceptance_criteria])
        yield Findable("task", one.id, one.description[:100], text, one.updated_at)


def _plan_nodes(place: Place, ports: LoopPorts) -> Iterator[Findable]:
    for blueprint in ports.blueprints.list(*place, limit=_BLUEPRINTS).items:
        if blueprint.is_primary and blueprint.status != BlueprintStatus.ARCHIVED:
            for one in ports.plans.nodes(*place, blueprint.id):
                text = "\n".join([one.summary, *one.acceptance])
                yield Findable("plan_node", one.id, one.title, text, one.updated_at)


def _messages(place: Place, ports: LoopPorts) -> Iterator[Findable]:
    """The latest turns of chats that are still there."""
    shown = still_shown(*place, ports.turns)
    pages = pages_of(lambda cursor: ports.turns.turns(*place, limit=_PAGE, cursor=cursor), TURNS_SEARCHED // _PAGE)
    for page in pages:
        for turn in filter(shown, page.items):
            text = "\n".join(filter(None, [turn.prompt, turn.summary, turn.rationale]))
            yield Findable("message", turn.id, turn.prompt[:100], text, turn.created_at, chat=turn.conversation_id)


def _documents(place: Place, ports: LoopPorts) -> Iterator[Findable]:
    """The newest of each line of documents, in pieces."""
    listed = ports.documents.list(*place, limit=_PAGE).items
    replaced = {one.replaces for one in listed}
    for document in islice((one for one in listed if one.id not in replaced), _DOCUMENTS):
        for start, piece in pieces_of(document_text(document, ports.blobs)):
            title = f"{document.title}: {title_of(piece)}"
            yield Findable("document", document.id, title, piece, document.created_at, start)


def document_text(document: Document, blobs: BlobStore) -> str:
    """Whole, or empty when it is gone."""
    key = text_key(document.tenant_id, document.app_id, document.text_hash)
    return (blob_or_none(blobs, key, DOCUMENT_BYTES_MOST) or b"").decode("utf-8", "replace")


_READERS: Mapping[FoundKind, Callable[[Place, LoopPorts], Iterator[Findable]]] = {
    "decision": _decisions,
    "memory": _memory,
    "note": _notes,
    "task": _tasks,
    "plan_node": _plan_nodes,
    "message": _messages,
    "document": _documents,
}
