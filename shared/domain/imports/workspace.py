"""Archives of several projects: which of their folders hold one that can be an app here."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.fit_files import ignored_place
from shared.domain.tree.package_rules import PACKAGE_JSON, SECTIONS
from shared.domain.tree.path_characters import shown

_CONFIG = re.compile(r"vite\.config\.[mc]?[jt]s")
_READ_MOST, _LOOKED_MOST, _NAMED_MOST = 64 * 1024, 200, 5
_MARKS = ("pnpm-workspace.yaml", "lerna.json", "turbo.json", "nx.json", "rush.json")


def project_folders(files: Mapping[str, bytes]) -> list[str]:
    """At most five folders below the top that hold a Vite project with a package.json of its own, nearest first."""
    return list(islice(_folders(files), _NAMED_MOST))


def say_folders(files: Mapping[str, bytes]) -> Diagnostic | None:
    """What to send in place of an archive whose top is no project; None where no folder is one."""
    found = project_folders(files)
    if not found:
        return None
    what = "This is a workspace of several projects" if _is_workspace(files) else "The project is in a folder"
    which = (
        f"one of these folders: {', '.join(map(shown, found))}" if len(found) > 1 else f"the folder {shown(found[0])}"
    )
    return Diagnostic(
        code="PROJECT_IN_FOLDER",
        message=f"{what}. Send {which}."[:1000],
        path=f"{shown(found[0])}/{PACKAGE_JSON}"[:500],
        hint="Zip that folder alone; of a git repository, give its path.",
    )


def _folders(files: Mapping[str, bytes]) -> Iterator[str]:
    configured = {path.rpartition("/")[0] for path in files if _CONFIG.fullmatch(path.rpartition("/")[2])}
    owners = [path.rpartition("/")[0] for path in files if path.endswith(f"/{PACKAGE_JSON}")]
    outside = [folder for folder in owners if ignored_place(f"{folder}/{PACKAGE_JSON}") is None]
    for folder in sorted(outside, key=lambda each: (each.count("/"), each))[:_LOOKED_MOST]:
        has_page = f"{folder}/index.html" in files
        if folder in configured or (has_page and "vite" in _declared(files[f"{folder}/{PACKAGE_JSON}"])):
            yield folder


def _is_workspace(files: Mapping[str, bytes]) -> bool:
    package = _object(files.get(PACKAGE_JSON, b""))
    return bool(package.get("workspaces")) or any(mark in files for mark in _MARKS)


def _declared(content: bytes) -> set[str]:
    sections = [_object(content).get(section) for section in SECTIONS]
    return {name for section in sections if isinstance(section, dict) for name in section}


def _object(content: bytes) -> dict[str, Any]:
    try:
        value = json.loads(content) if len(content) <= _READ_MOST else None
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
