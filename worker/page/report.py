"""What the browser wrote down, cut to the bounds of the contract. It was written beside a page: nothing is believed."""

import json
from collections.abc import Callable
from typing import Any, get_args

from shared.domain.builds.acceptance_spec import Code
from shared.domain.builds.page_spec import MOST_ACTIONS, MOST_OF_ROUTE, MOST_ROUTES
from worker.ansi import plain

_LINE, _ERROR, _TREE, _COLOURS = 500, 1500, 16_000, 800


def read_report(content: bytes) -> dict[str, Any] | None:
    """The report as an object; None when it is none."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def bounded(report: dict[str, Any], *, screenshot: bool) -> dict[str, Any]:
    """The report in exactly the shape that the services read."""
    return {
        "url": _text(report.get("url"), _LINE),
        "title": _text(report.get("title"), _LINE),
        "console": _entries(report.get("console"), 60, level=20, text=_LINE, place=_LINE),
        "errors": _list(report.get("errors"), 20, lambda entry: _text(entry, _ERROR)),
        "failed_requests": _entries(report.get("failed_requests"), 30, url=_LINE, reason=_LINE),
        "actions": _list(report.get("actions"), MOST_ACTIONS, _action),
        "notes": _list(report.get("notes"), 20, lambda entry: _text(entry, _LINE)),
        "tree": _text(report.get("tree"), _TREE),
        "layout": _layout(report.get("layout")),
        "audit": _audit(report.get("audit")),
        "routes": _routes(report.get("routes")),
        "screenshot": screenshot,
    }


def check_done(entry: Any) -> dict[str, Any]:
    found = entry if isinstance(entry, dict) else {}
    texts = {"did": _LINE, "message": 800}
    ok, code = found.get("ok") is True, found.get("code")
    return {
        "ok": ok,
        "code": "" if ok else code if code in get_args(Code) else "ACCEPTANCE_RESULT",
        "step": _count(found.get("step")),
        "ms": _count(found.get("ms")),
        **{name: _text(found.get(name), most) for name, most in texts.items()},
    }


def is_picture(content: bytes | None) -> bool:
    return content is not None and content.startswith(b"\x89PNG\r\n\x1a\n")


def is_jpeg(content: bytes | None) -> bool:
    return content is not None and content.startswith(b"\xff\xd8\xff")


def is_thumbnail(content: bytes | None) -> bool:
    return content is not None and content[:4] == b"RIFF" and content[8:12] == b"WEBP"


def _action(entry: Any) -> dict[str, Any]:
    found = entry if isinstance(entry, dict) else {}
    return {
        "did": _text(found.get("did"), _LINE),
        "ok": found.get("ok") is True,
        "message": _text(found.get("message"), _LINE),
    }


def _layout(found: Any) -> dict[str, Any] | None:
    if not isinstance(found, dict):
        return None
    return {
        "findings": _list(found.get("findings"), 16, _finding),
        "rest": _count(found.get("rest")),
        "unknown": _count(found.get("unknown")),
        "colours": _text(found.get("colours"), _COLOURS),
    }


def _finding(entry: Any) -> dict[str, Any]:
    found = entry if isinstance(entry, dict) else {}
    texts = {"kind": 20, "where": 140, "text": 60, "what": 300}
    widths = [min(max(width, 1), 10_000) for width in _list(found.get("widths"), 4, _count)]
    return {"widths": widths, **{name: _text(found.get(name), most) for name, most in texts.items()}}


def _audit(found: Any) -> dict[str, Any] | None:
    if not isinstance(found, dict):
        return None
    looked = found.get("accessibility")
    return {
        "pages": _entries(found.get("pages"), 8, path=_LINE, title=_LINE),
        "accessibility": None if looked is None else _list(looked, 40, _violation),
        "links": _entries(found.get("links"), 40, page=_LINE, to=_LINE, words=60, why=20),
        "rest": _count(found.get("rest")),
        "left_out": _count(found.get("left_out")),
    }


def _routes(found: Any) -> dict[str, Any] | None:
    if not isinstance(found, dict):
        return None
    return {
        "opened": _list(found.get("opened"), MOST_ROUTES, _route),
        "skipped": _entries(found.get("skipped"), MOST_ROUTES, path=_LINE, why=20),
    }


def _route(entry: Any) -> dict[str, Any]:
    found = entry if isinstance(entry, dict) else {}
    return {
        "path": _text(found.get("path"), _LINE),
        "console": _entries(found.get("console"), MOST_OF_ROUTE, level=20, text=_LINE, place=_LINE),
        "errors": _list(found.get("errors"), MOST_OF_ROUTE, lambda error: _text(error, _ERROR)),
        "failed_requests": _entries(found.get("failed_requests"), MOST_OF_ROUTE, url=_LINE, reason=_LINE),
        "notes": _list(found.get("notes"), MOST_OF_ROUTE, lambda note: _text(note, _LINE)),
    }


def _violation(entry: Any) -> dict[str, Any]:
    found = entry if isinstance(entry, dict) else {}
    texts = {"page": _LINE, "rule": 60, "impact": 20, "what": 300, "where": 140}
    return {"count": _count(found.get("count")), **{name: _text(found.get(name), most) for name, most in texts.items()}}


def _count(value: Any) -> int:
    return min(max(value, 0), 1_000_000) if isinstance(value, int) and not isinstance(value, bool) else 0


def _entries(value: Any, most: int, **fields: int) -> list[dict[str, str]]:
    def entry(found: Any) -> dict[str, str]:
        known = found if isinstance(found, dict) else {}
        return {name: _text(known.get(name), chars) for name, chars in fields.items()}

    return _list(value, most, entry)


def _list(value: Any, most: int, make: Callable[[Any], Any]) -> list[Any]:
    return [make(entry) for entry in value[:most]] if isinstance(value, list) else []


def _text(value: Any, most: int) -> str:
    if not isinstance(value, str):
        return ""
    return plain(value[:most].encode("utf-8", "replace")).decode("utf-8", "replace")[:most]
