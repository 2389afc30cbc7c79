"""An acceptance check: what a person does in the app, and what must be there then. Its form is in docs/acceptance.md.

The worker reads the files of a project with this too: only the standard library is used.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeVar, get_args

from shared.domain.builds.page_spec import is_page_path

T = TypeVar("T")
FOLDER, ENDING = "tests/acceptance/", ".json"
MOST_CHECKS, MOST_BYTES, MOST_STEPS, MOST_RESULTS, MOST_SHOWN = 30, 8_000, 30, 12, 20
ASKED_CHARS = 120
"""Of the words of a turn that a check keeps."""
_NAME_CHARS, _TEXT_CHARS, _TITLE_CHARS, _MOST_COUNT = 200, 300, 120, 1_000
Do = Literal["open", "click", "fill", "select", "press", "reload"]
MOST_NTH = 100
Role = Literal[
    "alert", "article", "button", "cell", "checkbox", "columnheader", "combobox", "dialog", "form", "grid", "group",
    "heading", "img", "link", "list", "listbox", "listitem", "menu", "menuitem", "meter", "navigation", "option",
    "progressbar", "radio", "radiogroup", "region", "row", "rowheader", "search", "searchbox", "slider", "spinbutton",
    "status", "switch", "tab", "table", "tablist", "tabpanel", "textbox", "timer", "tree", "treeitem",
]  # fmt: skip
Code = Literal[
    "ACCEPTANCE_INVALID", "ACCEPTANCE_TOO_LARGE", "ACCEPTANCE_TOO_MANY", "ACCEPTANCE_STEP", "ACCEPTANCE_RESULT",
    "ACCEPTANCE_TIMEOUT", "ACCEPTANCE_STOPPED",
]  # fmt: skip


class CheckInvalid(ValueError):
    """The file is no check; `code` says whether it is too large or has another form, the message where."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code


@dataclass(frozen=True)
class CheckStep:
    """`open` has a path, `reload` nothing; the others an element, which a press may do without.

    An element has a role and an accessible name, in which `*` stands for any words, or is the `nth` of those there are.
    """

    do: Do
    path: str | None = None
    role: str | None = None
    name: str | None = None
    text: str | None = None
    nth: int | None = None


@dataclass(frozen=True)
class Expected:
    """One of: a text that is shown, elements of a role (and name), the address. `count` 0: it is not there."""

    text: str | None = None
    role: str | None = None
    name: str | None = None
    value: str | None = None
    count: int | None = None
    url: str | None = None
    nth: int | None = None


@dataclass(frozen=True)
class AcceptanceCheck:
    """`asked` and `run` name the turn that made it; `shows` what of its task it shows, in the task's words."""

    title: str
    steps: tuple[CheckStep, ...]
    expect: tuple[Expected, ...]
    shows: tuple[str, ...] = ()
    asked: str = ""
    run: str = ""


def is_check(path: str) -> bool:
    """Whether a file of a project is an acceptance check by its place."""
    return path.startswith(FOLDER) and path.endswith(ENDING) and "/" not in path.removeprefix(FOLDER)


def parse_check(content: bytes) -> AcceptanceCheck:
    """The check in a file, or CheckInvalid."""
    if len(content) > MOST_BYTES:
        raise CheckInvalid("ACCEPTANCE_TOO_LARGE", f"A check has at most {MOST_BYTES:,} bytes.")
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise CheckInvalid("ACCEPTANCE_INVALID", "It is no JSON.") from error
    return check_of(document)


def check_of(document: object) -> AcceptanceCheck:
    """The check in a document that was read already, or CheckInvalid."""
    check = _object(document, "The check", ("title", "steps", "expect", "turn", "shows"))
    turn = _object(check.get("turn", {}), "turn", ("asked", "run"))
    return AcceptanceCheck(
        title=_text(check, "title", _TITLE_CHARS, "The check") or _refuse("The check: a title is required."),
        steps=_steps(check.get("steps")),
        expect=tuple(_list(check.get("expect"), "expect", MOST_RESULTS, _result)),
        shows=_shown(check.get("shows")),
        asked=_text(turn, "asked", _TEXT_CHARS, "turn", empty=True) or "",
        run=_text(turn, "run", 64, "turn", empty=True) or "",
    )


def document_of(check: AcceptanceCheck) -> dict[str, Any]:
    """As it stands in its file, without what is not said."""
    turn = _said({"asked": check.asked or None, "run": check.run or None})
    return {
        "title": check.title,
        **({"turn": turn} if turn else {}),
        **({"shows": [*check.shows]} if check.shows else {}),
        "steps": [_said(vars(step)) for step in check.steps],
        "expect": [_said(vars(result)) for result in check.expect],
    }


