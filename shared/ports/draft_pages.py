"""Pages of a tree that nobody has built yet, and the packages they load."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class DrawRequest(NamedTuple):
    """A tree behind a short-lived address, the packages' index, and where the page finds files and packages."""

    source_url: str
    index_url: str
    digest: str
    files_base: str
    packages_base: str
    env: Mapping[str, str]


class DrawnPage(NamedTuple):
    """The page, or why only a build can make it."""

    html: str = ""
    waits: str = ""


class DraftPackages(Protocol):
    """The catalog's packages as modules."""

    digest: str

    def index_url(self, seconds: int) -> str | None:
        """A short-lived address of their index; None while they are not there yet."""

    def read(self, path: str) -> bytes | None:
        """One of their files."""
