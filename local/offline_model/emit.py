"""Writes a component in a framework's own terms, as text that a person would keep: one small emitter a framework.

An emitter is data, templates of what it writes: `each` from item, items, key and element; `test` from condition,
element and what is shown otherwise; `on` from event, Event, function and its further arguments; `tick` from function,
milliseconds and condition; `within` from an element, the same moved right, and that without its first space.
`first` are the attributes that an element gets by its loop, its condition, or for being shown instead of another.
"""

import re
from collections.abc import Mapping
from textwrap import indent

from local.offline_model.blocks import Code, Component, El
from local.offline_model.project import relative, with_import

_VOID = frozenset({"input", "path", "rect", "line", "circle", "polyline"})
_WIDTH = 100
_SUBMIT = "{{(event) => {{\n  event.preventDefault();\n  %s;{1}\n}}}}"
_FORM = "{0}(data, new FormData(event.currentTarget))"
_ON_SUBMIT = """function onSubmit(event: Event) {{
  const form = event.currentTarget as HTMLFormElement;
  data.value = {0}(data.value, new FormData(form));{1}
}}"""


def shift(text: str) -> str:
    return indent(text, "  ")


def script(*parts: str) -> str:
    """The parts that are not empty, with an empty line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())


def camel(name: str) -> str:
    return name[:1].lower() + name[1:]


class Svelte:
    """The one that is nearest to plain markup: the others say what they write differently."""

    # how the script of a page begins, where its markup ends, whether the markup stands in nothing
    opening, end, bare = '<script lang="ts">\n  ', r"\s*(?:<style[\s\S]*)?\Z", True
    # how a page shows a section, the expression for its name there, and how it imports one
    used, uses, line = "<{} />", r"<([A-Z]\w*)\s*/>", 'import {} from "{}";\n'
    class_name, shown, named, within = "class", "{{{}}}", "{}={{{}}}", "{1}"
    library, hooks, data = "", ("", ""), "data"  # hooks: what comes from the library for state, and for ticks too
    first: tuple[tuple[str, ...], ...] = ((), (), ())
    each = "{{#each {1} as {0} ({2})}}\n{3}\n{{/each}}"
    test, other, nothing = "{{#if {}}}\n{}{}\n{{/if}}", "\n{{:else}}\n{}", ""
    on, given, submit = "on{0}={{() => (data = {2}(data{3}))}}", ", {}", "onsubmit=" + _SUBMIT % f"data = {_FORM}"
    handler, reset = "", "\n  event.currentTarget.reset();"
    state, layout = "let data = $state.raw({});\n", '<script lang="ts">\n{1}\n</script>\n\n{2}\n'
    tick = """const running = $derived({2});

