"""Notes, decisions and memory of a project."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from functions.api.access.callers import Deps, Reader, Viewer, Writer
from functions.api.brain import views
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, Cursor, Limit
from shared.domain.brain.search import SearchRequest
from shared.domain.errors import StateConflict
from shared.services.apps import change_decisions as decisions
from shared.services.apps.change_decisions import DecisionPatch, DecisionRequest, Standing
from shared.services.brain import kept_items as items
from shared.services.brain.kept_items import (
    MEMORY,
    NOTES,
    MemoryPatch,
    MemoryRequest,
    NotePatch,
    NoteRequest,
    read_summary,
)
from shared.services.brain.refresh_snapshot import refresh_snapshot
from shared.services.brain.search_project import FoundItems, search_project

router = APIRouter(prefix="/projects/{project_id}", tags=["brain"], route_class=IdempotentRoute)
Version = Annotated[int | None, Query(ge=1, description="Only where it is still this version.")]


@router.post("/notes", status_code=201)
@operation("addNote", views.Note)
def add_note(project_id: str, request: NoteRequest, who: Writer, deps: Deps) -> Answer:
    """Keep a note about the project."""
    return views.Note.of(items.add_item(NOTES, principal=who, app_id=project_id, request=request, ports=deps.ports))


@router.get("/notes")
@operation("listNotes", views.NotePage)
def list_notes(project_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """The project's notes, newest first."""
    page = items.list_items(NOTES, principal=who, app_id=project_id, limit=limit, cursor=cursor, ports=deps.ports)
    return views.NotePage.of(page, items=[views.Note.of(one) for one in page.items])


@router.get("/notes/{note_id}")
@operation("readNote", views.Note)
def read_note(project_id: str, note_id: str, who: Reader, deps: Deps) -> Answer:
    """One note."""
    return views.Note.of(items.read_item(NOTES, principal=who, app_id=project_id, item_id=note_id, ports=deps.ports))


@router.patch("/notes/{note_id}")
@operation("changeNote", views.Note, StateConflict)
def change_note(project_id: str, note_id: str, patch: NotePatch, who: Writer, deps: Deps) -> Answer:
    """Change title or text. 409 STATE_CONFLICT when a `version` is given that is no longer current."""
    changed = items.change_item(NOTES, principal=who, app_id=project_id, item_id=note_id, patch=patch, ports=deps.ports)
    return views.Note.of(changed)


@router.delete("/notes/{note_id}", status_code=204)
@operation("deleteNote", None, StateConflict)
def delete_note(project_id: str, note_id: str, who: Writer, deps: Deps, version: Version = None) -> Response:
    """Delete a note for good."""
    items.delete_item(NOTES, principal=who, app_id=project_id, item_id=note_id, version=version, ports=deps.ports)
    return Response(status_code=204)


@router.post("/memory", status_code=201)
@operation("addMemory", views.MemoryItem)
def add_memory(project_id: str, request: MemoryRequest, who: Writer, deps: Deps) -> Answer:
    """Keep something that runs are to remember."""
    made = items.add_item(MEMORY, principal=who, app_id=project_id, request=request, ports=deps.ports)
    return views.MemoryItem.of(made)


