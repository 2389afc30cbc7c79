"""Apps, their slugs and their project states in DynamoDB."""

from collections.abc import Iterable

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item, entity_of
from shared.adapters.dynamo.table.open import open_entities, open_marks
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, changed, create, delete, equals, put
from shared.domain.apps.app import App
from shared.domain.apps.project_state import ProjectState
from shared.domain.base import Page
from shared.domain.errors import AppError, NotFound, SlugTaken
from shared.ports.apps import SlugOwner

Apps = list[App]


class DynamoAppStore:
    """`AppStore`: the app's own item, one more in the tenant's list, and the slug's look-up."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def create(self, app: App) -> None:
        owner = {"tenant_id": app.tenant_id, "app_id": app.id}
        self._table.apply(
            create(keys.slug(app.slug) | owner, _taken),
            create(app_item(app)),
            create(keys.app_in_tenant(app.tenant_id, app.id)),
        )

    def get(self, tenant_id: str, app_id: str, *, include_deleted: bool = False) -> App:
        item = self._table.get(keys.app(tenant_id, app_id))
        if item is None or (item.get("deleted_at") is not None and not include_deleted):
            raise NotFound("There is no such app.")
        return entity_of(App, item)

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None, deleted: bool = False) -> Page[App]:
        apps: Apps = []
        while True:
            some, cursor = self._page(tenant_id, limit - len(apps), cursor)
            apps += [app for app in some if app.purged_at is None and (app.deleted_at is not None) == deleted]
            if cursor is None or len(apps) == limit:
                return Page(items=apps, next_cursor=cursor)

    def update(self, app: App) -> App:
        stored = app.model_copy(update={"version": app.version + 1})
        self._table.apply(put(app_item(stored), equals("version", app.version)))
        return stored

    def rename(self, app: App, slug: str) -> App:
        stored = app.model_copy(update={"slug": slug, "version": app.version + 1})
        self._table.apply(
            put(app_item(stored), equals("version", app.version)),
            create(keys.slug(slug) | {"tenant_id": app.tenant_id, "app_id": app.id}, _taken),
            delete(keys.slug(app.slug), equals("app_id", app.id)),
        )
        return stored

    def find_slug(self, slug: str) -> SlugOwner | None:
        item = self._table.get(keys.slug(slug))
        return SlugOwner(item["tenant_id"], item["app_id"]) if item else None

    def unreconciled(self) -> Iterable[App]:
        return open_entities(self._table, App, "APP", lambda app: app.unreconciled)

    def _page(self, tenant_id: str, limit: int, cursor: str | None) -> tuple[Apps, str | None]:
        partition = keys.tenant_partition(tenant_id)
        entries, following = self._table.page(partition, keys.APP, limit=limit, cursor=cursor)
        found = self._table.get_many([keys.app(tenant_id, entry["SK"].removeprefix(keys.APP)) for entry in entries])
        return [entity_of(App, item) for item in found if item is not None], following


def _taken(_: Item | None) -> AppError:
    return SlugTaken("This slug is taken.")


def app_item(app: App) -> Item:
    marks = open_marks("APP", app.updated_at) if app.unreconciled else {}
    return entity_item(app, keys.app(app.tenant_id, app.id)) | marks


_PACKED = frozenset({"plan", "requirements", "stack", "decisions", "superseded"})


class DynamoStateStore:
    """`StateStore`: one item beside the app's own."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, tenant_id: str, app_id: str) -> ProjectState:
        item = self._table.get(keys.state(tenant_id, app_id))
        return entity_of(ProjectState, item) if item else ProjectState(tenant_id=tenant_id, app_id=app_id)

    def put(self, state: ProjectState) -> ProjectState:
        stored = state.model_copy(update={"version": state.version + 1})
        item = entity_item(stored, keys.state(state.tenant_id, state.app_id), packed=_PACKED)
        self._table.apply(put(item, equals("version", state.version) if state.version else ABSENT, changed))
        return stored