$effect(() => {{
  if (!running) return;
  const timer = setInterval(() => {{
    data = {0}(data);
  }}, {1});
  return () => clearInterval(timer);
}});"""

    @classmethod
    def local(cls, name: str) -> str:
        """What the section is called in a page."""
        return name

    @classmethod
    def section(cls, local: str) -> str:
        """The section that is called `local` in a page."""
        return local[:1].upper() + local[1:]

    @classmethod
    def imported(cls, text: str, name: str, module: str) -> str:
        """The page `text` with the section's import."""
        line = cls.line.format(cls.local(name), module)
        has_script = not cls.opening or "<script" in text
        return with_import(text, line) if has_script else f"{cls.opening}{line}</script>\n\n{text}"

    @classmethod
    def forgotten(cls, text: str, name: str) -> str:
        """The page `text` without that import."""
        local = cls.local(name)
        line = rf"(?m)^[ \t]*import\s+(?:\{{\s*{local}\s*\}}|{local})\s+from\s+[\"'][^\"']+[\"'];?[ \t]*\n"
        return re.sub(line, "", text)

    def __init__(self, component: Component, classes: Mapping[str, str], html: str = "") -> None:
        """`classes` maps a look to its class names, `html` is vanilla's module of that name."""
        self.component, self.classes, self.html = component, classes, html
        self.functions, self.handlers = list[str](), list[str]()
        self.view = self.element(component.view)
        hooks = self.hooks[bool(component.tick)] if component.state else ""
        self.imports = (f'import {{ {hooks} }} from "{self.library}";\n' if hooks else "") + component.imports
        state = self.state.format(component.state) if component.state else ""
        ticks = [part.replace("data.", f"{self.data}.") for part in component.tick]
        self.code = script(state + (self.tick.format(*ticks) if ticks else ""), *self.handlers)

    def file(self, name: str) -> str:
        """The text of the component's file, in which it is called `name`."""
        code = script(self.imports, self.component.constants, self.code)
        return self.layout.format(code, shift(code), self.view, shift(self.view))

    def element(self, node: El, *first: str) -> str:
        """The element, `first` before its own attributes; on one line when it fits."""
        named = [f'{self.class_name}="{self.classes[node.look]}"'] if node.look else []
        named += [self.attribute(name, value) for name, value in node.attributes.items()]
        start = f"<{' '.join([node.tag, *first, *named])}>"
        if len(start) > _WIDTH or "\n" in start:
            start = f"<{node.tag}\n{shift(chr(10).join([*first, *named]))}\n>"
        if node.tag in _VOID:
            return start[:-1].rstrip() + ("\n/>" if "\n" in start else " />")
        inner = [self.placed(child) for child in node.children]
        inline = not any(isinstance(child, El) for child in node.children)
        line = f"{start}{''.join(inner)}</{node.tag}>"
        if not inner or (inline and len(line) <= _WIDTH and "\n" not in line):
            return line
        return f"{start}\n{shift(('' if inline else chr(10)).join(inner))}\n</{node.tag}>"

    def placed(self, node: El | str) -> str:
        """Words, or the element within its loop or condition."""
        loop, condition, instead = self.first
        if isinstance(node, str):
            return self.shown.format(node) if isinstance(node, Code) else node
        if node.each:
            return self.each.format(*node.each, self._within(node, *(text.format(*node.each) for text in loop)))
        if not node.test:
            return self.element(node)
        own = self._within(node, *(text.format(node.test) for text in condition))
        other = self.other.format(self._within(node.other, *instead)) if node.other else self.nothing
        return self.test.format(node.test, own, other)

    def _within(self, node: El, *first: str) -> str:
        text = self.element(node, *first)
        return self.within.format(text, shift(text), shift(text).lstrip())

    def attribute(self, name: str, value: str) -> str:
        if name.startswith("@"):
            return self._event(*name[1:].partition("."), *value.rstrip(")").partition("("))
        return self.named.format(name, value) if isinstance(value, Code) else f'{name}="{value}"' if value else name

    def _event(self, event: str, _dot: str, reset: str, function: str, _brace: str, arguments: str) -> str:
        """The attribute for an event; `reset` when the form is emptied after it."""
        self.functions.append(function)
        if event == "submit":
            self.handlers.append(self.handler.format(function, self.reset * bool(reset)))
            return self.submit.format(function, self.reset * bool(reset))
        return self.on.format(event, event.capitalize(), function, self.given.format(arguments) if arguments else "")


class React(Svelte):
    opening, end, bare = "", r"</(?!Routes)[\w.]*>(?=\s*\)?;?\s*\})", False
    class_name, library, hooks = "className", "react", ("useState", "useEffect, useState")
    first = (("key={{{2}}}",), (), ())
    each, test = "{{{1}.map(({0}) => (\n{3}\n))}}", "{{{} ? (\n{}\n) : {}}}"
    other, nothing = "(\n{}\n)", "null"
    on, submit = "on{1}={{() => setData({2}(data{3}))}}", "onSubmit=" + _SUBMIT % f"setData({_FORM})"
    state = "const [data, setData] = useState(() => {});\n"
    tick = """
useEffect(() => {{
  if (!({2})) return;
  const timer = setInterval(() => setData({0}), {1});
  return () => clearInterval(timer);
}}, [{2}]);"""
    names = {"for": "htmlFor", "autocomplete": "autoComplete", "novalidate": "noValidate", "text-anchor": "textAnchor"}

    def file(self, name: str) -> str:
        body = script(self.code, f"return (\n{shift(self.view)}\n);")
        function = f"export default function {name}() {{\n{shift(body)}\n}}"
        return script(self.imports, self.component.constants, function) + "\n"

    def attribute(self, name: str, value: str) -> str:
        return f"maxLength={{{value}}}" if name == "maxlength" else super().attribute(self.names.get(name, name), value)


