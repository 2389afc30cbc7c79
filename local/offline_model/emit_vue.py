"""Writes a component as a Vue single-file component with `<script setup lang="ts">`."""

from local.offline_model.looks import class_names
from local.offline_model.view import Act, Attribute, Code, Component, Each, El, Node, When
from local.offline_model.writing import VOID, import_lines, indent, is_inline, opening, script, tag_with


def emit_vue(component: Component, *, tailwind: bool) -> str:
    """The text of `src/sections/Name.vue`."""
    writer = _Vue(tailwind)
    markup = writer.element(component.view)
    imports = [*_vue_import(component), *import_lines(component)]
    code = script("\n".join(imports), component.constants, _state(component), *writer.handlers)
    setup = f'<script setup lang="ts">\n{code}\n</script>\n\n' if code else ""
    return f"{setup}<template>\n{indent(markup)}\n</template>\n"


def _vue_import(component: Component) -> list[str]:
    names = sorted(
        (["shallowRef"] if component.state else []) + (["computed", "watchEffect"] if component.ticker else [])
    )
    return [f'import {{ {", ".join(names)} }} from "vue";'] if names else []


def _state(component: Component) -> str:
    if component.state is None:
        return ""
    return f"const data = shallowRef({component.state});" + _ticker(component)


def _ticker(component: Component) -> str:
    ticker = component.ticker
    if ticker is None:
        return ""
    when = ticker.when.replace("data.", "data.value.")
    return (
        f"\nconst running = computed(() => {when});\n\n"
        "watchEffect((onCleanup) => {\n"
        "  if (!running.value) return;\n"
        "  const timer = setInterval(() => {\n"
        f"    data.value = {ticker.function}(data.value);\n"
        f"  }}, {ticker.milliseconds});\n"
        "  onCleanup(() => clearInterval(timer));\n"
        "});"
    )


class _Vue:
    def __init__(self, tailwind: bool) -> None:
        self._tailwind = tailwind
        self.handlers: list[str] = []

    def element(self, node: El, *directives: str) -> str:
        attributes = list(directives)
        if node.look:
            attributes.append(f'class="{class_names(node.look, tailwind=self._tailwind)}"')
        attributes += [_attribute(name, value) for name, value in node.attributes.items()]
        attributes += [self._event(name, act) for name, act in node.on.items()]
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
                return f"{{{{ {node.text} }}}}"
            case El():
                return self.element(node)
            case Each():
                loop = f'v-for="{node.item} in {_quoted(node.items)}"'
                return self.element(node.body, loop, f':key="{_quoted(node.key)}"')
            case When():
                then = self.element(node.then, f'v-if="{_quoted(node.test)}"')
                return then + ("\n" + self.element(node.otherwise, "v-else") if node.otherwise else "")

    def _event(self, name: str, act: Act) -> str:
        if not act.form:
            return f'@{name}="data = {act.function}({_quoted(", ".join(("data", *act.arguments)))})"'
        self.handlers.append(_form_handler(act))
        return f'@{name}.prevent="onSubmit"'


def _form_handler(act: Act) -> str:
    reset = "\n  form.reset();" if act.reset else ""
    return (
        "function onSubmit(event: Event) {\n"
        "  const form = event.currentTarget as HTMLFormElement;\n"
        f"  data.value = {act.function}(data.value, new FormData(form));{reset}\n"
        "}"
    )


def _attribute(name: str, value: Attribute) -> str:
    if value is True:
        return name
    return f':{name}="{_quoted(value.text)}"' if isinstance(value, Code) else f'{name}="{value}"'


def _quoted(code: str) -> str:
    """Code for an attribute: its strings in single quotes."""
    return code.replace('"', "'")
