"""Documents, blueprints and plans in DynamoDB.

A plan's nodes are a partition a blueprint, the tasks one an app, each an item whose fields are packed: a query reads
some two thousand of them. Nodes and tasks are found by their ids through a small item each, the tenant in its key.
"""

from collections.abc import Iterable, Iterator

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_item
from shared.adapters.dynamo.table.open import open_entities, open_marks
from shared.adapters.dynamo.table.store import Store, next_write
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, Write, create, delete, equals, put
from shared.domain.base import Page
from shared.domain.planning.blueprint import Blueprint, IngestionJob
from shared.domain.planning.document import Document
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task


class DynamoDocumentStore(Store):
    def create(self, document: Document) -> None:
        key = keys.document(document.tenant_id, document.app_id, document.id)
        self._table.apply(create(entity_item(document, key)))

    def get(self, tenant_id: str, app_id: str, document_id: str) -> Document:
        return self._require(Document, keys.document(tenant_id, app_id, document_id), "document")

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Document]:
        return self._page(Document, keys.app_partition(tenant_id, app_id), keys.DOCUMENT, limit, cursor)

    def confirm(self, document: Document) -> None:
        key = keys.document(document.tenant_id, document.app_id, document.id)
        self._table.apply(put(entity_item(document, key), PRESENT))

    def delete(self, document: Document) -> None:
        key = keys.document(document.tenant_id, document.app_id, document.id)
        self._table.apply(delete(key, PRESENT, optional=True))


class DynamoBlueprintStore(Store):
    def create(self, blueprint: Blueprint, base: Blueprint | None = None) -> Blueprint:
        place = create(keys.planned_place(blueprint.tenant_id, blueprint.id) | {"app_id": blueprint.app_id})
        return self._apply(_next_blueprint(blueprint), place, *([_next_blueprint(base)[0]] if base is not None else []))

    def get(self, tenant_id: str, app_id: str, blueprint_id: str) -> Blueprint:
        return self._require(Blueprint, keys.blueprint(tenant_id, app_id, blueprint_id), "blueprint")

    def find(self, tenant_id: str, blueprint_id: str) -> Blueprint:
        place = self._table.require(keys.planned_place(tenant_id, blueprint_id), "blueprint")
        return self.get(tenant_id, place["app_id"], blueprint_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Blueprint]:
        return self._page(Blueprint, keys.app_partition(tenant_id, app_id), keys.BLUEPRINT, limit, cursor)

    def update(self, blueprint: Blueprint) -> Blueprint:
        return self._apply(_next_blueprint(blueprint))

    def job(self, tenant_id: str, app_id: str, key: str) -> IngestionJob | None:
        return self._find(IngestionJob, keys.ingestion_job(tenant_id, app_id, key))

    def put_job(self, job: IngestionJob) -> IngestionJob:
        marks = open_marks(_OPEN_JOB, job.created_at) if job.open else {}
        return self._apply(next_write(job, keys.ingestion_job(job.tenant_id, job.app_id, job.key), marks=marks))

    def open_jobs(self) -> Iterable[IngestionJob]:
        return open_entities(self._table, IngestionJob, _OPEN_JOB, lambda job: job.open)


class DynamoPlanStore(Store):
    def graph(self, tenant_id: str, app_id: str) -> PlanGraph:
        found = self._find(PlanGraph, keys.plan_graph(tenant_id, app_id))
        return found or PlanGraph(tenant_id=tenant_id, app_id=app_id)

    def nodes(self, tenant_id: str, app_id: str, blueprint_id: str) -> list[PlanNode]:
        partition = keys.node_partition(tenant_id, app_id, blueprint_id)
        return self._between(PlanNode, partition, keys.NODE, keys.after(keys.NODE))

    def node(self, tenant_id: str, node_id: str) -> PlanNode:
        place = self._table.require(keys.planned_place(tenant_id, node_id), "plan node")
        key = keys.plan_node(tenant_id, place["app_id"], place["blueprint_id"], node_id)
        return self._require(PlanNode, key, "plan node")

    def tasks(self, tenant_id: str, app_id: str) -> list[Task]:
        return self._between(Task, keys.task_partition(tenant_id, app_id), keys.TASK, keys.after(keys.TASK))

    def task(self, tenant_id: str, task_id: str) -> Task:
        place = self._table.require(keys.planned_place(tenant_id, task_id), "task")
        return self._require(Task, keys.task(tenant_id, place["app_id"], task_id), "task")

    def put(self, change: PlanChange) -> PlanChange:
        if not change.writes:
            return change
        tasks = [next_write(task, _task_key(task), _TASK_PACKED) for task in change.tasks]
        nodes = [next_write(node, _node_key(node), _NODE_PACKED) for node in change.nodes]
        graph = [_graph_write(change.graph)] if change.graph is not None else []
        written: list[tuple[Write, object]] = [*tasks, *nodes, *graph]
        self._table.apply(*(write for write, _ in written), *_places(change), *_removals(change))
        return PlanChange(
            tasks=[task for _, task in tasks],
            nodes=[node for _, node in nodes],
            graph=graph[0][1] if graph else None,
        )


_OPEN_JOB = "INGEST"
_TASK_PACKED = frozenset(Task.model_fields) - {"id", "tenant_id", "app_id", "version"}
_NODE_PACKED = frozenset(PlanNode.model_fields) - {"id", "tenant_id", "app_id", "blueprint_id", "version"}


def _next_blueprint(blueprint: Blueprint) -> tuple[Write, Blueprint]:
    return next_write(blueprint, keys.blueprint(blueprint.tenant_id, blueprint.app_id, blueprint.id))


def _graph_write(graph: PlanGraph) -> tuple[Write, PlanGraph]:
    return next_write(graph, keys.plan_graph(graph.tenant_id, graph.app_id))


def _task_key(task: Task) -> keys.Key:
    return keys.task(task.tenant_id, task.app_id, task.id)


def _node_key(node: PlanNode) -> keys.Key:
    return keys.plan_node(node.tenant_id, node.app_id, node.blueprint_id, node.id)


def _places(change: PlanChange) -> Iterator[Write]:
    for task in change.tasks:
        if not task.version:
            yield create(keys.planned_place(task.tenant_id, task.id) | {"app_id": task.app_id})
    for node in change.nodes:
        if not node.version:
            place = keys.planned_place(node.tenant_id, node.id)
            item = place | {"app_id": node.app_id, "blueprint_id": node.blueprint_id}
            yield put(item, ABSENT | equals("app_id", node.app_id))


def _removals(change: PlanChange) -> Iterator[Write]:
    for task in change.removed_tasks:
        yield delete(_task_key(task), equals("version", task.version))
        yield delete(keys.planned_place(task.tenant_id, task.id), equals("app_id", task.app_id))
    for node in change.removed_nodes:
        yield delete(_node_key(node), equals("version", node.version))
        ours = equals("app_id", node.app_id) & equals("blueprint_id", node.blueprint_id)
        yield delete(keys.planned_place(node.tenant_id, node.id), ours, optional=True)
