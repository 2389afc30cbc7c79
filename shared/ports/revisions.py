"""Stores of revisions, of builds, and of the slots that tenants have for them."""

from collections.abc import Iterable
from typing import Protocol

from shared.domain.apps.app import ConfirmedPage
from shared.domain.base import Page
from shared.domain.builds.build_slots import BuildSlots, BuildsUsed
from shared.domain.diffs.diff import Diff
from shared.domain.revisions.revision import Build, Revision
from shared.domain.runs.kpis import NO_MARKS, Marks


class BuildSlotStore(Protocol):
    """One record a tenant; those with a build at work or waiting are also listed for the sweeper."""

    def get(self, tenant_id: str) -> BuildSlots:
        """The slots, read consistently; empty ones of version 0 when none were written."""

    def put(self, slots: BuildSlots, *, app_id: str | None = None, used: BuildsUsed | None = None) -> BuildSlots:
        """Write if `version` is still the stored one; the answer has the next version. Else Conflict.

        `used` is added to what the app `app_id` has used on its day, in the same write or not at all.
        """

    def busy(self) -> Iterable[BuildSlots]:
        """Those with a build at work or waiting, of all tenants."""

    def days(self, tenant_id: str, app_id: str, first: str, last: str) -> list[BuildsUsed]:
        """What an app's builds have used from `first` to `last`, both included, oldest first."""


class RevisionStore(Protocol):
    """Revisions of an app."""

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
        """Store revision and build and move the app's draft to it, all or nothing.

        With `diff` that is written too, as an update: Conflict when its version moved. So are the marks of runs.

        When the build has already succeeded (an agent's commit) `last_green_revision_id` moves too.
        Conflict `REVISION_CONFLICT` with `current_revision_id` when the draft is not `expected_draft` any more.
        With `confirmed` the app has this confirmed page from then on.
        With `catalog` only while that version of the tenant's own catalog is in use: else `CatalogMoved`.
        The build may already be stored (a candidate build): then it is replaced if its version is unchanged.
        """

    def get(self, tenant_id: str, app_id: str, revision_id: str) -> Revision: ...

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Revision]: ...

    def update(self, revision: Revision) -> Revision:
        """Write if `version` is unchanged; the answer has the next version. Else Conflict."""


class BuildStore(Protocol):
    """Builds. Those not finished are also listed by age, for the sweeper and for recovery."""

    def create(self, build: Build) -> None: ...

    def get(self, tenant_id: str, app_id: str, build_id: str) -> Build: ...

    def find(self, build_id: str) -> Build:
        """By id alone, for the worker's completion. NotFound when unknown."""

    def update(self, build: Build) -> Build:
        """Write if `version` is unchanged; the answer has the next version. Else Conflict."""

    def finish(self, build: Build, revision: Revision | None, *, green: bool) -> Build:
        """Write the finished build and its revision's build fields together, conditional on both versions.

        With `green` the app's `last_green_revision_id` moves to the revision when that is the app's draft.
        """

    def unfinished(self) -> Iterable[Build]:
        """Builds queued or running, of all tenants, oldest first."""
