"""Examples for the OpenAPI document: what an owner asks and is answered, recorded over fakes, under neat names."""

import re
from http import HTTPStatus
from typing import Any

from devkit.api.api import Api
from devkit.api.estate import Estate, filled
from devkit.api.openapi_answers import LATER
from devkit.api.routes import CASES, Case, Route
from devkit.api.stream_examples import STREAMS
from functions.api.openapi.document import described
from functions.api.openapi.faults import STATUS_OF

_ID = re.compile(r"\b([a-z]{2,4})([_-])([0-9a-hjkmnp-tv-z]{26})\b")  # with a hyphen in names of hosts
_HEX = re.compile(r"\b[0-9a-f]{40,64}\b")
_SECRET = re.compile(r"\b[0-9a-f]{80,}\b|cbk_[0-9a-z]{26}_[0-9a-f]{64}|eyJ[\w-]+\.[\w-]+\.[\w-]+(?:\.\.\.)?")
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_REQUEST = re.compile(r"req-[0-9a-f]{32}")
_FIXED = {"last_four": "0a1b"}
_SLUG = re.compile(r"(?<![0-9a-z])s-[0-9a-z]{12}\b")
_LONGEST, _MOST = 240, 2

_ULID = "01k9yzr3n5d7t8v2w4x6y8z0a1"
_PREFIXES = {
    "app_id": "app", "project_id": "app", "revision_id": "rev", "build_id": "bld", "diff_id": "dif", "run_id": "run",
    "session_id": "conv", "message_id": "msg", "key_id": "key", "note_id": "note",
    "memory_id": "mem", "decision_id": "dec", "id": "run",
    "task_id": "task", "node_id": "node", "blueprint_id": "bp", "document_id": "doc",
}  # fmt: skip
_IDS = {name: f"{prefix}_{_ULID}" for name, prefix in _PREFIXES.items()} | {"slug": "todo-list", "tool": "list_files"}
_MORE: dict[str, dict[str, Any]] = {
    "REVISION_CONFLICT": {"current_revision_id": "rev_01k9yzr3n5d7t8v2w4x6y8z0a1"},
    "RATE_LIMITED": {"retry_after": 3},
    "DEPENDENCY_UNAVAILABLE": {"retry_after": 1},
    "FORBIDDEN": {"scope": "apps:write"},
    "PLAN_CYCLE": {"cycle": [f"task_{_ULID}", f"task_{_ULID[:-1]}2", f"task_{_ULID}"]},
    "DOCUMENT_IN_USE": {"blueprint_id": f"bp_{_ULID}"},
    "PACKAGE_IN_USE": {"apps": [{"app_id": f"app_{_ULID}", "name": "Todo list"}]},
    "TASK_CLAIMED": {"holder": f"run_{_ULID}"},
    "TASK_NOT_READY": {"blocked_by": [{"task_id": f"task_{_ULID}", "title": "Write the cart", "reason": "not_done"}]},
}


def with_examples(document: Any) -> Any:
    """The application's document, to which examples of parameters, bodies, problems and streams are added."""
    shown = recorded()
    for operation in (each for methods in document["paths"].values() for each in methods.values()):
        _show(operation, shown.get(operation["operationId"], {}))
    for answer in document["components"]["responses"].values():
        for media in answer["content"].values():
            codes = media["schema"]["allOf"][1]["properties"]["code"]["enum"]
            media["examples"] = {code: {"value": _problem(code)} for code in codes}
    return document


def _show(operation: Any, shown: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        if parameter.get("name") in _IDS:
            parameter["example"] = _IDS[parameter["name"]]
    if "request" in shown:
        operation["requestBody"]["content"]["application/json"]["example"] = shown["request"]
    for status, answer in operation["responses"].items():
        for kind, media in answer.get("content", {}).items():
            if kind == "text/event-stream":
                media["example"] = STREAMS[media["schema"]["x-event"]["$ref"].rpartition("/")[2]]
            elif status in shown.get("answers", {}):
                media["example"] = shown["answers"][status]


def _problem(code: str) -> dict[str, Any]:
    status = STATUS_OF[code]
    return {
        "type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code,
        "detail": code.replace("_", " ").capitalize() + ".", "request_id": "req-0f3c2a", **_MORE.get(code, {}),
    }  # fmt: skip


def recorded() -> dict[str, Any]:
    """By operation: `request` if it reads JSON, and by status the `answers` that are JSON and no problem."""
    known = described(Api().app.routes)
    examples = {known[route].operation.id: _record(route, case) for route, case in CASES.items()}
    for name, ask in LATER.items():
        examples[name] = {**examples[name], "answers": examples[name].get("answers", {}) | _neat(_recorded(ask()))}
    return {name: example for name, example in examples.items() if example}


def _record(route: Route, case: Case) -> dict[str, Any]:
    api = Api()
    estate = Estate(api)
    found: dict[str, Any] = {}
    names = estate.names | {place: estate.names[name] for place, name in case.uses.items()}
    if case.json is not None:
        found["request"] = filled(case.json, names)
    if not case.endless:
        answers = _recorded(estate.ask(api.client, route))
        found |= {"answers": answers} if answers else {}
    return _neat(found)


def _recorded(answer: Any) -> dict[str, Any]:
    good = answer.is_success and answer.headers.get("content-type") == "application/json"
    return {str(answer.status_code): _short(answer.json())} if good else {}


def _neat(found: dict[str, Any]) -> dict[str, Any]:
    neat: dict[str, Any] = _Neat().read(found)
    return neat


def _short(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}..."
    if isinstance(value, list):
        return [_short(part) for part in value[:_MOST]]
    return {name: _short(part) for name, part in value.items()} if isinstance(value, dict) else value


class _Neat:
    """Gives ids and digests numbers in the order in which they are met."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}

    def read(self, value: Any) -> Any:
        if isinstance(value, str):
            plain = _REQUEST.sub("req-0f3c2a1b", _SLUG.sub("todo-list", _SECRET.sub("(a secret)", value)))
            return _HEX.sub(self._digest, _ID.sub(self._id, plain))
        if isinstance(value, list):
            return [self.read(part) for part in value]
        if isinstance(value, dict):
            return {name: _FIXED.get(name) or self.read(part) for name, part in value.items()}
        return value

    def _number(self, text: str) -> int:
        return self._names.setdefault(text, len(self._names) + 1)

    def _id(self, match: re.Match[str]) -> str:
        number = self._number(f"{match[1]}_{match[3]}")
        return f"{match[1]}{match[2]}01k9yzr3n5d7t8v2w4x6y8z0{number:02d}"

    def _digest(self, match: re.Match[str]) -> str:
        return f"{self._number(match[0]):02x}" * (len(match[0]) // 2)
