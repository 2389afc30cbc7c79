"""Apps in memory."""

from collections.abc import Iterable

from pydantic import BaseModel

from devkit.fakes.records import Records, page
from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.errors import NotFound, SlugTaken
from shared.ports.apps import SlugOwner


class _Slug(BaseModel):
    tenant_id: str
    app_id: str


class FakeAppStore:
    """`AppStore` over shared records."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def create(self, app: App) -> None:
        with self._records.lock:
            if self._records.find(_Slug, app.slug) is not None:
                raise SlugTaken("This slug is taken.")
            self._records.create(app, app.tenant_id, app.id)
            self._records.put(_Slug(tenant_id=app.tenant_id, app_id=app.id), app.slug)

    def get(self, tenant_id: str, app_id: str, *, include_deleted: bool = False) -> App:
        app = self._records.get(App, tenant_id, app_id)
        if app.deleted_at is not None and not include_deleted:
            raise NotFound("There is no such app.")
        return app

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None, deleted: bool = False) -> Page[App]:
        kept = [app for app in self._records.under(App, tenant_id) if app.purged_at is None]
        rows = [app for app in kept if (app.deleted_at is not None) == deleted]
        return page(rows, lambda app: app.id, "APP#", limit=limit, cursor=cursor)

    def update(self, app: App) -> App:
        return self._records.replace(app, app.tenant_id, app.id)

    def rename(self, app: App, slug: str) -> App:
        with self._records.lock:
            self._records.expect_version(app, app.tenant_id, app.id)
            if self._records.find(_Slug, slug) is not None:
                raise SlugTaken("This slug is taken.")
            self._records.put(_Slug(tenant_id=app.tenant_id, app_id=app.id), slug)
            self._records.remove(_Slug, app.slug)
            return self.update(app.model_copy(update={"slug": slug}))

    def find_slug(self, slug: str) -> SlugOwner | None:
        found = self._records.find(_Slug, slug)
        return SlugOwner(found.tenant_id, found.app_id) if found else None

    def unreconciled(self) -> Iterable[App]:
        rows = [app for app in self._records.under(App) if app.unreconciled]
        return sorted(rows, key=lambda app: app.updated_at)
