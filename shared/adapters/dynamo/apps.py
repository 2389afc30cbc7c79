"""Apps, their slugs, and what each app has one of, in DynamoDB."""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item, entity_of
from shared.adapters.dynamo.table.open import open_entities, open_marks
from shared.adapters.dynamo.table.store import Store, next_write
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import PRESENT, Write, create, delete, equals
from shared.domain.apps.app import App
from shared.domain.apps.project_state import ProjectState
from shared.domain.autopilot.record import Autopilot
from shared.domain.base import OneOfApp, Page
from shared.domain.delivery.remote import GitConnection
from shared.domain.errors import AppError, NotFound, SlugTaken
from shared.domain.feedback.repairs import RepairLedger
from shared.ports.apps import One, SlugOwner

Apps = list[App]


class DynamoAppStore(Store):
    """`AppStore`: the app's own item, one more in the tenant's list, and the slug's look-up."""

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
            some, cursor = self._some(tenant_id, limit - len(apps), cursor)
            apps += [app for app in some if app.purged_at is None and (app.deleted_at is not None) == deleted]
            if cursor is None or len(apps) == limit:
                return Page(items=apps, next_cursor=cursor)

    def update(self, app: App) -> App:
        return self._apply(_next_app(app))

    def rename(self, app: App, slug: str) -> App:
        taken = create(keys.slug(slug) | {"tenant_id": app.tenant_id, "app_id": app.id}, _taken)
        left = delete(keys.slug(app.slug), equals("app_id", app.id))
        return self._apply(_next_app(app.model_copy(update={"slug": slug})), taken, left)

    def find_slug(self, slug: str) -> SlugOwner | None:
        item = self._table.get(keys.slug(slug))
        return SlugOwner(item["tenant_id"], item["app_id"]) if item else None

    def unreconciled(self) -> Iterable[App]:
        return open_entities(self._table, App, "APP", lambda app: app.unreconciled)

    def _some(self, tenant_id: str, limit: int, cursor: str | None) -> tuple[Apps, str | None]:
        partition = keys.tenant_partition(tenant_id)
        entries, following = self._table.page(partition, keys.APP, limit=limit, cursor=cursor)
        found = self._table.get_many([keys.app(tenant_id, entry["SK"].removeprefix(keys.APP)) for entry in entries])
        return [entity_of(App, item) for item in found if item is not None], following


def _taken(_: Item | None) -> AppError:
    return SlugTaken("This slug is taken.")


def app_item(app: App) -> Item:
    return entity_item(app, keys.app(app.tenant_id, app.id)) | _marks(app)


def _next_app(app: App) -> tuple[Write, App]:
    return next_write(app, keys.app(app.tenant_id, app.id), marks=_marks(app))


def _marks(app: App) -> Item:
    return open_marks("APP", app.updated_at) if app.unreconciled else {}


_PLACES: Mapping[type[OneOfApp], Callable[[str, str], keys.Key]] = {
    Autopilot: keys.autopilot,
    GitConnection: keys.git_connection,
    ProjectState: keys.state,
    RepairLedger: keys.repairs,
}
_PACKED = frozenset({"plan", "requirements", "stack", "decisions", "superseded"})
"""Of a state."""


class DynamoOneOfApp(Store, Generic[One]):
    """`OneOfAppStore`: one item beside the app's own."""

    def __init__(self, table: Table, kind: type[One]) -> None:
        super().__init__(table)
        self._kind, self._key = kind, _PLACES[kind]

    def get(self, tenant_id: str, app_id: str) -> One:
        found = self._find(self._kind, self._key(tenant_id, app_id))
        return found or self._kind(tenant_id=tenant_id, app_id=app_id)

    def put(self, one: One) -> One:
        packed = _PACKED if self._kind is ProjectState else ()
        return self._put_next(one, self._key(one.tenant_id, one.app_id), packed)

    def remove(self, tenant_id: str, app_id: str) -> None:
        self._table.apply(delete(self._key(tenant_id, app_id), PRESENT, optional=True))
