"""Revisions and builds in memory."""

from collections.abc import Iterable

from pydantic import BaseModel

from devkit.fakes.kpis import FakeKpiStore
from devkit.fakes.records import Records, next_version, page
from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff
from shared.domain.errors import Conflict, NotFound
from shared.domain.revisions.revision import Build, Revision, is_open_build
from shared.domain.runs.kpis import NO_MARKS, Marks


class _BuildPlace(BaseModel):
    tenant_id: str
    app_id: str


class FakeRevisionStore:
    """`RevisionStore` over shared records."""

    def __init__(self, records: Records, kpis: FakeKpiStore) -> None:
        self._records = records
        self._kpis = kpis

    def commit(
        self,
        revision: Revision,
        build: Build,
        *,
        expected_draft: str | None,
        diff: Diff | None = None,
        marks: Marks = NO_MARKS,
    ) -> None:
        tenant, app_id = revision.tenant_id, revision.app_id
        with self._records.lock:
            app = live_app(self._records, tenant, app_id)
            if app.draft_revision_id != expected_draft:
                raise Conflict("The draft has moved on.", current_revision_id=app.draft_revision_id)
            stored = self._build_to_store(build)
            if diff is not None:
                self._records.expect_version(diff, tenant, app_id, diff.id)
            self._records.create(revision, tenant, app_id, revision.id)
            self._records.put(stored, tenant, app_id, build.id)
            self._records.put(_BuildPlace(tenant_id=tenant, app_id=app_id), build.id)
            self._records.put(next_version(_moved(app, revision, build)), tenant, app_id)
            if diff is not None:
                self._records.replace(diff, tenant, app_id, diff.id)
            self._kpis.mark(tenant, app_id, marks)

    def get(self, tenant_id: str, app_id: str, revision_id: str) -> Revision:
        return self._records.get(Revision, tenant_id, app_id, revision_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Revision]:
        rows = self._records.under(Revision, tenant_id, app_id)
        return page(rows, lambda row: row.id, "REV#", limit=limit, cursor=cursor)

    def update(self, revision: Revision) -> Revision:
        return self._records.replace(revision, revision.tenant_id, revision.app_id, revision.id)

    def _build_to_store(self, build: Build) -> Build:
        key = (build.tenant_id, build.app_id, build.id)
        if self._records.find(Build, *key) is None:
            return build
        if build.kind != "candidate":
            raise Conflict("This build is already stored.")
        self._records.expect_version(build, *key)
        return next_version(build)


class FakeBuildStore:
    """`BuildStore` over shared records."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def create(self, build: Build) -> None:
        with self._records.lock:
            if self._records.find(_BuildPlace, build.id) is not None:
                raise Conflict("This build is already stored.")
            self._records.create(build, build.tenant_id, build.app_id, build.id)
            self._records.put(_BuildPlace(tenant_id=build.tenant_id, app_id=build.app_id), build.id)

    def get(self, tenant_id: str, app_id: str, build_id: str) -> Build:
        return self._records.get(Build, tenant_id, app_id, build_id)

    def find(self, build_id: str) -> Build:
        place = self._records.find(_BuildPlace, build_id)
        if place is None:
            raise NotFound("There is no such build.")
        return self.get(place.tenant_id, place.app_id, build_id)

    def update(self, build: Build) -> Build:
        return self._records.replace(build, build.tenant_id, build.app_id, build.id)

    def finish(self, build: Build, revision: Revision | None, *, green: bool) -> Build:
        tenant, app_id = build.tenant_id, build.app_id
        with self._records.lock:
            self._records.expect_version(build, tenant, app_id, build.id)
            if revision is not None:
                self._records.replace(revision, tenant, app_id, revision.id)
            app = self._records.find(App, tenant, app_id)
            if green and revision and app and app.draft_revision_id == revision.id:
                moved = app.model_copy(update={"last_green_revision_id": revision.id})
                self._records.put(next_version(moved), tenant, app_id)
            return self._records.replace(build, tenant, app_id, build.id)

    def unfinished(self) -> Iterable[Build]:
        rows = [build for build in self._records.under(Build) if is_open_build(build)]
        return sorted(rows, key=lambda build: build.created_at)


def live_app(records: Records, tenant_id: str, app_id: str) -> App:
    """The app that a transaction touches; a deleted one takes no more work."""
    app = records.get(App, tenant_id, app_id)
    if app.deleted_at is not None:
        raise NotFound("There is no such app.")
    return app


def _moved(app: App, revision: Revision, build: Build) -> App:
    green = {"last_green_revision_id": revision.id} if build.status == "succeeded" else {}
    return app.model_copy(update={"draft_revision_id": revision.id, "updated_at": revision.created_at, **green})
