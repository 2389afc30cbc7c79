"""What a draft takes from a tenant's additions is in the catalog at the moment when the tree becomes the draft.

A package is taken out while nothing uses it, and a tree passes its gate some time before it is committed. The commit is
written on the condition that the catalog is the version that has all, so that of the two the later one is refused.
"""

from typing import Protocol

from shared.domain.errors import CatalogMoved, PolicyViolation, Transient
from shared.domain.revisions.revision import Revision
from shared.domain.tree.package_rules import check_package
from shared.domain.tree.relock import PACKAGE
from shared.services.revisions.relock import LockPorts

_TRIES = 5


class Commit(Protocol):
    def __call__(self, *, catalog: str | None) -> None: ...


def commit_holding(commit: Commit, revision: Revision, ports: LockPorts) -> None:
    """PolicyViolation for a package that is there no more. What changed besides is looked at again."""
    for _ in range(_TRIES):
        try:
            return commit(catalog=held_catalog(revision, ports))
        except CatalogMoved:
            continue
    raise Transient("The catalog is being changed; try again.")


def held_catalog(revision: Revision, ports: LockPorts) -> str | None:
    """The version of the tenant's catalog that has what the tree declares; None where what ships is enough.

    A restore asks for nothing: what was built is built again with the version that it was built with.
    """
    if revision.origin == "restore":
        return None
    files = ports.snapshots.get(revision.tenant_id, revision.app_id, revision.tree)
    manifest = files.get(PACKAGE, b"").decode("utf-8", "replace")
    if ports.catalog.pins(manifest):
        return None
    own = ports.own_catalogs()
    digest = own.store.get(revision.tenant_id).digest
    found = check_package(manifest, own.at(revision.tenant_id, digest).catalog)
    if errors := [one for one in found if one.severity == "error"]:
        raise PolicyViolation(errors[0].message, diagnostics=errors)
    return digest
