"""Writes a component as a React function component."""

from local.offline_model.looks import class_names
from local.offline_model.view import Act, Attribute, Code, Component, Each, El, Node, When
from local.offline_model.writing import VOID, import_lines, indent, is_inline, opening, script, tag_with

_NAMES = {
    "for": "htmlFor",
    "tabindex": "tabIndex",
    "autocomplete": "autoComplete",
    "novalidate": "noValidate",
    "maxlength": "maxLength",
    "inputmode": "inputMode",
    "text-anchor": "textAnchor",
    "stroke-width": "strokeWidth",
}
_NUMBERS = frozenset({"maxLength", "tabIndex"})
_EVENTS = {"click": "onClick", "change": "onChange", "submit": "onSubmit"}


def emit_react(component: Component, *, tailwind: bool) -> str:
    """The text of `src/sections/Name.tsx`."""
    writer = _React(tailwind)
    body = f"return (\n{indent(writer.element(component.view))}\n);"
    function = f"export default function {component.name}() {{\n{indent(_state(component) + body)}\n}}"
    imports = [*_react_import(component), *import_lines(component)]
    return script("\n".join(imports), component.constants, function) + "\n"


def _react_import(component: Component) -> list[str]:
    names = (["useEffect"] if component.ticker else []) + (["useState"] if component.state else [])
    return [f'import {{ {", ".join(names)} }} from "react";'] if names else []


def _state(component: Component) -> str:
    if component.state is None:
        return ""
    lines = f"const [data, setData] = useState(() => {component.state});\n"
    return lines + _ticker(component) + "\n"


def _ticker(component: Component) -> str:
    ticker = component.ticker
    if ticker is None:
        return ""
    return (
        "\nuseEffect(() => {\n"
        f"  if (!({ticker.when})) return;\n"
        f"  const timer = setInterval(() => setData({ticker.function}), {ticker.milliseconds});\n"
        "  return () => clearInterval(timer);\n"
        f"}}, [{ticker.when}]);\n"
    )


class _React:
    def __init__(self, tailwind: bool) -> None:
        self._tailwind = tailwind

    def element(self, node: El, key: str | None = None) -> str:
        attributes = [f"key={{{key}}}"] if key else []
        if node.look:
            attributes.append(f'className="{class_names(node.look, tailwind=self._tailwind)}"')
        attributes += [_attribute(_NAMES.get(name, name), value) for name, value in node.attributes.items()]
        attributes += [f"{_EVENTS[name]}={{{_handler(act)}}}" for name, act in node.on.items()]
        start = opening(node.tag, attributes)
        if node.tag in VOID:
            return start.removesuffix(">").rstrip() + (" />" if "\n" not in start else "\n/>")
        return tag_with(start, [self._node(each) for each in node.children], node.tag, inline=is_inline(node.children))

    def _node(self, node: Node) -> str:
        match node:
            case str():
                return node
            case Code():
                return f"{{{node.text}}}"
            case El():
                return self.element(node)
            case Each():
                body = indent(self.element(node.body, node.key))
                return f"{{{node.items}.map(({node.item}) => (\n{body}\n))}}"
            case When():
                otherwise = f"(\n{indent(self.element(node.otherwise))}\n)" if node.otherwise else "null"
                return f"{{{node.test} ? (\n{indent(self.element(node.then))}\n) : {otherwise}}}"


def _attribute(name: str, value: Attribute) -> str:
    if value is True:
        return name
    if isinstance(value, Code):
        return f"{name}={{{value.text}}}"
    return f"{name}={{{value}}}" if name in _NUMBERS else f'{name}="{value}"'


def _handler(act: Act) -> str:
    if not act.form:
        return f"() => setData({act.function}({', '.join(('data', *act.arguments))}))"
    reset = "\n  event.currentTarget.reset();" if act.reset else ""
    change = f"setData({act.function}(data, new FormData(event.currentTarget)));"
    return f"(event) => {{\n  event.preventDefault();\n  {change}{reset}\n}}"
