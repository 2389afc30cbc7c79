"""The security scan of a source tree: keys in plain text, what is unsafe for visitors, weak packages."""

from collections.abc import Mapping

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.publishing.readiness import ReadinessCheck, finding_check
from shared.domain.quality.advisories import Advisories, vulnerable_packages
from shared.domain.quality.dist_scan import DistScan
from shared.domain.quality.risks import risks_in
from shared.domain.quality.secrets import secrets_in
from shared.domain.tree.managed_paths import LOCKFILES
from shared.domain.tree.relock import LOCK


def scan_tree(files: Files, known: Advisories) -> list[Diagnostic]:
    """Secrets are errors, all else warnings."""
    texts = source_texts(files)
    return [*secrets_in(texts), *risks_in(texts), *weak_packages(files, known)]


def unsafe_in(texts: Mapping[str, str], scan: DistScan) -> list[Diagnostic]:
    """What can be unsafe for visitors: in the source, and what it has not said already, in what was built of it."""
    risks = risks_in(texts)
    said = {one.code for one in risks}
    return [*risks, *(one for one in scan.risks if one.code not in said)]


def weak_packages(files: Files, known: Advisories) -> list[Diagnostic]:
    return vulnerable_packages(files.get(LOCK, b"").decode("utf-8", "replace"), known)


def packages_check(files: Files, known: Advisories) -> ReadinessCheck:
    """Not known where nobody has asked a registry yet."""
    if known.checked_at is None:
        message = "Not known: no registry was asked yet which versions of the catalog have known weaknesses."
        return ReadinessCheck(key="packages", level="advisory", ok=None, message=message)
    good = f"No package of it had a known weakness on {known.checked_at:%Y-%m-%d}."
    if known.partial:
        good += " Not every package was looked up."
    bad, ask = "Packages of it have known weaknesses.", "Do without the packages that have known weaknesses."
    return finding_check("packages", "advisory", weak_packages(files, known), good, bad, ask=ask)


def source_texts(files: Files) -> dict[str, str]:
    """What somebody wrote: no lockfile, and nothing binary."""
    return {
        path: content.decode("utf-8", "replace")
        for path, content in files.items()
        if path not in LOCKFILES and b"\0" not in content
    }
