"""What is to be remembered of a project, item by item."""

from pydantic import Field, model_validator

from shared.domain.base import Input, Page
from shared.domain.brain.items import MemoryItem, MemoryText, Tags
from shared.domain.identity import Principal
from shared.domain.ids import new_id, require_id
from shared.services.brain.kept_items import change_item, delete_item, require_app
from shared.services.loop_ports import LoopPorts


class MemoryRequest(Input):
    """Something to remember. A model is given a `pinned` one in every run."""

    text: MemoryText
    tags: Tags = []
    pinned: bool = False


class MemoryPatch(Input):
    """What is changed. With `version` only where it is still the one that was read."""

    version: int | None = Field(default=None, ge=1)
    text: MemoryText | None = None
    tags: Tags | None = None
    pinned: bool | None = None

    @model_validator(mode="after")
    def _something(self) -> "MemoryPatch":
        if not self.model_dump(exclude={"version"}, exclude_none=True):
            raise ValueError("give a text, tags or whether it is pinned")
        return self


def add_memory(*, principal: Principal, app_id: str, request: MemoryRequest, ports: LoopPorts) -> MemoryItem:
    """A new one. Invalid when the project has as many as it may."""
    tenant_id, app_id = require_app(principal, app_id, ports)
    now = ports.clock.now()
    item = MemoryItem(
        id=new_id("mem"), tenant_id=tenant_id, app_id=app_id, created_by=principal.subject, created_at=now,
        updated_at=now, text=request.text, tags=request.tags, pinned=request.pinned,
    )  # fmt: skip
    ports.brain.memory.create(item)
    return item


def list_memory(
    *, principal: Principal, app_id: str, limit: int, cursor: str | None, ports: LoopPorts
) -> Page[MemoryItem]:
    """Newest first."""
    return ports.brain.memory.list(*require_app(principal, app_id, ports), limit=limit, cursor=cursor)


def read_memory(*, principal: Principal, app_id: str, item_id: str, ports: LoopPorts) -> MemoryItem:
    return ports.brain.memory.get(*require_app(principal, app_id, ports), require_id("mem", item_id))


def change_memory(
    *, principal: Principal, app_id: str, item_id: str, patch: MemoryPatch, ports: LoopPorts
) -> MemoryItem:
    place = (*require_app(principal, app_id, ports), require_id("mem", item_id))
    given = patch.model_dump(exclude={"version"}, exclude_none=True) | {"updated_at": ports.clock.now()}
    return change_item(ports.brain.memory, place, patch.version, lambda one: one.model_copy(update=given))


def delete_memory(*, principal: Principal, app_id: str, item_id: str, version: int | None, ports: LoopPorts) -> None:
    place = (*require_app(principal, app_id, ports), require_id("mem", item_id))
    delete_item(ports.brain.memory, place, version)
