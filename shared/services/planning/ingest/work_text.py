"""What states of a reading work on: the blueprint, its document's text, and its outline once that is known."""

from typing import NamedTuple

from shared.domain.errors import NotFound, PlanFailed
from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.document import Document, text_key
from shared.domain.planning.plan_state import PlanState
from shared.services.loop_ports import LoopPorts
from shared.services.planning.ingest.plan_files import PlanFiles
from shared.services.planning.read_outline import Outline, outline_of


class Source(NamedTuple):
    blueprint: Blueprint
    document: Document
    text: str


class WorkText(NamedTuple):
    blueprint: Blueprint
    outline: Outline


def read_source(state: PlanState, ports: LoopPorts) -> Source:
    """The whole text of the blueprint's document. PlanFailed when somebody deleted it as the blueprint was made."""
    blueprint = ports.blueprints.get(state.tenant_id, state.app_id, state.blueprint_id)
    try:
        document = ports.documents.get(state.tenant_id, state.app_id, blueprint.document_id)
        text = ports.blobs.get(text_key(state.tenant_id, state.app_id, document.text_hash)).decode()
    except NotFound:
        raise PlanFailed("The document is not there any more. Bring it again, as a blueprint of its own.") from None
    return Source(blueprint, document, text)


def read_work(state: PlanState, files: PlanFiles, ports: LoopPorts) -> WorkText:
    """After the first state."""
    source = read_source(state, ports)
    return WorkText(source.blueprint, outline_of(source.text, files.headings()))
