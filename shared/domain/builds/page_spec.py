"""Which page a browser job opens, and what it does there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_ACTIONS = 20
MOST_ROUTES, MOST_OF_ROUTE = 24, 5
"""Routes that a check opens, and entries of each kind that are kept of one."""
WIDTHS, HEIGHTS = (320, 1920), (320, 1600)
_PATH_CHARS = 500
_TEXT_CHARS = 300
_FLAGS = ("dark", "audit", "paper", "pair")
TEXTS: Mapping[str, bool | None] = {
    "click": False, "hover": False, "type": True, "fill": None, "select": True, "press": True, "drag": True,
    "wait": None, "reload": False,
}  # fmt: skip
"""Whether an action needs a text (True), takes none (False), or may have one (None)."""
UNTARGETED = ("press", "wait", "reload")
"""Actions that may do without an element: the keyboard goes to what has the focus."""


@dataclass(frozen=True)
class Action:
    """What is done to the element with this accessible name or CSS selector (one of the two).

    `text` is what is typed, filled in or chosen, the keys of a press, where a drag ends, or what is waited for.
    """

    do: str
    name: str | None = None
    selector: str | None = None
    text: str | None = None


@dataclass(frozen=True)
class PageSpec:
    """`path` on the app's own origin, the viewport, the colour scheme, and at most twenty actions in order.

    `audit`: the pages that links lead to are examined too; `paper`: the page is looked at as it is printed;
    `pair`: it is photographed in a wide and a narrow window too, for a model.
    """

    path: str = "/"
    width: int = 1280
    height: int = 800
    dark: bool = False
    actions: tuple[Action, ...] = ()
    audit: bool = False
    paper: bool = False
    pair: bool = False


def parse_page(document: Mapping[str, Any]) -> PageSpec:
    """The page a job names; ValueError with the field that does not fit."""
    path, actions = document.get("path", "/"), document.get("actions", [])
    flags = [document.get(name, False) for name in _FLAGS]
    if not isinstance(path, str) or not is_page_path(path):
        raise ValueError(f"path: a path of at most {_PATH_CHARS} printable characters is required")
    if not all(isinstance(flag, bool) for flag in flags):
        raise ValueError(f"{', '.join(_FLAGS)}: true or false is required")
    if not isinstance(actions, list) or len(actions) > MOST_ACTIONS:
        raise ValueError(f"actions: a list of at most {MOST_ACTIONS} is required")
    width, height = _pixels(document, "width", 1280, WIDTHS), _pixels(document, "height", 800, HEIGHTS)
    dark, *others = flags
    return PageSpec(path, width, height, dark, tuple(map(_action, actions)), *others)


def _pixels(document: Mapping[str, Any], field: str, usual: int, bounds: tuple[int, int]) -> int:
    given = document.get(field, usual)
    if not isinstance(given, int) or isinstance(given, bool) or not bounds[0] <= given <= bounds[1]:
        raise ValueError(f"{field}: a whole number from {bounds[0]} to {bounds[1]} is required")
    return given


def is_page_path(path: str) -> bool:
    """Whether `path` stays on its own origin: one leading slash, nothing that could name another host."""
    starts = path.startswith("/") and not path.startswith("//")
    return starts and len(path) <= _PATH_CHARS and path.isprintable() and "\\" not in path


def _action(document: object) -> Action:
    if not isinstance(document, Mapping):
        raise ValueError("actions: an object is required")
    fields: list[Any] = [document.get(field) for field in ("do", "name", "selector", "text")]
    action = Action(*fields)
    texts = (action.name, action.selector, action.text)
    if not all(text is None or (isinstance(text, str) and 1 <= len(text) <= _TEXT_CHARS) for text in texts):
        raise ValueError(f"actions: texts have 1 to {_TEXT_CHARS} characters")
    if not isinstance(action.do, str) or action.do not in TEXTS:
        raise ValueError(f"actions: one of {', '.join(TEXTS)} is required")
    targets = (action.name is not None) + (action.selector is not None)
    if targets > 1 or (targets == 0 and action.do not in UNTARGETED) or (targets and action.do == "reload"):
        raise ValueError("actions: a name or a selector is required")
    if TEXTS[action.do] is not None and TEXTS[action.do] != (action.text is not None):
        raise ValueError(f"actions: {action.do} {'needs a' if TEXTS[action.do] else 'takes no'} text")
    return action
