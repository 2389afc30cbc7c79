"""Writes a component as a Svelte 5 component with runes."""

from local.offline_model.looks import class_names
from local.offline_model.view import Act, Attribute, Code, Component, Each, El, Node, When
from local.offline_model.writing import VOID, import_lines, indent, is_inline, opening, script, tag_with


def emit_svelte(component: Component, *, tailwind: bool) -> str:
    """The text of `src/sections/Name.svelte`."""
    code = script("\n".join(import_lines(component)), component.constants, _state(component))
    head = f'<script lang="ts">\n{indent(code)}\n</script>\n\n' if code else ""
    return f"{head}{_Svelte(tailwind).element(component.view)}\n"


def _state(component: Component) -> str:
    if component.state is None:
        return ""
    return f"let data = $state.raw({component.state});" + _ticker(component)


def _ticker(component: Component) -> str:
    ticker = component.ticker
    if ticker is None:
        return ""
    return (
        f"\nconst running = $derived({ticker.when});\n\n"
        "$effect(() => {\n"
        "  if (!running) return;\n"
        "  const timer = setInterval(() => {\n"
        f"    data = {ticker.function}(data);\n"
        f"  }}, {ticker.milliseconds});\n"
        "  return () => clearInterval(timer);\n"
        "});"
    )


class _Svelte:
    def __init__(self, tailwind: bool) -> None:
        self._tailwind = tailwind

    def element(self, node: El) -> str:
        attributes = [f'class="{class_names(node.look, tailwind=self._tailwind)}"'] if node.look else []
        attributes += [_attribute(name, value) for name, value in node.attributes.items()]
        attributes += [f"on{name}={{{_handler(act)}}}" for name, act in node.on.items()]
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
                return f"{{{node.text}}}"
            case El():
                return self.element(node)
            case Each():
                head = f"{{#each {node.items} as {node.item} ({node.key})}}"
                return f"{head}\n{indent(self.element(node.body))}\n{{/each}}"
            case When():
                otherwise = f"\n{{:else}}\n{indent(self.element(node.otherwise))}" if node.otherwise else ""
                return f"{{#if {node.test}}}\n{indent(self.element(node.then))}{otherwise}\n{{/if}}"


def _attribute(name: str, value: Attribute) -> str:
    if value is True:
        return name
    return f"{name}={{{value.text}}}" if isinstance(value, Code) else f'{name}="{value}"'


def _handler(act: Act) -> str:
    if not act.form:
        return f"() => (data = {act.function}({', '.join(('data', *act.arguments))}))"
    reset = "\n  event.currentTarget.reset();" if act.reset else ""
    change = f"data = {act.function}(data, new FormData(event.currentTarget));"
    return f"(event) => {{\n  event.preventDefault();\n  {change}{reset}\n}}"
