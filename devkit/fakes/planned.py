"""Documents, blueprints, plan nodes and tasks for tests."""

from typing import Any

from devkit.fakes.samples import START
from shared.domain.apps.app import App
from shared.domain.ids import new_id
from shared.domain.planning.blueprint import Blueprint, IngestionJob
from shared.domain.planning.document import Document
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task


def a_document(app: App, **over: Any) -> Document:
    base: dict[str, Any] = {
        "id": new_id("doc"), "tenant_id": app.tenant_id, "app_id": app.id, "title": "Specification",
        "kind": "markdown", "text_hash": "a" * 64, "length": 12, "words": 2, "created_by": "user-1",
        "created_at": START,
    }  # fmt: skip
    return Document(**(base | over))


def a_blueprint(app: App, **over: Any) -> Blueprint:
    base: dict[str, Any] = {
        "id": new_id("bp"), "tenant_id": app.tenant_id, "app_id": app.id, "document_id": new_id("doc"),
        "title": "Shop", "created_by": "user-1", "created_at": START, "updated_at": START,
    }  # fmt: skip
    return Blueprint(**(base | over))


def a_job(blueprint: Blueprint, **over: Any) -> IngestionJob:
    base: dict[str, Any] = {
        "tenant_id": blueprint.tenant_id, "app_id": blueprint.app_id, "blueprint_id": blueprint.id,
        "cost_cap": 2_000_000, "created_at": START, "updated_at": START,
    }  # fmt: skip
    return IngestionJob(**(base | over))


def a_node(blueprint: Blueprint, parent: PlanNode | None = None, **over: Any) -> PlanNode:
    base: dict[str, Any] = {
        "id": new_id("node"), "tenant_id": blueprint.tenant_id, "app_id": blueprint.app_id,
        "blueprint_id": blueprint.id, "parent_id": parent.id if parent else None,
        "kind": "feature" if parent else "phase", "title": "Node", "created_at": START, "updated_at": START,
    }  # fmt: skip
    return PlanNode(**(base | over))


def a_task(app: App, **over: Any) -> Task:
    base: dict[str, Any] = {
        "id": new_id("task"), "tenant_id": app.tenant_id, "app_id": app.id, "description": "Write the cart",
        "created_by": "user-1", "created_at": START, "updated_at": START,
    }  # fmt: skip
    return Task(**(base | over))
