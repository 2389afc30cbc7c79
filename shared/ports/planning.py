"""Stores of what is planned: documents, blueprints, the nodes of their plans, tasks.

Every write is conditional, and another tenant's id is NotFound. A conditional write that lost is Conflict.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from shared.domain.base import Page
from shared.domain.planning.blueprint import Blueprint, IngestionJob
from shared.domain.planning.document import Document
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task


class DocumentStore(Protocol):
    """What is known of each document. Its text is an object of its own (`text_key`), stored before."""

    def create(self, document: Document) -> None: ...

    def get(self, tenant_id: str, app_id: str, document_id: str) -> Document: ...

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Document]:
        """Newest first."""

    def confirm(self, document: Document) -> None:
        """Store a document again with its `confirmed`. NotFound when it was deleted."""

    def delete(self, document: Document) -> None:
        """What is known of it; not an error when it is gone. Its text is left to the caller."""


class BlueprintStore(Protocol):
    """Blueprints of an app, and how far each has been read."""

    def create(self, blueprint: Blueprint, base: Blueprint | None = None) -> Blueprint:
        """Store it, together with the change of the one it replaces. The answer has version 1."""

    def get(self, tenant_id: str, app_id: str, blueprint_id: str) -> Blueprint: ...

    def find(self, tenant_id: str, blueprint_id: str) -> Blueprint:
        """As `get`, of whichever app of the tenant."""

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Blueprint]:
        """Newest first."""

    def update(self, blueprint: Blueprint) -> Blueprint:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""

    def job(self, tenant_id: str, app_id: str, key: str) -> IngestionJob | None:
        """By its `key`: a blueprint's own id for the reading of it."""

    def put_job(self, job: IngestionJob) -> IngestionJob:
        """As `update`; one of version 0 is the first."""

    def open_jobs(self) -> Iterable[IngestionJob]:
        """Those of all tenants that have not ended, oldest first."""


class PlanStore(Protocol):
    """Plan nodes and tasks. A whole plan is read in a query a megabyte."""

    def graph(self, tenant_id: str, app_id: str) -> PlanGraph:
        """Read it before what it guards. Of version 0 when nothing was planned yet."""

    def nodes(self, tenant_id: str, app_id: str, blueprint_id: str) -> Sequence[PlanNode]:
        """All of one blueprint, in the order of their ids."""

    def node(self, tenant_id: str, node_id: str) -> PlanNode:
        """By its id alone; of several blueprints' the one that was written as new last."""

    def tasks(self, tenant_id: str, app_id: str) -> Sequence[Task]:
        """All of an app, in the order of their ids."""

    def task(self, tenant_id: str, task_id: str) -> Task:
        """By its id alone."""

    def put(self, change: PlanChange) -> PlanChange:
        """All of it or nothing: Conflict when anything was changed meanwhile. The answer has the next versions."""
