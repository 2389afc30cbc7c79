"""A change that was refused leaves the files as they were: later results of the same answer say so."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json

from shared.domain.agent.model_messages import ToolCall
from shared.domain.untrusted import shortened

SHOW_FILES = frozenset(
    {"list_files", "read_file", "read_files", "search_code", "compile_project", "verify", "build_project_worker",
     "run_targeted_tests", "run_command", "browser", "prepare_static_bundle"}
)  # fmt: skip
"""The tools whose results depend on what the files hold."""
_SHOWN, _LONGEST = 5, 120


def note_write(call: ToolCall, ok: bool, unapplied: Mapping[str, str]) -> Mapping[str, str]:
    """With this write, where it was refused, until one to the same place is done."""
    place = _place(call.arguments)
    if not ok:
        return {**unapplied, place: call.name}
    return {path: tool for path, tool in unapplied.items() if path != place}


def without_them(unapplied: Mapping[str, str]) -> str:
    """The words after a result; empty when every change of the answer was made."""
    if not unapplied:
        return ""
    places = [f"{tool} {place}".strip() for place, tool in unapplied.items()][:_SHOWN]
    more = f" and {len(unapplied) - _SHOWN} more" if len(unapplied) > _SHOWN else ""
    return (
        f"\n[Without {', '.join(places)}{more} of the same answer: refused, so this is about the files as they were.]"
    )


def _place(arguments: str) -> str:
    """What a write names: its path, or the package's name."""
    try:
        given: Any = from_json(arguments)
    except ValueError:
        return ""
    named = (given.get("path") or given.get("name") or "") if isinstance(given, dict) else ""
    return shortened(named, _LONGEST) if isinstance(named, str) else ""
