"""Examples for the OpenAPI document: what an owner asks and is answered, recorded over fakes, under neat names."""

import re
from typing import Any

from devkit.api.api import Api
from devkit.api.estate import Estate, filled
from devkit.api.openapi_answers import LATER
from devkit.api.routes import CASES, Case, Route
from functions.api.openapi.document import described

_ID = re.compile(r"\b([a-z]{2,4})_([0-9a-hjkmnp-tv-z]{26})\b")
_HEX = re.compile(r"\b[0-9a-f]{40,64}\b")
_SECRET = re.compile(r"preview\.[0-9a-f]{40,}|cbk_[0-9a-z]{26}_[0-9a-f]{64}|eyJ[\w-]+\.[\w-]+\.[\w-]+")
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_REQUEST = re.compile(r"req-[0-9a-f]{32}")
_FIXED = {"last_four": "0a1b"}
_SLUG = re.compile(r"(?<![0-9a-z])s-[0-9a-z]{12}\b")
_LONGEST, _MOST = 240, 2


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
        return f"{match[1]}_01k9yzr3n5d7t8v2w4x6y8z0{self._number(match[0]):02d}"

    def _digest(self, match: re.Match[str]) -> str:
        return f"{self._number(match[0]):02x}" * (len(match[0]) // 2)
