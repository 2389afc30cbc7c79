"""The task `package`: one package more for a line of the catalog, resolved, fetched and unpacked, never run.

The project is the line: its package.json and its lockfile. What comes of it is the lockfile with the package in it, the
archives of all that is new, and what the registry says of the package. Who asked decides whether it may come in.
"""

import hashlib
import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shared.domain.builds.package_spec import Package, parse_packages
from shared.domain.builds.worker_contract import ADDED_LOCK_MEMBER, ADDED_RESULT_BYTES, ARCHIVE_PREFIX, FOUND_MEMBER
from worker.npm import Npm, NpmFailed
from worker.package_archive import ArchiveInvalid, unpack_archive
from worker.package_manifest import require_alone, require_itself, run_at_install
from worker.tasks.base import Scene
from worker.toolchain import this_machine

_AWS_WORKER = ("linux", "x64", "glibc")
_AT_ONCE, _MOST_NEW, _ENVELOPE_BYTES = 50, 400, 8 * 1024**2
_AWAY = ("ENOTFOUND", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH",
         "ERR_SOCKET_TIMEOUT", "E500", "E502", "E503", "E504", "SELF_SIGNED_CERT", "CERT_HAS_EXPIRED")  # fmt: skip
_OUTSIDE = ("EOUTSIDE", "EALLOWGIT", "EALLOWREMOTE", "EALLOWFILE", "EALLOWDIRECTORY")
_RELEASE = re.compile(r"\d{1,9}\.\d{1,9}\.\d{1,9}\Z")
_PEER = re.compile(r'peer(?:Optional)? (?P<wanted>\S+@"[^"]{1,200}") from (?P<by>\S{1,200})')
_THERE = re.compile(r"Found: (\S{1,200})")


