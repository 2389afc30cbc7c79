"""What can be put into a page, as data: `blocks/kinds.csv` lists the kinds, `blocks/KIND.block` holds a kind's script
and outline, between them the state's first value and what ticks it; `assets/` has modules and looks for them.

A line of an outline is `tag.look attributes | words`, two spaces deeper than its parent. `name={code}` and `{code}` in
words are TypeScript, in attributes without double quotes. `each={item of items by key}`, `if={test}` and `else` say
when an element is shown; `@click={function(arguments)}` puts `function(data, arguments)` in the state's place. What a
person wrote is a constant of the script, never part of an outline: no emitter escapes it.
"""

import csv
import functools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent

_FOLDER = Path(__file__).parent
_ATTRIBUTE = re.compile(r'([@\w.-]+)(?:="([^"]*)"|=\{(.*?)\}(?=\s|$))?')


class Code(str):
    """A TypeScript expression."""


@dataclass
class El:
    """An element; `each` is empty or (item, items, key), `test` its condition, `other` what is shown instead."""

    tag: str
    look: str
    attributes: dict[str, str]
    children: list["El | str"]
    each: list[str] = field(default_factory=list)
    test: str = ""
    other: "El | None" = None


@dataclass(frozen=True)
class Component:
    """A section of a page: one file, and the framework-neutral `modules` it needs, by path. `state` is what the value
    called `data` begins with; `tick` is empty or (function, milliseconds, condition): `data = function(data)`."""

    name: str
    anchor: str
    label: str
    view: El
    constants: str
    imports: str
    state: str
    tick: list[str]
    modules: Mapping[str, str]


@functools.cache
def asset(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@functools.cache
def kinds() -> Mapping[str, Mapping[str, str]]:
    return {row["kind"]: row for row in csv.DictReader(asset("blocks/kinds.csv").splitlines())}


def component(kind: str, title: str, values: Mapping[str, str] = {}, *, level: int = 2, option: str = "") -> Component:
    """The section of that kind under `title`, a heading of `level`; `values` replace capital words of its data."""
    row, known = kinds()[kind], {"TITLE": literal(title)[1:-1], "SLUG": slug(title), **values}
    text = re.sub(rf"(?m)^( *)\[{option}\] ", r"\1", asset(f"blocks/{kind}.block"))
    text = re.sub(r"(?m)^ *\[\w+\] .*\n", "", text)
    filled = re.sub("|".join(known), lambda match: known[match[0]], text)
    head, state, outline = re.split(r"(?m)^---(.*)\n", filled)
    state, _, tick = state.strip().partition(" | ")
    module, anchor = row["module"], row["anchor"] or slug(title)
    named = "".join(part.capitalize() for part in slug(title).split("-"))
    library = asset(f"assets/{module}.ts").replace("MINUTES", known.get("MINUTES", "")) if module else ""
    exported = re.findall(r"(?m)^export (?:const|function) (\w+)", library)
    used = ", ".join(sorted(name for name in exported if re.search(rf"\b{name}\b", text)))
    opening = f'section.{row["look"] if level == 1 else "section"} id="{anchor}" aria-labelledby="{anchor}-title"'
    heading = f'h{level}.title id="{anchor}-title" | {{title}}\n' + "p.lead | {lead}\n" * ("const lead" in head)
    return Component(
        name=row["component"] or (named if named[:1].isalpha() else f"Section{named}") + "Page" * (kind == "page"),
        anchor=anchor,
        label=(title if kind == "todo" and len(title) <= 20 else row["label"]) or title,
        view=_parse(opening + f' data-view="{anchor}"' * (kind == "page"), indent(heading + outline, "  ")),
        constants=f"const title = {literal(title)};\n{head}",
        imports=f'import {{ {used} }} from "../lib/{module}";' if used else "",
        state=state,
        tick=tick.split(" ", 2) if tick else [],
        modules=({f"src/lib/{module}.ts": library} if module else {})
        | ({"src/lib/keep.ts": asset("assets/keep.ts")} if "./keep" in library else {}),
    )


def _parse(first: str, outline: str) -> El:
    """The element of the first line with all below it. IndexError when a line is too deep."""
    path = [_element(first, [])]
    for line in outline.splitlines():
        words = line.lstrip()
        del path[(len(line) - len(words)) // 2 :]
        path.append(_element(words, path[-1].children))
    return path[0]


def _element(line: str, before: list[El | str]) -> El:
    """The element of a line, put after the others, or into the last one as what is shown instead of it."""
    opening, _, words = line.partition(" | ")
    name, _, rest = opening.partition(" ")
    tag, _, look = name.partition(".")
    named = {name: Code(code) if code else text for name, text, code in _ATTRIBUTE.findall(rest)}
    each, test, other = re.split(" of | by ", named.pop("each", "")), named.pop("if", ""), named.pop("else", None)
    children = [Code(part) if index % 2 else part for index, part in enumerate(re.split(r"\{([^{}]*)\}", words))]
    shown = {"type": "button"} | named if tag == "button" else named
    node = El(tag, look, shown, [part for part in children if part], each if len(each) == 3 else [], test)
    if other is not None and isinstance(before[-1], El):
        before[-1].other = node
    else:
        before.append(node)
    return node


@functools.cache
def looks() -> Mapping[str, list[str]]:
    """Look -> its Tailwind classes and its CSS declarations; a name in capitals stands for what its own line says."""
    looks: dict[str, list[str]] = {}
    for line in asset("assets/looks.txt").splitlines():
        look, *texts = (part.strip() for part in line.split("|"))
        for name in filter(str.isupper, looks):
            texts = [text.replace(name, known) for text, known in zip(texts, looks[name], strict=True)]
        looks[look] = texts
    return looks


def stylesheet(used: set[str]) -> str:
    """The rules of these looks, for projects without the template's Tailwind."""
    shown = {look: css.replace("; ", ";\n  ") for look, (_, css) in looks().items() if look.split("[")[0] in used}
    rules = [f".block-{look} {{\n  {css};\n}}\n" for look, css in shown.items()]
    return "\n".join(["/* The look of the sections that were added by request. */", *rules])


def literal(value: object) -> str:
    """`value` as a TypeScript literal that may stand in any script, whatever words it holds."""
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def slug(words: str) -> str:
    return "-".join(re.findall("[a-z0-9]+", words.lower()))[:40] or "section"
