"""Everything of a project that has words, newest first of each kind: what a search looks through."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice

from shared.domain.brain.search import FOUND_KINDS, Findable, FoundKind
from shared.domain.planning.document import Document
from shared.domain.planning.words import BlueprintStatus
from shared.domain.text.ranking import IndexedPiece, Passage
from shared.domain.work_budget import TURNS_SEARCHED
from shared.ports.storage import BlobStore
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import pages_of
from shared.services.planning.document_terms import document_bytes, index_of
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
        title = one.title if one.piece is not None else one.title or one.kind
        passage = Passage(f"{one.kind} {one.id}", title, one.text, piece=one.piece)
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
        yield from _pieces(document, ports.blobs)


def _pieces(document: Document, blobs: BlobStore) -> Iterator[Findable]:
    """Its pieces by the index of its words; its text is read once, when a piece of it is shown."""
    index, data = index_of(document, blobs), cache(lambda: document_bytes(document, blobs))

    def read(number: int) -> str:
        span = index.span(number)
        return data()[span.byte_start : span.byte_start + span.byte_length].decode("utf-8", "replace")

    for number, (start, length) in enumerate(zip(index.starts(), index.lengths(), strict=True)):
        piece = IndexedPiece(index, number, document.title, read)
        yield Findable("document", document.id, "", "", document.created_at, start, None, piece, length)


def document_text(document: Document, blobs: BlobStore) -> str:
    """Whole, or empty when it is gone."""
    return document_bytes(document, blobs).decode("utf-8", "replace")


_READERS: Mapping[FoundKind, Callable[[Place, LoopPorts], Iterator[Findable]]] = {
    "decision": _decisions,
    "memory": _memory,
    "note": _notes,
    "task": _tasks,
    "plan_node": _plan_nodes,
    "message": _messages,
    "document": _documents,
}
