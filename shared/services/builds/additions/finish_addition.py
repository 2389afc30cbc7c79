"""What a worker made of an addition: judged, its archives stored, and only then a new version of the catalog in use.

The row is written last and on a condition. Until then nobody sees anything of it; what was stored before is named by
its hash and stays without meaning where the write is lost.
"""

import base64
import hashlib
import tarfile
from collections.abc import Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from pydantic import ValidationError

from shared.domain.assets.addition_status import AdditionStatus
from shared.domain.assets.own_catalog import Addition, OwnCatalog, OwnPackage
from shared.domain.assets.vetting import Refusal
from shared.domain.base import without_unseen
from shared.domain.builds.added_package import Found, added_packages, has_install_script, refusals, take_in
from shared.domain.builds.package_spec import Package, archive_key
from shared.domain.builds.worker_contract import (
    ADDED_LOCK_MEMBER,
    ADDED_RESULT_BYTES,
    ARCHIVE_PREFIX,
    FOUND_MEMBER,
)
from shared.domain.errors import NotFound, TooLarge
from shared.domain.tar_headers import TarHeaders
from shared.domain.tree.lockfile import read_packages
from shared.services.assets.own_catalogs import VERSION_MOST_BYTES, OwnCatalogs
from shared.services.builds.additions.addition_ports import ENDED, change_own
from shared.services.builds.additions.request_addition import result_key

_MEMBERS_MOST, _REASON_CHARS = 3000, 2000
_TO_TRY_AGAIN = frozenset({"REGISTRY_AWAY", "REGISTRY_REFUSED", "WORKER_ENDED", "WORKER_FAILED"})
_WORKER = ("linux", "x64", "glibc")
"""The worker's machine on AWS: what it cannot use need not be there."""
_BROKEN = (tarfile.TarError, ValueError, OSError, EOFError, OverflowError, KeyError, TypeError, RecursionError)


def finish_addition(*, tenant_id: str, addition_id: str, own: OwnCatalogs, now: datetime) -> bool:
    """Whether the addition has ended with this. Saying it twice does no harm; the worker's answer is then gone."""
    members = _result(tenant_id, addition_id, own)
    after = change_own(own, tenant_id, now, lambda known: _judged(known, addition_id, members, own, now))
    own.blobs.delete([result_key(tenant_id, addition_id)])
    return any(one.id == addition_id and one.status != AdditionStatus.ADDING for one in after.additions)


def _result(tenant_id: str, addition_id: str, own: OwnCatalogs) -> Mapping[str, bytes]:
    """The files of the worker's answer; none where there is no answer, or none that can be read."""
    try:
        data = own.blobs.get(result_key(tenant_id, addition_id), max_bytes=ADDED_RESULT_BYTES)
        with tarfile.open(fileobj=TarHeaders(data), mode="r:") as tar:
            listed = [member for member in islice(tar, _MEMBERS_MOST) if member.isreg()]
            return {member.name: _content(data, member) for member in listed}
    except (NotFound, TooLarge, *_BROKEN):
        return {}


def _content(data: bytes, member: tarfile.TarInfo) -> bytes:
    return data[member.offset_data : member.offset_data + member.size]


def _judged(
    known: OwnCatalog, addition_id: str, members: Mapping[str, bytes], own: OwnCatalogs, now: datetime
) -> OwnCatalog:
    addition = next((one for one in known.additions if one.id == addition_id), None)
    if addition is None or addition.status != AdditionStatus.ADDING:
        return known
    found, taken = _decided(known.tenant_id, known.digest, addition, members, own, now)
    facts: dict[str, object] = {
        "ended_at": now,
        "version": found.version or addition.version,
        "licence": without_unseen(found.licence) or None,
    }
    if isinstance(taken, Refusal):
        status = AdditionStatus.FAILED if taken.code in _TO_TRY_AGAIN else AdditionStatus.REFUSED
        facts |= {"status": status, "code": taken.code, "reason": without_unseen(taken.message)[:_REASON_CHARS]}
        return known.having(addition.model_copy(update=facts))
    package, added = taken
    _store(added, members, own)
    version = own.version(known.tenant_id, known.digest).having(addition.line, package)
    facts |= {"status": AdditionStatus.ADDED, "reason": found.unknown, "bytes": found.bytes, "packages": len(added)}
    return known.having(addition.model_copy(update=facts), own.keep(known.tenant_id, version))


_Taken = tuple[OwnPackage, tuple[Package, ...]]


def _decided(
    tenant_id: str, digest: str, addition: Addition, members: Mapping[str, bytes], own: OwnCatalogs, now: datetime
) -> tuple[Found, _Taken | Refusal]:
    """Against the catalog as it is now, which may be another than the worker was given."""
    found = _read(members.get(FOUND_MEMBER))
    if found.failure is not None:
        return found, found.failure
    lines = own.at(tenant_id, digest).lines()
    if addition.line not in lines:
        return found, Refusal(code="PACKAGE_CONFLICT", message=f"The catalog has no line {addition.line} any more.")
    catalog, stands = lines[addition.line]
    lock = members.get(ADDED_LOCK_MEMBER, b"").decode("utf-8", "replace")
    found = _with_lock(addition.name, found, lock)
    known = {name for line, _ in lines.values() for name in line.packages}
    if against := refusals(addition.name, found, now=now, known=known):
        return found, Refusal(code=against[0].code, message=" ".join(one.message for one in against))
    package = take_in(addition.name, found, lock, catalog, stands)
    if isinstance(package, Refusal):
        return found, package
    if len(own.version(tenant_id, digest).having(addition.line, package).content()) > VERSION_MOST_BYTES:
        said = f"What is to be known of {addition.name} and what it needs is too much for the catalog."
        return found, Refusal(code="PACKAGE_TOO_LARGE", message=said)
    added = added_packages(package.entries, read_packages(stands))
    missing = next((one for one in added if one.fits(*_WORKER) and not _is_whole(one, members)), None)
    if missing is not None:
        said = f"The archive of {missing.name} {missing.version} did not come as the registry describes it."
        return found, Refusal(code="PACKAGE_NOT_INSTALLED", message=said)
    return found, (package, added)


def _read(content: bytes | None) -> Found:
    code, message = ENDED
    if content is None:
        return Found(failure=Refusal(code=code, message=message))
    try:
        return Found.model_validate_json(content)
    except ValidationError:
        return Found(failure=Refusal(code="WORKER_FAILED", message="The worker's answer cannot be read; try again."))


def _with_lock(name: str, found: Found, lock: str) -> Found:
    """With what only the lockfile knows."""
    try:
        entry: Any = read_packages(lock).get(f"node_modules/{name}", {})
        scripts = has_install_script(entry)
    except _BROKEN:
        return found
    return found.model_copy(update={"scripts": (*found.scripts, *scripts)})


def _member(package: Package) -> str:
    return f"{ARCHIVE_PREFIX}{hashlib.sha256(package.integrity.encode()).hexdigest()}.tgz"


def _is_whole(package: Package, members: Mapping[str, bytes]) -> bool:
    digest = hashlib.sha512(members.get(_member(package), b"")).digest()
    return package.integrity == f"sha512-{base64.b64encode(digest).decode()}"


def _store(added: tuple[Package, ...], members: Mapping[str, bytes], own: OwnCatalogs) -> None:
    for package in added:
        if _is_whole(package, members):
            own.blobs.put_new(archive_key(package.integrity), members[_member(package)])