def _said(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _shown(value: object) -> tuple[str, ...]:
    return () if value in (None, []) else tuple(_list(value, "shows", MOST_SHOWN, _line))


def _line(value: object, place: str) -> str:
    return _text({"it": value}, "it", _TEXT_CHARS, place) or _refuse(f"{place}: a text is required.")


def _steps(value: object) -> tuple[CheckStep, ...]:
    steps = tuple(_list(value, "steps", MOST_STEPS, _step))
    if steps[0].do != "open":
        _refuse("steps 1: a check begins with open, in a new browser.")
    return steps


_TAKES: Mapping[str, tuple[str, ...]] = {"open": ("path",), "reload": (), "click": ("role", "name", "nth")}


def _step(value: object, place: str) -> CheckStep:
    found = _object(value, place, ("do", "path", "role", "name", "text", "nth"))
    step = CheckStep(
        do=_one_of(found.get("do"), get_args(Do), f"{place}: do"),
        path=_path(found, "path", place),
        text=_text(found, "text", _TEXT_CHARS, place, empty=True),
        **_element(found, place),
    )
    needs = {"open": ("path",), "click": ("role",), "fill": ("role", "text"), "select": ("role", "text"), "reload": ()}
    for field in needs.get(step.do, ("text",)):
        if getattr(step, field) is None:
            _refuse(f"{place}: {step.do} needs a {field}.")
    takes = _TAKES.get(step.do, ("role", "name", "text", "nth"))
    for field in ("path", "role", "name", "text", "nth"):
        if field not in takes and getattr(step, field) is not None:
            _refuse(f"{place}: {step.do} takes no {field}.")
    if (step.role is None) != (step.name is None and step.nth is None):
        _refuse(f"{place}: an element is named by its role and its accessible name, or which of them it is (nth).")
    return step


def _result(value: object, place: str) -> Expected:
    found = _object(value, place, ("text", "role", "name", "value", "count", "url", "nth"))
    result = Expected(
        text=_text(found, "text", _TEXT_CHARS, place),
        value=_text(found, "value", _TEXT_CHARS, place, empty=True),
        count=_count(found.get("count"), place),
        url=_path(found, "url", place),
        **_element(found, place),
    )
    kinds = [field for field in ("text", "role", "url") if getattr(result, field) is not None]
    if len(kinds) != 1:
        _refuse(f"{place}: one of text, role and url is required.")
    fits = {"text": ("count",), "role": ("name", "value", "count", "nth"), "url": ()}[kinds[0]]
    for field in ("name", "value", "count", "nth"):
        if field not in fits and getattr(result, field) is not None:
            _refuse(f"{place}: {kinds[0]} takes no {field}.")
    is_one = result.name is not None or result.nth is not None
    if result.value is not None and (not is_one or result.count is not None):
        _refuse(f"{place}: a value is one element's: with its role and name, without a count.")
    if result.nth is not None and result.value is None:
        _refuse(f"{place}: nth is of an element whose value is given.")
    return result


def _element(found: Mapping[str, Any], place: str) -> dict[str, Any]:
    role = found.get("role")
    known = None if role is None else _one_of(role, get_args(Role), f"{place}: role")
    return {"role": known, "name": _text(found, "name", _NAME_CHARS, place), "nth": _nth(found.get("nth"), place)}


def _nth(value: object, place: str) -> int | None:
    if value is not None and (type(value) is not int or not 1 <= value <= MOST_NTH):
        _refuse(f"{place}: nth is a whole number from 1 to {MOST_NTH}.")
    return value if isinstance(value, int) else None


def _refuse(message: str) -> NoReturn:
    raise CheckInvalid("ACCEPTANCE_INVALID", message)


def _object(value: object, place: str, fields: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        _refuse(f"{place}: an object is required.")
    unknown = [name for name in value if name not in fields]
    if unknown:
        _refuse(f"{place}: there is no {unknown[0][:40]!r}; it takes {', '.join(fields)}.")
    return value


def _list(value: object, place: str, most: int, make: Callable[[object, str], T]) -> list[T]:
    if not isinstance(value, list) or not value:
        _refuse(f"{place}: a list of 1 to {most} is required.")
    if len(value) > most:
        raise CheckInvalid("ACCEPTANCE_TOO_LARGE", f"{place}: at most {most}, and there are {len(value)}.")
    return [make(each, f"{place} {number}") for number, each in enumerate(value, 1)]


def _text(found: Mapping[str, Any], field: str, most: int, place: str, *, empty: bool = False) -> str | None:
    value = found.get(field)
    if value is None:
        return None
    if not isinstance(value, str) or not (value or empty):
        _refuse(f"{place}: {field} is a text.")
    if len(value) > most:
        raise CheckInvalid("ACCEPTANCE_TOO_LARGE", f"{place}: {field} has at most {most} characters.")
    return value


def _path(found: Mapping[str, Any], field: str, place: str) -> str | None:
    path = _text(found, field, 500, place)
    if path is not None and not is_page_path(path):
        _refuse(f"{place}: {field} is one of the app's own addresses, such as /about.")
    return path


def _count(value: object, place: str) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value <= _MOST_COUNT):
        _refuse(f"{place}: count is a whole number from 0 to {_MOST_COUNT:,}.")
    return value if isinstance(value, int) else None


def _one_of(value: object, allowed: tuple[Any, ...], place: str) -> Any:
    if not isinstance(value, str) or value not in allowed:
        _refuse(f"{place} is one of {', '.join(allowed)}.")
    return value
