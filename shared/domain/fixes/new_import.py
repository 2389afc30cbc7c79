"""Where and how a further import is written into a module."""

from shared.domain.fixes.imports import Import
from shared.domain.fixes.project import Edit, Source


def new_import(source: Source, clause: str, specifier: str) -> Edit:
    """After the last import, in its manner; before everything where there is none."""
    last = _last_import(source)
    if last is None:
        at = _start(source)
        return at, at, f'import {clause} from "{specifier}";\n'
    quote = source.text[last.start - 1]
    end = ";" if source.text[last.statement[1] - 1] == ";" else ""
    return last.statement[1], last.statement[1], f"\nimport {clause} from {quote}{specifier}{quote}{end}"


def _last_import(source: Source) -> Import | None:
    found = [one for one in source.imports if one.kind == "import"]
    return found[-1] if found else None


def _start(source: Source) -> int:
    """Behind directives such as "use client", which must stay first."""
    at = 0
    for token, after in zip(source.tokens, [*source.tokens[1:], None], strict=False):
        if token.kind != "string" or (after is not None and after.text != ";"):
            break
        at = source.text.find("\n", token.end) + 1 or len(source.text)
    return at