@router.get("/memory")
@operation("listMemory", views.MemoryPage)
def list_memory(project_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """The project's memory, newest first."""
    page = items.list_items(MEMORY, principal=who, app_id=project_id, limit=limit, cursor=cursor, ports=deps.ports)
    return views.MemoryPage.of(page, items=[views.MemoryItem.of(one) for one in page.items])


@router.get("/memory/{memory_id}")
@operation("readMemory", views.MemoryItem)
def read_memory(project_id: str, memory_id: str, who: Reader, deps: Deps) -> Answer:
    """One memory item."""
    found = items.read_item(MEMORY, principal=who, app_id=project_id, item_id=memory_id, ports=deps.ports)
    return views.MemoryItem.of(found)


@router.patch("/memory/{memory_id}")
@operation("changeMemory", views.MemoryItem, StateConflict)
def change_memory(project_id: str, memory_id: str, patch: MemoryPatch, who: Writer, deps: Deps) -> Answer:
    """Change text, tags or whether it is pinned. 409 STATE_CONFLICT when a given `version` is no longer current."""
    ports = deps.ports
    changed = items.change_item(MEMORY, principal=who, app_id=project_id, item_id=memory_id, patch=patch, ports=ports)
    return views.MemoryItem.of(changed)


@router.delete("/memory/{memory_id}", status_code=204)
@operation("deleteMemory", None, StateConflict)
def delete_memory(project_id: str, memory_id: str, who: Writer, deps: Deps, version: Version = None) -> Response:
    """Forget it for good."""
    items.delete_item(MEMORY, principal=who, app_id=project_id, item_id=memory_id, version=version, ports=deps.ports)
    return Response(status_code=204)


@router.post("/decisions", status_code=201)
@operation("addDecision", views.Decision, StateConflict)
def add_decision(project_id: str, request: DecisionRequest, who: Writer, deps: Deps) -> Answer:
    """Decide something. One of the same words that stands is answered as it is."""
    made = decisions.add_decision(principal=who, app_id=project_id, request=request, ports=deps.ports)
    return views.Decision.of(made)


@router.get("/decisions")
@operation("listDecisions", views.DecisionPage)
def list_decisions(
    project_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None, status: Standing = "active"
) -> Answer:
    """Newest first: those that stand (`active`, the state's own), those `superseded` since, or `all`."""
    page = decisions.list_decisions(
        principal=who, app_id=project_id, standing=status, limit=limit, cursor=cursor, ports=deps.ports
    )
    return views.DecisionPage.of(page, items=[views.Decision.of(one) for one in page.items])


@router.get("/decisions/{decision_id}")
@operation("readDecision", views.Decision)
def read_decision(project_id: str, decision_id: str, who: Reader, deps: Deps) -> Answer:
    """One decision, also when it is superseded."""
    found = decisions.read_decision(principal=who, app_id=project_id, decision_id=decision_id, ports=deps.ports)
    return views.Decision.of(found)


@router.patch("/decisions/{decision_id}")
@operation("changeDecision", views.Decision, StateConflict)
def change_decision(project_id: str, decision_id: str, patch: DecisionPatch, who: Writer, deps: Deps) -> Answer:
    """Change the words, the reason or what it forbids. 409 STATE_CONFLICT when a given `version` is not current."""
    changed = decisions.edit_decision(
        principal=who, app_id=project_id, decision_id=decision_id, patch=patch, ports=deps.ports
    )
    return views.Decision.of(changed)


@router.post("/decisions/{decision_id}/supersede", status_code=201)
@operation("supersedeDecision", views.Decision, StateConflict)
def supersede(project_id: str, decision_id: str, request: DecisionRequest, who: Writer, deps: Deps) -> Answer:
    """Decide something else in its place: the answer is the new decision, the old one is kept as superseded."""
    made = decisions.supersede_decision(
        principal=who, app_id=project_id, decision_id=decision_id, request=request, ports=deps.ports
    )
    return views.Decision.of(made)


@router.delete("/decisions/{decision_id}", status_code=204)
@operation("deleteDecision", None, StateConflict)
def delete_decision(project_id: str, decision_id: str, who: Writer, deps: Deps, version: Version = None) -> Response:
    """Delete a decision for good, standing or superseded."""
    decisions.delete_decision(
        principal=who, app_id=project_id, decision_id=decision_id, version=version, ports=deps.ports
    )
    return Response(status_code=204)


@router.post("/search")
@operation("searchProject", FoundItems)
def search(project_id: str, request: SearchRequest, who: Viewer, deps: Deps) -> FoundItems:
    """What the project knows about a few words, best first: its decisions, memory, notes, tasks, plan, messages and
    documents.
    """
    embedder = deps.embedder() if deps.embedder else None
    with deps.turns.turn(who, "read"):
        return search_project(principal=who, app_id=project_id, request=request, ports=deps.ports, embedder=embedder)


@router.get("/snapshot")
@operation("readSnapshot", views.Snapshot)
def snapshot(project_id: str, who: Reader, deps: Deps) -> Answer:
    """How the project stands: goals, phases, decisions, open tasks, progress, risks, and the counts of them."""
    return views.Snapshot.of(refresh_snapshot(principal=who, app_id=project_id, ports=deps.ports))


@router.post("/snapshot/refresh")
@operation("refreshSnapshot", views.Snapshot)
def refresh(project_id: str, who: Viewer, deps: Deps) -> Answer:
    """The same, for clients that ask for it to be made anew: it is always made of what is stored now."""
    return views.Snapshot.of(refresh_snapshot(principal=who, app_id=project_id, ports=deps.ports))


@router.get("/conversations/{conversation_id}/summary")
@operation("readSummary", views.Summary)
def summary(project_id: str, conversation_id: str, who: Reader, deps: Deps) -> Answer:
    """What a long conversation came to. 404 while it has no summary."""
    found = read_summary(principal=who, app_id=project_id, conversation_id=conversation_id, ports=deps.ports)
    return views.Summary.of(found)
