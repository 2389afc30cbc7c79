"""`ReactDOM.render(a, b)` of React 17 and before, which 19 does not have: `createRoot(b).render(a)`."""

import re

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.managed_paths import extension

_READ_MOST, _CALLS_MOST = 256 * 1024, 20
_IMPORT = re.compile(
    r"""^import\s{1,9}(?:\*\s{1,9}as\s{1,9})?(?:(\w{1,60})|\{\s{0,9}render\s{0,9}\})\s{1,9}from\s{1,9}["']react-dom["'];?""",
    re.M,
)
_OPEN, _CLOSE = "([{", ")]}"


def fit_roots(files: Files, catalog: CatalogView) -> tuple[Files, list[Diagnostic]]:
    """The files, and which of them were changed; one that cannot be changed whole stays, and the gate names it."""
    if not _is_new(catalog.version("react") or ""):
        return files, []
    changed = {path: text.encode() for path in files if (text := _changed(path, files[path])) is not None}
    if not changed:
        return files, []
    message = f"ReactDOM.render became createRoot(…).render in {', '.join(list(changed)[:10])}."
    path = next(iter(changed))
    return {**files, **changed}, [Diagnostic(severity="warning", code="REACT_ROOT_MAPPED", message=message, path=path)]


def _is_new(version: str) -> bool:
    major = version.partition(".")[0]
    return major.isdecimal() and int(major) >= 19


def _changed(path: str, content: bytes) -> str | None:
    if extension(path) not in ("js", "jsx", "ts", "tsx") or b"react-dom" not in content or len(content) > _READ_MOST:
        return None
    text = content.decode("utf-8", "replace")
    imported = _IMPORT.search(text)
    if imported is None or "\ufffd" in text:
        return None
    name = f"{imported[1]}.render" if imported[1] else "render"
    rest = _without_calls(
        text[: imported.start()] + "\0" + text[imported.end() :], name, "!" if path.endswith(("ts", "tsx")) else ""
    )
    if rest is None:
        return None
    still = imported[0] + "\n" if imported[1] and re.search(rf"\b{imported[1]}\.", rest) else ""
    return rest.replace("\0", still + "import { createRoot } from 'react-dom/client'", 1)


def _without_calls(text: str, name: str, sure: str) -> str | None:
    """None where there is no call, or one whose arguments cannot be told apart."""
    call = re.compile(rf"(?<![\w.$]){re.escape(name)}\(")
    for count in range(_CALLS_MOST):
        found = call.search(text)
        if found is None:
            return text if count else None
        parts = _arguments(text, found.end())
        if parts is None or len(parts[0]) != 2:
            return None
        (what, where), end = parts
        text = f"{text[: found.start()]}createRoot({where}{sure}).render({what}){text[end:]}"
    return None


def _arguments(text: str, at: int) -> tuple[list[str], int] | None:
    """What stands between the commas of a call, and where it ends; None where brackets do not close."""
    depth, start, parts = 0, at, list[str]()
    for place in range(at, len(text)):
        char = text[place]
        if depth == 0 and char in ",)":
            parts.append(text[start:place].strip())
            start = place + 1
            if char == ")":
                return [part for part in parts if part], place + 1
        depth += (char in _OPEN) - (char in _CLOSE)
    return None
