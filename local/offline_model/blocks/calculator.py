"""A calculator for the four basic operations."""

from local.offline_model.blocks.parts import modules, section
from local.offline_model.view import Act, Code, Component, Each, Import, When, el, literal


def calculator(title: str, *, level: int = 2, anchor: str = "calculator") -> Component:
    """A display and twenty keys."""
    act = {"click": Act("press", ("key",))}
    name = Code("names[key] ?? key")
    main = el("button", "key-main", Code("key"), type="button", aria_label=name, on=act)
    plain = el("button", "key", Code("key"), type="button", aria_label=name, on=act)
    key = el("div", "", When("isOperator(key)", main, plain))
    pad = el("div", "keys", Each("keys", "key", "key", key), role="group", aria_label="Keys")
    display = el("output", "display", Code("data.shown"), aria_live="polite")
    return Component(
        name="Calculator",
        anchor=anchor,
        label="Calculator",
        view=section(anchor, level, el("div", "panel-small", display, pad), width="small"),
        constants=f"const title = {literal(title)};",
        imports=(Import("lib/calculator", ("isOperator", "keys", "names", "newCalculator", "press")),),
        state="newCalculator()",
        modules=modules("calculator"),
    )
