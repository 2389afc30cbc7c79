"""Notes of people about a project."""

from pydantic import Field, model_validator

from shared.domain.base import Input, Label, Page
from shared.domain.brain.items import Note, NoteText
from shared.domain.identity import Principal
from shared.domain.ids import new_id, require_id
from shared.services.brain.kept_items import change_item, delete_item, require_app
from shared.services.loop_ports import LoopPorts


class NoteRequest(Input):
    """A note."""

    title: Label = ""
    text: NoteText


class NotePatch(Input):
    """What is changed. With `version` only where it is still the one that was read."""

    version: int | None = Field(default=None, ge=1)
    title: Label | None = None
    text: NoteText | None = None

    @model_validator(mode="after")
    def _something(self) -> "NotePatch":
        if not self.model_dump(exclude={"version"}, exclude_none=True):
            raise ValueError("give a title or a text")
        return self


def add_note(*, principal: Principal, app_id: str, request: NoteRequest, ports: LoopPorts) -> Note:
    """A new one. Invalid when the project has as many as it may."""
    tenant_id, app_id = require_app(principal, app_id, ports)
    now = ports.clock.now()
    item = Note(
        id=new_id("note"), tenant_id=tenant_id, app_id=app_id, created_by=principal.subject, created_at=now,
        updated_at=now, title=request.title, text=request.text,
    )  # fmt: skip
    ports.brain.notes.create(item)
    return item


def list_notes(*, principal: Principal, app_id: str, limit: int, cursor: str | None, ports: LoopPorts) -> Page[Note]:
    """Newest first."""
    return ports.brain.notes.list(*require_app(principal, app_id, ports), limit=limit, cursor=cursor)


def read_note(*, principal: Principal, app_id: str, item_id: str, ports: LoopPorts) -> Note:
    return ports.brain.notes.get(*require_app(principal, app_id, ports), require_id("note", item_id))


def change_note(*, principal: Principal, app_id: str, item_id: str, patch: NotePatch, ports: LoopPorts) -> Note:
    place = (*require_app(principal, app_id, ports), require_id("note", item_id))
    given = patch.model_dump(exclude={"version"}, exclude_none=True) | {"updated_at": ports.clock.now()}
    return change_item(ports.brain.notes, place, patch.version, lambda one: one.model_copy(update=given))


def delete_note(*, principal: Principal, app_id: str, item_id: str, version: int | None, ports: LoopPorts) -> None:
    place = (*require_app(principal, app_id, ports), require_id("note", item_id))
    delete_item(ports.brain.notes, place, version)