class Refused(Exception):
    """It does not come in; a code and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def add_package(scene: Scene) -> None:
    """What was found out is in the result, also what kept us from the rest."""
    name, version, before = scene.job.command
    found: dict[str, Any] = {}
    try:
        _add(scene, name, version, before, found)
    except (Refused, NpmFailed) as failure:
        refused = failure if isinstance(failure, Refused) else _in_words(failure, name, version)
        found["failure"] = {"code": refused.code, "message": refused.message[:500]}
        scene.progress.members.clear()
    scene.progress.members[FOUND_MEMBER] = json.dumps(found).encode()


def _add(scene: Scene, name: str, version: str, before: str, found: dict[str, Any]) -> None:
    project = scene.place.project
    npm = Npm.of(scene.toolchain, project, scene.job.limits.wall_seconds, scene.cancel)
    with scene.progress.timed("view_ms"):
        found.update(_described(npm, name, version, before))
    if _speaks_against(found, before):
        return
    lock = project / "package-lock.json"
    stands = json.loads(lock.read_bytes())["packages"]
    with scene.progress.timed("resolve_ms"):
        npm(
            "install",
            f"{name}@{found['version']}",
            "--package-lock-only",
            "--save-exact",
            "--allow-remote=none",
            "--prefer-offline",
            f"--before={before}",
        )
    packages = json.loads(lock.read_bytes())["packages"]
    fresh = {place: entry for place, entry in packages.items() if place and place not in stands}
    found["weaknesses"] = _weaknesses(npm, fresh)
    with scene.progress.timed("fetch_archives_ms"):
        archives, found["bytes"] = _archives(npm, fresh)
    scene.progress.members.update({ADDED_LOCK_MEMBER: lock.read_bytes(), **archives})


def _described(npm: Npm, name: str, version: str, before: str) -> dict[str, Any]:
    """What the registry says of the version that is wanted, else of the newest one from before that moment."""
    described = _viewed(npm, name, "" if version == "*" else version)
    if version == "*" and (older := _newest(described, before)) not in (None, described["version"]):
        described = _viewed(npm, name, str(older))
    licence, scripts = described.get("license"), described.get("scripts")
    return {
        "version": str(described["version"]),
        "published_at": _moment((described.get("time") or {}).get(described["version"])),
        "licence": licence[:200] if isinstance(licence, str) else "",
        "scripts": [str(each)[:50] for each in scripts][:50] if isinstance(scripts, dict) else [],
        "deprecated": str(described.get("deprecated") or "")[:1000],
    }


def _viewed(npm: Npm, name: str, version: str) -> dict[str, Any]:
    answer = npm("view", f"{name}@{version}" if version else name, "--prefer-online")
    described = answer[-1] if isinstance(answer, list) and answer else answer
    if not isinstance(described, dict) or described.get("name") != name or not described.get("version"):
        raise Refused("PACKAGE_NOT_FOUND", f"The registry has no {name} {version}".rstrip() + ".")
    return described


def _newest(described: Mapping[str, Any], before: str) -> str | None:
    """The latest where it is old enough, else the highest release that is; None where all are younger."""
    times = {version: moment for version, text in (described.get("time") or {}).items() if (moment := _moment(text))}
    old = [version for version, moment in times.items() if _is_old(moment, before) and _RELEASE.match(version)]
    if described["version"] in old:
        return str(described["version"])
    return max(old, key=lambda version: tuple(map(int, version.split("."))), default=None)


def _is_old(moment: str, before: str) -> bool:
    return datetime.fromisoformat(moment) <= datetime.fromisoformat(before)


def _moment(text: object) -> str | None:
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return moment.replace(tzinfo=moment.tzinfo or UTC).isoformat()


def _speaks_against(found: Mapping[str, Any], before: str) -> bool:
    """Whether it stays out whatever else is found: nothing is fetched for that."""
    published = found["published_at"]
    return (
        published is None
        or not _is_old(published, before)
        or bool({"preinstall", "install", "postinstall"} & set(found["scripts"]))
    )


def _weaknesses(npm: Npm, fresh: Mapping[str, Any]) -> list[dict[str, str]] | None:
    """Known ones of what is new; None where the registry does not say."""
    try:
        answer = npm("audit", "--package-lock-only", "--audit-level=none")
        listed = answer["vulnerabilities"].values()
        return list(_named(listed, fresh))[:20]
    except (NpmFailed, KeyError, TypeError, AttributeError):
        return None


def _named(listed: Any, fresh: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for one in listed:
        if any(node in fresh for node in one.get("nodes", ())):
            titles = [via["title"] for via in one.get("via", ()) if isinstance(via, dict) and "title" in via]
            yield {
                "package": str(one["name"])[:300],
                "severity": str(one["severity"])[:20],
                "title": str(titles[0] if titles else "see its advisory")[:300],
            }


def _archives(npm: Npm, fresh: Mapping[str, Any]) -> tuple[dict[str, bytes], int]:
    """The archives that a worker may need, each seen to unpack, and how large all are unpacked."""
    wanted = [one for one in _packages(fresh) if one.fits(*_AWS_WORKER) or one.fits(*this_machine())]
    if len(wanted) > _MOST_NEW:
        raise Refused("PACKAGE_TOO_LARGE", f"It brings {len(wanted)} packages along; at most {_MOST_NEW} are taken.")
    members: dict[str, bytes] = {}
    size = archived = 0
    with tempfile.TemporaryDirectory(prefix="chatbuilder-added-", dir=npm.folder.parent) as folder:
        for start in range(0, len(wanted), _AT_ONCE):
            packed = _pack(npm, wanted[start : start + _AT_ONCE], Path(folder))
            for package, archive in packed:
                archived += archive.stat().st_size
                if archived > ADDED_RESULT_BYTES - _ENVELOPE_BYTES:
                    raise Refused("PACKAGE_TOO_LARGE", "With what it brings along it is too large to be added.")
                size += _unpacked(package, archive, Path(folder))
                members[_member(package)] = archive.read_bytes()
    return members, size


def _packages(fresh: Mapping[str, Any]) -> Sequence[Package]:
    if outside := [place for place, entry in fresh.items() if "resolved" in entry or "link" in entry]:
        raise Refused("PACKAGE_OUTSIDE_REGISTRY", f"It needs {outside[0][-200:]} from outside of the registry.")
    named = [
        {
            "place": place,
            "name": entry.get("name", place.rpartition("node_modules/")[2]),
            **{key: entry[key] for key in ("version", "integrity", "os", "cpu", "libc") if key in entry},
        }
        for place, entry in fresh.items()
        if not entry.get("inBundle")
    ]
    try:
        return list({one.integrity: one for one in parse_packages(named) or ()}.values())
    except ValueError as error:
        raise Refused("PACKAGE_NOT_INSTALLED", f"npm locked a package that cannot be used: {error}") from error


def _pack(npm: Npm, packages: Sequence[Package], folder: Path) -> Iterator[tuple[Package, Path]]:
    specs = sorted({f"{one.name}@{one.version}" for one in packages})
    packed = npm("pack", "--prefer-offline", f"--pack-destination={folder}", *specs)
    made = {one["integrity"]: one["filename"] for one in packed}
    for package in packages:
        if package.integrity not in made:
            said = f"The archive of {package.name} {package.version} has another hash than the registry says."
            raise Refused("PACKAGE_NOT_INSTALLED", said)
        yield package, folder / made[package.integrity].replace("@", "").replace("/", "-")


def _unpacked(package: Package, archive: Path, folder: Path) -> int:
    """How large it is, laid out as builds see it. Refused where its archive has a script that the registry hides."""
    with tempfile.TemporaryDirectory(dir=folder) as target:
        try:
            unpack_archive(archive, package.integrity, Path(target))
            require_alone(Path(target))
            require_itself(Path(target), package.name, package.version)
            run = ", ".join(run_at_install(Path(target)))
        except (ArchiveInvalid, OSError) as error:
            raise Refused("PACKAGE_NOT_INSTALLED", f"{package.name} {package.version}: {error}") from error
        if run:
            said = f"{package.name} {package.version} wants to run a script when it is installed ({run})."
            raise Refused("PACKAGE_HAS_SCRIPTS", said)
        return sum(path.stat().st_size for path in Path(target).rglob("*") if path.is_file())


def _member(package: Package) -> str:
    return f"{ARCHIVE_PREFIX}{hashlib.sha256(package.integrity.encode()).hexdigest()}.tgz"


def _in_words(failure: NpmFailed, name: str, version: str) -> Refused:
    code = failure.code
    if code in _OUTSIDE or any(each in failure.text for each in _OUTSIDE):
        return Refused("PACKAGE_OUTSIDE_REGISTRY", f"{name} needs something from outside of the registry.")
    if code == "ERESOLVE":
        return Refused("PACKAGE_CONFLICT", _conflict(failure.text, name))
    if code == "ENONPM":
        return Refused("WORKER_FAILED", "This worker has no npm.")
    if code == "ECANCELLED":
        return Refused("WORKER_ENDED", "It was taken back.")
    if code in _AWAY or any(each in failure.text for each in _AWAY):
        return Refused("REGISTRY_AWAY", "npm's registry did not answer. Nothing was added; try again.")
    if code in ("E401", "E403"):
        return Refused("REGISTRY_REFUSED", "npm's registry refused to answer: its sign-in is missing or wrong.")
    if code in ("E404", "ETARGET", "ENOVERSIONS"):
        which = "version of it that is a week old" if version == "*" and code == "ETARGET" else "such package"
        return Refused("PACKAGE_NOT_FOUND", f"The registry has no {which}: {name}, or what it needs.")
    return Refused("PACKAGE_NOT_INSTALLED", f"npm could not add {name} ({code[:40]}).")


def _conflict(text: str, name: str) -> str:
    peer, there = _PEER.search(text), _THERE.search(text)
    if peer is None:
        return f"{name} does not fit the packages of this line."
    have = f"; this line has {there[1]}" if there else ""
    return f"{peer['by']} wants {peer['wanted'].replace(chr(34), '')}{have}."
