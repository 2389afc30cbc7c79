"""One line about a tool call: the tool, what it was about, and how it stands."""

from typing import Any

from shared.domain.runs.iteration import Step
from shared.domain.untrusted import readable_json, shortened

_ABOUT = ("path", "paths", "command", "url", "query", "pattern", "name", "prefix", "decision", "summary")
_TARGET, _WHY = 120, 160


def summarise(step: Step) -> str:
    """At most some three hundred characters; a failure with the first line of its reason."""
    about = called(step.tool, step.arguments)
    stands = step.status.traits
    why = _first_line(step.output) if stands.undone else ""
    return about + (f" ({stands.words})" if stands.words else "") + (f": {why}" if why else "")


def called(tool: str, arguments: str) -> str:
    read = readable_json(arguments)
    target = _target(read) if isinstance(read, dict) else ""
    return f"{shortened(tool, 40)} {shortened(target, _TARGET)}".rstrip()


def _target(arguments: dict[str, Any]) -> str:
    if isinstance(arguments.get("new_path"), str):
        return f"{arguments.get('path')} -> {arguments['new_path']}"
    values = (arguments.get(name) for name in _ABOUT)
    return next((words for words in map(_words, values) if words), "")


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(part for part in value if isinstance(part, str))
    return " ".join(value.split()) if isinstance(value, str) else ""


def _first_line(text: str) -> str:
    return shortened(next((line.strip() for line in text.splitlines() if line.strip()), ""), _WHY)
