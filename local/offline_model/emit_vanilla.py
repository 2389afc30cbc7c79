"""Writes a component without a framework: a function that answers markup, and a custom element when it has state."""

import posixpath

from local.offline_model.assets_reader import source
from local.offline_model.looks import class_names
from local.offline_model.view import Act, Attribute, Code, Component, Each, El, Node, When
from local.offline_model.writing import SECTIONS, VOID, import_lines, indent, is_inline, opening, script, tag_with

LIVE = "src/lib/live.ts"

HTML = "src/html.ts"
FLAGS = frozenset({"checked", "disabled", "required", "hidden"})


def emit_vanilla(component: Component, *, tailwind: bool, html: str = HTML) -> str:
    """The text of `src/sections/name.ts`; `html` is the module with the escaping `html` tag."""
    writer = _Vanilla(tailwind)
    markup = f"html`{writer.element(component.view)}`"
    name = camel(component.name)
    imports = [*_own_imports(component, html), *import_lines(component)]
    if component.state is None:
        body = f"export function {name}() {{\n  return {indent(markup).lstrip()};\n}}"
        return script("\n".join(imports), component.constants, body) + "\n"
    tag = _tag(component.anchor)
    view = f"function view(data: ReturnType<typeof start>) {{\n  return {indent(markup).lstrip()};\n}}"
    start = f"const start = () => {component.state};"
    shell = f"export function {name}() {{\n  return html`<{tag}></{tag}>`;\n}}"
    define = _definition(component, tag, writer.functions)
    return script("\n".join(imports), component.constants, start, view, define, shell) + "\n"


def camel(name: str) -> str:
    """The name of the function for a component."""
    return name[:1].lower() + name[1:]


def live_module(html: str = HTML) -> str:
    """The text of `src/lib/live.ts`."""
    return source("live.ts").replace('"HTML"', f'"{_relative(html, "src/lib")}"')


def _relative(path: str, folder: str) -> str:
    name = posixpath.relpath(path.removesuffix(".ts"), folder)
    return name if name.startswith(".") else f"./{name}"


def _tag(anchor: str) -> str:
    return anchor if "-" in anchor else f"{anchor}-section"


def _own_imports(component: Component, html: str) -> list[str]:
    lines = [f'import {{ html }} from "{_relative(html, SECTIONS)}";']
    return [*lines, 'import { live } from "../lib/live";'] if component.state else lines


def _definition(component: Component, tag: str, functions: list[str]) -> str:
    ticker = component.ticker
    names = dict.fromkeys([*functions, *([ticker.function] if ticker else [])])
    extra = ""
    if ticker:
        test = f"(data: ReturnType<typeof start>) => {ticker.when}"
        extra = f', {{ action: "{ticker.function}", when: {test}, milliseconds: {ticker.milliseconds} }}'
    return (
        f'if (!customElements.get("{tag}")) {{\n'
        f"  customElements.define(\n"
        f'    "{tag}",\n'
        f"    class extends HTMLElement {{\n"
        f"      connectedCallback() {{\n"
        f"        live(this, start(), view, {{ {', '.join(names)} }}{extra});\n"
        f"      }}\n"
        f"    }},\n"
        f"  );\n"
        f"}}"
    )


class _Vanilla:
    def __init__(self, tailwind: bool) -> None:
        self._tailwind = tailwind
        self.functions: list[str] = []

    def element(self, node: El) -> str:
        attributes = [f'class="{class_names(node.look, tailwind=self._tailwind)}"'] if node.look else []
        attributes += [_attribute(name, value) for name, value in node.attributes.items()]
        attributes += [each for name, act in node.on.items() for each in self._event(name, act)]
        start = opening(node.tag, attributes)
        if node.tag in VOID:
            return start.removesuffix(">").rstrip() + (" />" if "\n" not in start else "\n/>")
        inner = [self._node(each) for each in node.children]
        return tag_with(start, inner, node.tag, inline=is_inline(node.children))

    def _node(self, node: Node) -> str:
        match node:
            case str():
                return node
            case Code():
                return f"${{{node.text}}}"
            case El():
                return self.element(node)
            case Each():
                return (
                    f"${{{node.items}.map(\n  ({node.item}) => html`{indent(self.element(node.body)).lstrip()}`,\n)}}"
                )
            case When():
                otherwise = f"html`{indent(self.element(node.otherwise)).lstrip()}`" if node.otherwise else '""'
                then = indent(self.element(node.then)).lstrip()
                return f"${{{node.test}\n  ? html`{then}`\n  : {otherwise}}}"

    def _event(self, name: str, act: Act) -> list[str]:
        self.functions.append(act.function)
        attributes = [f'data-{name}="{act.function}"']
        if act.arguments:
            attributes.append(f'data-with="${{JSON.stringify([{", ".join(act.arguments)}])}}"')
        return [*attributes, "data-reset"] if act.reset else attributes


def _attribute(name: str, value: Attribute) -> str:
    if value is True:
        return name
    if not isinstance(value, Code):
        return f'{name}="{value}"'
    if name in FLAGS:
        return f'${{{value.text} ? "{name}" : ""}}'
    return f'{name}="${{String({value.text})}}"'
