"""What a generated component is, in no framework's terms: a small tree that each emitter writes in its own way.

`Code` is a TypeScript expression. A component has at most one piece of state, called `data`; an event puts
`function(data, ...arguments)` in its place. Words that come from a person are always constants of the script, never
markup, so no emitter has to escape them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Code:
    """A TypeScript expression whose value is shown or set."""

    text: str


@dataclass(frozen=True)
class Act:
    """`data = function(data, *arguments)`; a form's act gets its FormData as the only argument."""

    function: str
    arguments: tuple[str, ...] = ()
    form: bool = False
    reset: bool = False


Attribute = str | bool | Code


@dataclass(frozen=True)
class El:
    tag: str
    look: str = ""
    children: tuple["Node", ...] = ()
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    on: Mapping[str, Act] = field(default_factory=dict)


@dataclass(frozen=True)
class Each:
    """`body` once for every `item` of `items`; `key` tells them apart."""

    items: str
    item: str
    key: str
    body: El


@dataclass(frozen=True)
class When:
    test: str
    then: El
    otherwise: El | None = None


Node = str | Code | El | Each | When


@dataclass(frozen=True)
class Import:
    """Names from one of the project's own modules, given without suffix below `src`."""

    module: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Ticker:
    """While `when` holds, `data = function(data)` every `milliseconds`."""

    function: str
    when: str
    milliseconds: int


@dataclass(frozen=True)
class Component:
    """A section of a page: one file, and the framework-neutral modules it needs."""

    name: str
    anchor: str
    label: str
    view: El
    constants: str = ""
    imports: tuple[Import, ...] = ()
    state: str | None = None
    ticker: Ticker | None = None
    modules: Mapping[str, str] = field(default_factory=dict)


def el(tag: str, look: str = "", *children: Node, on: Mapping[str, Act] | None = None, **attributes: Attribute) -> El:
    """An element; attributes are written with underscores (`aria_label`, `for_`)."""
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    return El(tag, look, children, named, on or {})


def literal(value: object, indent: int | None = None) -> str:
    """`value` as a TypeScript literal that may stand in any script, whatever words it holds."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def rows(name: str, values: list[dict[str, object]], annotation: str = "") -> str:
    """A constant list of records, one record a line."""
    lines = "".join(f"  {_record(value)},\n" for value in values)
    kind = f": {annotation}" if annotation else ""
    return f"const {name}{kind} = [\n{lines}];"


def _record(value: dict[str, object]) -> str:
    return "{ " + ", ".join(f"{key}: {literal(each)}" for key, each in value.items()) + " }"
