"""What the owner of a tenant has added to the catalog: a row of additions, and versions that never change."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.catalog import CURRENT, CatalogPackage
from shared.domain.base import Entity, Moment

PROPOSALS_MOST, ADDITIONS_MOST = 50, 200
PROPOSALS_OF_APP = 10
PACKAGE_NAME = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/[a-z0-9~-]|[a-z0-9~])[a-z0-9._~-]*")
"""None that npm would take as an option."""
_VERSION = re.compile(r"\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,60})?")


def package_name(name: str) -> str:
    """A name as npm has it; else ValueError."""
    if PACKAGE_NAME.fullmatch(name) is None:
        raise ValueError("a package is named as npm names it, such as `clsx` or `@scope/name`")
    return name


def package_version(version: str) -> str:
    """One version and no range; else ValueError."""
    if _VERSION.fullmatch(version) is None:
        raise ValueError("one version is named, such as `1.4.0`; leave it out for the newest that is a week old")
    return version


class Addition(Entity):
    """One package of one line of the catalog, from its wish to its end.

    `code` and `reason` say why it is not there, or what is not known of it. `bytes` and `packages` count what came
    with it, itself included. `app_id` and `run_id` are of a proposal. `worker_ref` stops its worker.
    """

    id: str
    name: str
    line: str = CURRENT
    version: str | None = None
    status: AdditionStatus
    code: str | None = None
    reason: str | None = None
    licence: str | None = None
    bytes: int | None = None
    packages: int | None = None
    by: str
    at: Moment
    ended_at: Moment | None = None
    app_id: str | None = None
    run_id: str | None = None
    worker_ref: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.line, self.name


class OwnCatalog(Entity):
    """A tenant's additions, newest first, and the `digest` of the catalog version in use; empty: what ships."""

    tenant_id: str
    digest: str = ""
    additions: tuple[Addition, ...] = ()
    version: int = 0

    def find(self, name: str, line: str) -> Addition | None:
        return next((one for one in self.additions if one.key == (line, name)), None)

    @property
    def working(self) -> Addition | None:
        """The addition that a worker is at: there is one at a time."""
        return next((one for one in self.additions if one.status == AdditionStatus.ADDING), None)

    def having(self, addition: Addition, digest: str | None = None) -> "OwnCatalog":
        """With it as the newest, in place of an earlier one of that name."""
        rest = self.without(*addition.key)
        changes = {"additions": (addition, *rest.additions), "digest": self.digest if digest is None else digest}
        return self.model_copy(update=changes)

    def without(self, line: str, name: str) -> "OwnCatalog":
        return self.model_copy(update={"additions": tuple(one for one in self.additions if one.key != (line, name))})

    @property
    def full(self) -> bool:
        """Whether no further proposal is taken."""
        proposals = sum(one.status == AdditionStatus.PROPOSED for one in self.additions)
        return proposals >= PROPOSALS_MOST or len(self.additions) >= ADDITIONS_MOST

    def proposed_by(self, app_id: str) -> list[Addition]:
        """What an app asked for and nobody has decided, newest first."""
        return [one for one in self.additions if (one.status, one.app_id) == (AdditionStatus.PROPOSED, app_id)]


class OwnPackage(Entity):
    """An added package, and all that it needs: entries of a lockfile by place, its own and those that were there."""

    package: CatalogPackage
    entries: dict[str, dict[str, Any]]


class CatalogVersion(Entity):
    """What is added to the catalog that ships (`base`: a digest of each line), by line and name.

    It is stored under its `digest` and never changed.
    """

    base: dict[str, str] = {}
    lines: dict[str, dict[str, OwnPackage]] = {}

    def content(self) -> bytes:
        return self.model_dump_json().encode()

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content()).hexdigest()

    def having(self, line: str, own: OwnPackage) -> "CatalogVersion":
        added = dict(sorted({**self.lines.get(line, {}), own.package.name: own}.items()))
        return self.model_copy(update={"lines": dict(sorted({**self.lines, line: added}.items()))})

    def without(self, line: str, name: str) -> "CatalogVersion":
        kept = {
            each: {key: own for key, own in found.items() if (each, key) != (line, name)}
            for each, found in self.lines.items()
        }
        return self.model_copy(update={"lines": {each: found for each, found in kept.items() if found}})


def fits(entries: Mapping[str, Mapping[str, Any]], stands: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether two lockfiles have the same package at each place that is in both."""
    return all(_same(entry, stands[place]) for place, entry in entries.items() if place in stands)


def moved(before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The places of `before` that have another package in `after`, or none."""
    for place, entry in before.items():
        if place and (place not in after or not _same(entry, after[place])):
            yield place


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(one.get(key) == other.get(key) for key in ("version", "integrity"))
