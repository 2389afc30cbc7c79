"""The security scan of a source tree: keys in plain text, what is unsafe for visitors, weak packages."""

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.quality.advisories import Advisories, vulnerable_packages
from shared.domain.quality.risks import risks_in
from shared.domain.quality.secrets import secrets_in
from shared.domain.tree.managed_paths import LOCKFILES
from shared.domain.tree.relock import LOCK


def scan_tree(files: Files, known: Advisories) -> list[Diagnostic]:
    """Secrets are errors, all else warnings."""
    texts = source_texts(files)
    return [*secrets_in(texts), *risks_in(texts), *weak_packages(files, known)]


def weak_packages(files: Files, known: Advisories) -> list[Diagnostic]:
    """What the project's lockfile names."""
    return vulnerable_packages(files.get(LOCK, b"").decode("utf-8", "replace"), known)


def source_texts(files: Files) -> dict[str, str]:
    """What somebody wrote: no lockfile, and nothing binary."""
    return {
        path: content.decode("utf-8", "replace")
        for path, content in files.items()
        if path not in LOCKFILES and b"\0" not in content
    }
