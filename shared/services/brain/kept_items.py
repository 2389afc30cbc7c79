"""What is kept about a project: notes of people and memory items, changed by them; summaries of conversations, read."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Self, TypeVar

from pydantic import Field, model_validator

from shared.domain.base import Input, Label, Page
from shared.domain.brain.items import ConversationSummary, KeptItem, MemoryItem, MemoryText, Note, NoteText, Tags
from shared.domain.errors import NotFound, StateConflict
from shared.domain.identity import Principal
from shared.domain.ids import Prefix, new_id, require_id
from shared.ports.brain import BrainStores, KeptStore
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts
from shared.services.until_written import until_written

K = TypeVar("K", bound=KeptItem)


@dataclass(frozen=True)
class Kept(Generic[K]):
    """One kind of item: how its ids begin, and where it is stored."""

    prefix: Prefix
    model: type[K]
    store: Callable[[BrainStores], KeptStore[K]]


NOTES = Kept("note", Note, lambda brain: brain.notes)
MEMORY = Kept("mem", MemoryItem, lambda brain: brain.memory)


class NoteRequest(Input):
    """A note."""

    title: Label = ""
    text: NoteText


class MemoryRequest(Input):
    """Something to remember. A model is given a `pinned` one in every run."""

    text: MemoryText
    tags: Tags = []
    pinned: bool = False


class KeptPatch(Input):
    version: int | None = Field(default=None, ge=1)

    @property
    def given(self) -> dict[str, Any]:
        return self.model_dump(exclude={"version"}, exclude_none=True)

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.given:
            raise ValueError(f"give {' or '.join(name for name in type(self).model_fields if name != 'version')}")
        return self


class NotePatch(KeptPatch):
    """What is changed. With `version` only where it is still the one that was read."""

    title: Label | None = None
    text: NoteText | None = None


class MemoryPatch(KeptPatch):
    """What is changed. With `version` only where it is still the one that was read."""

    text: MemoryText | None = None
    tags: Tags | None = None
    pinned: bool | None = None


def require_app(principal: Principal, app_id: str, ports: LoopPorts) -> tuple[str, str]:
    """Tenant and app, when there is such an app; else NotFound."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    return app.tenant_id, app.id


def add_item(
    kind: Kept[K], *, principal: Principal, app_id: str, request: NoteRequest | MemoryRequest, ports: LoopPorts
) -> K:
    """A new one. Invalid when the project has as many as it may."""
    tenant_id, app_id = require_app(principal, app_id, ports)
    now = ports.clock.now()
    whose = {"tenant_id": tenant_id, "app_id": app_id, "created_by": principal.subject}
    times = {"created_at": now, "updated_at": now}
    item = kind.model.model_validate({"id": new_id(kind.prefix), **whose, **times, **request.model_dump()})
    kind.store(ports.brain).create(item)
    return item


def list_items(
    kind: Kept[K], *, principal: Principal, app_id: str, limit: int, cursor: str | None, ports: LoopPorts
) -> Page[K]:
    """Newest first."""
    return kind.store(ports.brain).list(*require_app(principal, app_id, ports), limit=limit, cursor=cursor)


def read_item(kind: Kept[K], *, principal: Principal, app_id: str, item_id: str, ports: LoopPorts) -> K:
    return kind.store(ports.brain).get(*require_app(principal, app_id, ports), require_id(kind.prefix, item_id))


def change_item(
    kind: Kept[K], *, principal: Principal, app_id: str, item_id: str, patch: KeptPatch, ports: LoopPorts
) -> K:
    """StateConflict when a `version` is given and no longer the stored one."""
    read = partial(read_item, kind, principal=principal, app_id=app_id, item_id=item_id, ports=ports)
    given = patch.given | {"updated_at": ports.clock.now()}

    def write(item: K) -> K:
        return kind.store(ports.brain).update(item.model_copy(update=given))

    return until_written(lambda: _expected(read(), patch.version), write, "The item")


def delete_item(
    kind: Kept[K], *, principal: Principal, app_id: str, item_id: str, version: int | None, ports: LoopPorts
) -> None:
    """On the same condition."""
    read = partial(read_item, kind, principal=principal, app_id=app_id, item_id=item_id, ports=ports)
    until_written(lambda: _expected(read(), version), kind.store(ports.brain).delete, "The item")


def _expected(item: K, version: int | None) -> K:
    if version is not None and item.version != version:
        raise StateConflict("It was changed since you read it. Read it again.", current_version=item.version)
    return item


def read_summary(*, principal: Principal, app_id: str, conversation_id: str, ports: LoopPorts) -> ConversationSummary:
    """NotFound where it has none, was cleared or removed since, or is of another project."""
    place = require_app(principal, app_id, ports)
    thread = ports.turns.conversation(*place, require_id("conv", conversation_id))
    found = ports.brain.briefs.summary(*place, thread.id)
    if found is None or found.since != thread.cleared_at or thread.archived_at is not None:
        raise NotFound("This conversation has no summary.")
    return found
