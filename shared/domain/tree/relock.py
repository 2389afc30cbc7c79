"""Keeps an app's `package-lock.json` in step with its `package.json`."""

import json
from typing import Any

from shared.domain.base import Files
from shared.domain.errors import Invalid
from shared.domain.limits import Limits
from shared.domain.tree.lockfile import project_lockfile

PACKAGE, LOCK = "package.json", "package-lock.json"
_SECTIONS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")


def relock(*, base: Files, files: Files, catalog_lock: str, limits: Limits) -> Files:
    """`files` with a new projection of the catalog's lockfile when what is declared has changed."""
    if LOCK not in files or declared(base) == declared(files):
        return files
    return with_lock(files=files, catalog_lock=catalog_lock, limits=limits)


def with_lock(*, files: Files, catalog_lock: str, limits: Limits) -> Files:
    """`files` with a lockfile that pins what `package.json` declares.

    As they are when that cannot be pinned (the gate will say why). Without a lockfile when that would be larger than
    a file may be: builds here never need it.
    """
    try:
        lock = project_lockfile(files[PACKAGE].decode(), catalog_lock).encode()
    except (KeyError, UnicodeError, Invalid):
        return files
    if len(lock) > limits.text_file_bytes:
        return {path: content for path, content in files.items() if path != LOCK}
    return {**files, LOCK: lock}


def declared(files: Files) -> dict[str, Any] | None:
    """The packages that `package.json` declares, by section; None when it cannot be read."""
    try:
        document = json.loads(files.get(PACKAGE, b""))
    except (ValueError, RecursionError):
        return None
    return {name: document.get(name) for name in _SECTIONS} if isinstance(document, dict) else None