class Vue(Svelte):
    opening, end, bare = '<script setup lang="ts">\n', r"</template>", False
    library, hooks, data = "vue", ("shallowRef", "computed, shallowRef, watchEffect"), "data.value"
    shown, named, within = "{{{{ {} }}}}", ':{}="{}"', "{0}"
    first = (('v-for="{0} in {1}"', ':key="{2}"'), ('v-if="{}"',), ("v-else",))
    each, test, other = "{3}", "{1}{2}", "\n{}"
    on, submit, handler, reset = (
        '@{0}="data = {2}(data{3})"',
        '@submit.prevent="onSubmit"',
        _ON_SUBMIT,
        "\n  form.reset();",
    )
    state = "const data = shallowRef({});\n"
    layout = '<script setup lang="ts">\n{0}\n</script>\n\n<template>\n{3}\n</template>\n'
    tick = """const running = computed(() => {2});

watchEffect((onCleanup) => {{
  if (!running.value) return;
  const timer = setInterval(() => {{
    data.value = {0}(data.value);
  }}, {1});
  onCleanup(() => clearInterval(timer));
}});"""

    @classmethod
    def local(cls, name: str) -> str:
        """A component of one word may be taken for an element."""
        one_word = len(re.findall("[A-Z]", name)) == 1
        return f"{name}Section" if one_word and not name.endswith("Section") else name

    @classmethod
    def section(cls, local: str) -> str:
        return re.sub(r"^([A-Z][a-z0-9]*)Section$", r"\1", local)


class Vanilla(Svelte):
    """A function that answers markup, and a custom element when it has state."""

    opening, end, bare = "", "$^", False
    used, uses, line = "${{{}()}}", r"\$\{(\w+)\(\)\}", 'import {{ {} }} from "{}";\n'
    library, hooks = "../lib/live", ("live", "live")
    shown, named, within = "${{{}}}", '{}="${{String({})}}"', "html`{2}`"
    each, test, other, nothing = "${{{1}.map(\n  ({0}) => {3},\n)}}", "${{{}\n  ? {}\n  : {}}}", "{}", '""'
    on, given, reset = 'data-{0}="{2}"{3}', '\ndata-with="${{JSON.stringify([{}])}}"', " data-reset"
    submit, state = 'data-submit="{0}"{1}', ""
    tick = """, {{
  action: "{0}",
  when: (data) => {2},
  milliseconds: {1},
}}"""

    @classmethod
    def local(cls, name: str) -> str:
        return camel(name)

    def file(self, name: str) -> str:
        part, markup = self.component, f"return html`{shift(self.view).lstrip()}`;"
        imports = f'import {{ html }} from "{relative(self.html, "src/sections/x")}";\n{self.imports}'
        if not part.state:
            return script(imports, part.constants, f"export function {camel(name)}() {{\n  {markup}\n}}") + "\n"
        tag = part.anchor if "-" in part.anchor else f"{part.anchor}-section"
        functions = ", ".join(dict.fromkeys([*self.functions, *part.tick[:1]]))
        start = f"const start = () => {part.state};"
        view = f"function view(data: ReturnType<typeof start>) {{\n  {markup}\n}}"
        live = f'live("{tag}", start, view, {{ {functions} }}{self.code});'
        shown = f"export function {camel(name)}() {{\n  return html`<{tag}></{tag}>`;\n}}"
        return script(imports, part.constants, start, view, live, shown) + "\n"

    def attribute(self, name: str, value: str) -> str:
        flag = isinstance(value, Code) and name in ("checked", "disabled")
        return f'${{{value} ? "{name}" : ""}}' if flag else super().attribute(name, value)


EMITTERS = {"react": React, "svelte": Svelte, "vue": Vue, "vanilla": Vanilla}
