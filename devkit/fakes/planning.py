"""Documents, blueprints and plans in memory."""

from collections.abc import Iterable

from pydantic import BaseModel

from devkit.fakes.records import Records, page
from devkit.fakes.turns import only
from shared.domain.base import Page
from shared.domain.errors import Conflict
from shared.domain.planning.blueprint import Blueprint, IngestionJob
from shared.domain.planning.document import Document
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task


class FakeDocumentStore:
    """`DocumentStore` over shared records."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def create(self, document: Document) -> None:
        self._records.create(document, document.tenant_id, document.app_id, document.id)

    def get(self, tenant_id: str, app_id: str, document_id: str) -> Document:
        return self._records.get(Document, tenant_id, app_id, document_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Document]:
        rows = self._records.under(Document, tenant_id, app_id)
        return page(rows, lambda row: row.id, "DOC#", limit=limit, cursor=cursor)

    def delete(self, document: Document) -> None:
        self._records.remove(Document, document.tenant_id, document.app_id, document.id)


class FakeBlueprintStore:
    """`BlueprintStore` over shared records."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def create(self, blueprint: Blueprint, base: Blueprint | None = None) -> Blueprint:
        key = blueprint.tenant_id, blueprint.app_id, blueprint.id
        with self._records.lock:
            if base is not None:
                self._records.expect_version(base, base.tenant_id, base.app_id, base.id)
            if self._records.find(Blueprint, *key) is not None:
                raise Conflict("It is already stored.")
            stored = self._records.keep(blueprint, *key)
            if base is not None:
                self.update(base)
        return stored

    def get(self, tenant_id: str, app_id: str, blueprint_id: str) -> Blueprint:
        return self._records.get(Blueprint, tenant_id, app_id, blueprint_id)

    def find(self, tenant_id: str, blueprint_id: str) -> Blueprint:
        return only(row for row in self._records.under(Blueprint, tenant_id) if row.id == blueprint_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Blueprint]:
        rows = self._records.under(Blueprint, tenant_id, app_id)
        return page(rows, lambda row: row.id, "BP#", limit=limit, cursor=cursor)

    def update(self, blueprint: Blueprint) -> Blueprint:
        return self._records.replace(blueprint, blueprint.tenant_id, blueprint.app_id, blueprint.id)

    def job(self, tenant_id: str, app_id: str, key: str) -> IngestionJob | None:
        return self._records.find(IngestionJob, tenant_id, app_id, key)

    def put_job(self, job: IngestionJob) -> IngestionJob:
        return self._records.keep(job, job.tenant_id, job.app_id, job.key)

    def open_jobs(self) -> Iterable[IngestionJob]:
        return sorted((job for job in self._records.under(IngestionJob) if job.open), key=lambda job: job.created_at)


class _Place(BaseModel):
    app_id: str
    blueprint_id: str = ""


class FakePlanStore:
    """`PlanStore` over shared records."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def graph(self, tenant_id: str, app_id: str) -> PlanGraph:
        found = self._records.find(PlanGraph, tenant_id, app_id)
        return found or PlanGraph(tenant_id=tenant_id, app_id=app_id)

    def nodes(self, tenant_id: str, app_id: str, blueprint_id: str) -> list[PlanNode]:
        return self._records.under(PlanNode, tenant_id, app_id, blueprint_id)

    def node(self, tenant_id: str, node_id: str) -> PlanNode:
        place = self._records.get(_Place, tenant_id, node_id)
        return self._records.get(PlanNode, tenant_id, place.app_id, place.blueprint_id, node_id)

    def tasks(self, tenant_id: str, app_id: str) -> list[Task]:
        return self._records.under(Task, tenant_id, app_id)

    def task(self, tenant_id: str, task_id: str) -> Task:
        return self._records.get(Task, tenant_id, self._records.get(_Place, tenant_id, task_id).app_id, task_id)

    def put(self, change: PlanChange) -> PlanChange:
        entities = (*change.tasks, *change.nodes, *([change.graph] if change.graph is not None else []))
        with self._records.lock:
            for one in (*entities, *change.removed_tasks, *change.removed_nodes):
                self._expect(one)
            for task in change.removed_tasks:
                self._records.remove(Task, *_key(task))
                self._records.remove(_Place, task.tenant_id, task.id)
            for node in change.removed_nodes:
                self._remove_node(node)
            for one in (*change.tasks, *change.nodes):
                if not one.version:
                    self._records.put(_place(one), one.tenant_id, one.id)
            return PlanChange(
                tasks=[self._records.keep(task, *_key(task)) for task in change.tasks],
                nodes=[self._records.keep(node, *_key(node)) for node in change.nodes],
                graph=self._records.keep(change.graph, *_key(change.graph)) if change.graph is not None else None,
            )

    def _expect(self, one: Task | PlanNode | PlanGraph) -> None:
        if one.version:
            self._records.expect_version(one, *_key(one))
        elif self._records.find(type(one), *_key(one)) is not None or self._is_elsewhere(one):
            raise Conflict("Somebody else changed it in the meantime.")

    def _is_elsewhere(self, one: Task | PlanNode | PlanGraph) -> bool:
        if isinstance(one, PlanGraph):
            return False
        place = self._records.find(_Place, one.tenant_id, one.id)
        return place is not None and (isinstance(one, Task) or place.app_id != one.app_id)

    def _remove_node(self, node: PlanNode) -> None:
        self._records.remove(PlanNode, *_key(node))
        if self._records.find(_Place, node.tenant_id, node.id) == _place(node):
            self._records.remove(_Place, node.tenant_id, node.id)


def _place(one: Task | PlanNode) -> _Place:
    return _Place(app_id=one.app_id, blueprint_id=one.blueprint_id if isinstance(one, PlanNode) else "")


def _key(one: Task | PlanNode | PlanGraph) -> tuple[str, ...]:
    match one:
        case PlanGraph():
            return one.tenant_id, one.app_id
        case PlanNode():
            return one.tenant_id, one.app_id, one.blueprint_id, one.id
        case Task():
            return one.tenant_id, one.app_id, one.id
