"""Shared by the emitters: lines with indentation, and the order of a script's parts."""

import posixpath
from collections.abc import Iterable

from local.offline_model.view import Code, Component, El, Node

SECTIONS = "src/sections"
INLINE_WIDTH = 100


def indent(text: str, levels: int = 1) -> str:
    """`text` with every line that is not empty moved to the right."""
    pad = "  " * levels
    return "\n".join(pad + line if line else line for line in text.split("\n"))


def is_inline(children: Iterable[Node]) -> bool:
    """Whether the children are words and values only, so that they may share a line."""
    return all(isinstance(child, str | Code) for child in children)


def tag_with(opening: str, inner: list[str], tag: str, *, inline: bool) -> str:
    """An element as text, on one line when it fits."""
    if not inner:
        return f"{opening}</{tag}>"
    one_line = f"{opening}{''.join(inner)}</{tag}>"
    if inline and len(one_line) <= INLINE_WIDTH and "\n" not in one_line:
        return one_line
    if inline:
        return f"{opening}\n{indent(''.join(inner))}\n</{tag}>"
    return f"{opening}\n{indent(chr(10).join(inner))}\n</{tag}>"


def opening(tag: str, attributes: list[str]) -> str:
    """The start tag, one attribute a line when it is long."""
    one_line = f"<{' '.join([tag, *attributes])}>"
    if not attributes or (len(one_line) <= INLINE_WIDTH and "\n" not in one_line):
        return one_line
    return f"<{tag}\n{indent(chr(10).join(attributes))}\n>"


def import_lines(component: Component, folder: str = SECTIONS) -> list[str]:
    """The import of each module the component needs, relative to its own folder."""
    return [
        f'import {{ {", ".join(each.names)} }} from "{posixpath.relpath(f"src/{each.module}", folder)}";'
        for each in component.imports
    ]


def script(*parts: str) -> str:
    """The parts that are not empty, with an empty line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())


def first_element(node: Node) -> El:
    """The element that carries a loop's or a condition's attribute."""
    if not isinstance(node, El):
        raise TypeError("a loop or a condition needs an element")
    return node


VOID = frozenset({"input", "br", "hr", "img", "path", "rect", "line", "circle", "polyline"})
