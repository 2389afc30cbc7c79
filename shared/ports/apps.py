"""Stores of apps and of the slugs that name them."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from shared.domain.apps.app import App
from shared.domain.apps.project_state import ProjectState
from shared.domain.base import Page


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


class StateStore(Protocol):
    """One state an app."""

    def get(self, tenant_id: str, app_id: str) -> ProjectState:
        """The state, read consistently; an empty one of version 0 when none was written."""

    def put(self, state: ProjectState) -> ProjectState:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict."""
