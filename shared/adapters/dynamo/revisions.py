"""Revisions in DynamoDB."""

from collections.abc import Sequence
from typing import Any

from shared.adapters.dynamo.diffs import next_diff
from shared.adapters.dynamo.kpis import mark_writes
from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item
from shared.adapters.dynamo.table.records import (
    LIVE,
    app_refused,
    first_build_writes,
    next_build,
    next_revision,
    revision_item,
)
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.table import raise_first
from shared.adapters.dynamo.table.writes import Write, check, create, equals, update
from shared.domain.apps.app import ConfirmedPage
from shared.domain.base import Page
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diffs.diff import Diff
from shared.domain.errors import AppError, CatalogMoved, Conflict
from shared.domain.revisions.revision import Build, Revision
from shared.domain.runs.kpis import NO_MARKS, Marks


class DynamoRevisionStore(Store):
    """`RevisionStore`. Committing touches the draft pointer alone, so it does not meet a change of the app's name."""

    def commit(
        self,
        revision: Revision,
        build: Build,
        *,
        expected_draft: str | None,
        diff: Diff | None = None,
        marks: Marks = NO_MARKS,
        catalog: str | None = None,
        confirmed: ConfirmedPage | None = None,
    ) -> None:
        writes = [_move_draft(revision, build, expected_draft, confirmed), create(revision_item(revision))]
        writes += [next_diff(diff)[0]] if diff is not None else []
        writes += [_catalog_stands(revision.tenant_id, catalog)] if catalog is not None else []
        writes += mark_writes(revision.tenant_id, revision.app_id, marks)
        if build.kind == "candidate" and self._replaced_candidate(writes, build):
            return
        self._table.apply(*writes, *first_build_writes(build))

    def get(self, tenant_id: str, app_id: str, revision_id: str) -> Revision:
        return self._require(Revision, keys.revision(tenant_id, app_id, revision_id), "revision")

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Revision]:
        return self._page(Revision, keys.app_partition(tenant_id, app_id), keys.REVISION, limit, cursor)

    def update(self, revision: Revision) -> Revision:
        return self._apply(next_revision(revision))

    def _replaced_candidate(self, writes: Sequence[Write], build: Build) -> bool:
        """Commit over the stored candidate build; False when there is none, so that it is a new one."""
        write, _ = next_build(build)
        failures = self._table.attempt(*writes, write)
        if [failed.write for failed in failures] == [write] and failures[0].stored is None:
            return False
        raise_first(failures)
        return True


def _move_draft(revision: Revision, build: Build, expected: str | None, confirmed: ConfirmedPage | None) -> Write:
    stored = revision.model_dump(mode="json", include={"id", "created_at"})
    values: dict[str, Any] = {"draft_revision_id": stored["id"], "updated_at": stored["created_at"]}
    if build.status == BuildStatus.SUCCEEDED:
        values["last_green_revision_id"] = stored["id"]
    if confirmed is not None:
        values["confirmed_page"] = confirmed.model_dump(mode="json")
    return update(
        keys.app(revision.tenant_id, revision.app_id),
        LIVE & equals("draft_revision_id", expected),
        values=values,
        increments={"version": 1},
        refused=_draft_moved,
    )


def _catalog_stands(tenant_id: str, digest: str) -> Write:
    return check(keys.own_catalog(tenant_id), equals("digest", digest), _catalog_moved)


def _catalog_moved(_: Item | None) -> AppError:
    return CatalogMoved("The catalog has changed in the meantime.")


def _draft_moved(stored: Item | None) -> AppError:
    current = (stored or {}).get("draft_revision_id")
    return app_refused(stored) or Conflict("The draft has moved on.", current_revision_id=current)
