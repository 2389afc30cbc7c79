"""A bar or line chart drawn as SVG from its figures."""

from collections.abc import Sequence
from typing import Literal

from local.offline_model.blocks.parts import modules, section
from local.offline_model.view import Code, Component, Each, El, Import, Node, el, literal, rows


def chart(
    title: str,
    figures: Sequence[tuple[str, float]],
    *,
    kind: Literal["bar", "line"] = "bar",
    level: int = 2,
    anchor: str = "chart",
) -> Component:
    """The figures in their order, each with its value and label; the same figures as words for a screen reader."""
    shapes: list[Node] = [*(_bars() if kind == "bar" else _line()), *_tags()]
    svg = el("svg", "chart", _axis(), *shapes, viewBox="0 0 640 320", role="img", aria_label=Code("described"))
    names = ("marks", "picture") if kind == "bar" else ("marks", "path", "picture", "tip")
    records: list[dict[str, object]] = [{"label": label, "value": _plain(value)} for label, value in figures]
    constants = (
        f"const title = {literal(title)};\n{rows('figures', records)}\n"
        "const all = marks(figures);\n"
        'const described = `${title}: ${figures.map((figure) => `${figure.label} ${figure.value}`).join(", ")}`;'
    )
    return Component(
        name="Chart",
        anchor=anchor,
        label="Chart",
        view=section(anchor, level, el("div", "panel-wide", svg)),
        constants=constants,
        imports=(Import("lib/chart", names),),
        modules=modules("chart"),
    )


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _axis() -> El:
    left, right, bottom = Code("picture.left"), Code("picture.width - picture.left"), Code("picture.bottom")
    return el("line", "axis", x1=left, x2=right, y1=bottom, y2=bottom)


def _bars() -> list[Node]:
    bar = el(
        "rect",
        "bar",
        x=Code("mark.x"),
        y=Code("mark.y"),
        width=Code("mark.width"),
        height=Code("mark.height"),
        rx="6",
    )
    return [Each("all", "mark", "mark.key", bar)]


def _line() -> list[Node]:
    dot = el("circle", "dot", cx=Code("mark.middle"), cy=Code("tip(mark)"), r="5")
    return [el("polyline", "line", points=Code("path(all)")), Each("all", "mark", "mark.key", dot)]


def _tags() -> list[Node]:
    middle = Code("mark.middle")
    value = el("text", "figure-tag", Code("mark.value"), x=middle, y=Code("mark.y - 10"), text_anchor="middle")
    label = el("text", "tag", Code("mark.label"), x=middle, y="300", text_anchor="middle")
    return [Each("all", "mark", "mark.key", value), Each("all", "mark", "mark.key", label)]
