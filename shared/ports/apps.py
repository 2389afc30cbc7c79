"""Stores of apps, of the slugs that name them, and of what each app has one of."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeVar

from shared.domain.apps.app import App
from shared.domain.base import OneOfApp, Page

One = TypeVar("One", bound=OneOfApp)


class SlugOwner(NamedTuple):
    """Whose a slug is. A slug outlives its app, so that no other tenant can take it over."""

    tenant_id: str
    app_id: str


class AppStore(Protocol):
    """Apps of a tenant. Every write is conditional; another tenant's id is NotFound."""

    def create(self, app: App) -> None:
        """Store a new app and claim its slug, together. Conflict `SLUG_TAKEN` when the slug has an owner."""

    def get(self, tenant_id: str, app_id: str, *, include_deleted: bool = False) -> App:
        """The app, read consistently, or NotFound."""

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None, deleted: bool = False) -> Page[App]:
        """Apps that are not deleted, or those that are and keep what they stored; newest first. An unreadable cursor is
        Malformed.
        """

    def update(self, app: App) -> App:
        """Write `app` if its `version` is still the stored one; the answer has the next version. Else Conflict."""

    def rename(self, app: App, slug: str) -> App:
        """As `update`, under another slug: that is claimed and the old one let go, together. Conflict `SLUG_TAKEN`."""

    def find_slug(self, slug: str) -> SlugOwner | None:
        """The owner of a slug over all tenants."""

    def unreconciled(self) -> Iterable[App]:
        """Apps of all tenants, oldest first, that the sweeper must look at, deleted ones included."""


class OneOfAppStore(Protocol[One]):
    """One entity an app."""

    def get(self, tenant_id: str, app_id: str) -> One:
        """Read consistently; of version 0 when it was never written."""

    def put(self, one: One) -> One:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""

    def remove(self, tenant_id: str, app_id: str) -> None:
        """Nothing is left of it. Not an error when there is none."""
