"""A number that goes up and down; kept in the browser."""

from local.offline_model.blocks.parts import modules, section, slug
from local.offline_model.view import Act, Code, Component, Import, el, literal


def counter(title: str, *, level: int = 2, anchor: str = "counter") -> Component:
    """A big number with buttons."""
    number = el("output", "number", Code("data.value"), aria_live="polite")
    buttons = el(
        "div",
        "row-top",
        el("button", "button-quiet", "Minus one", type="button", on={"click": Act("changeCount", ("-1",))}),
        el("button", "button", "Plus one", type="button", on={"click": Act("changeCount", ("1",))}),
        el("button", "button-plain", "Reset", type="button", on={"click": Act("resetCount")}),
    )
    return Component(
        name="Counter",
        anchor=anchor,
        label="Counter",
        view=section(anchor, level, el("div", "panel", number, buttons), width="normal"),
        constants=f"const title = {literal(title)};",
        imports=(Import("lib/counter", ("changeCount", "loadCount", "resetCount")),),
        state=f"loadCount({literal(f'count:{slug(title)}')})",
        modules=modules("counter", "keep"),
    )
