"""The store of tenants' build slots."""

from collections.abc import Iterable
from typing import Protocol

from shared.domain.builds.build_slots import BuildSlots, BuildsUsed


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
