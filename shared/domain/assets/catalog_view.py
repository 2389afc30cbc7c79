"""What the rules need to know of the catalog."""

from typing import Protocol


class CatalogView(Protocol):
    """The pinned set of packages an app may declare."""

    def of(self, package_json: str) -> "CatalogView":
        """The set that a project is pinned to, where there are several."""

    def version(self, name: str) -> str | None:
        """The pinned version of a package, None when it is not in the catalog."""

    def nearest(self, name: str) -> list[str]:
        """Packages of the catalog that could stand in for `name`, best first; may be empty."""
