"""A to-do list that works: add, tick off, delete, filter; kept in the browser."""

from local.offline_model.blocks.parts import modules, section, slug
from local.offline_model.view import Act, Code, Component, Each, El, Import, When, el, literal

_NAMES = tuple(
    ["addTask", "clearDone", "deleteTask", "filters", "loadTasks", "showOnly", "summary", "toggleTask", "visibleTasks"]
)


def todo(title: str, *, level: int = 2, anchor: str = "to-do") -> Component:
    """The list, under `title`; two lists of different titles keep their tasks apart."""
    key = literal(f"tasks:{slug(title)}")
    view = section(anchor, level, el("div", "panel", _entry(anchor), _filters(), _tasks(), _footer()), width="normal")
    return Component(
        name="TodoList",
        anchor=anchor,
        label=title if len(title) <= 20 else "To-do",
        view=view,
        constants=f"const title = {literal(title)};",
        imports=(Import("lib/tasks", _NAMES),),
        state=f"loadTasks({key})",
        modules=modules("tasks", "keep"),
    )


def _entry(anchor: str) -> El:
    field = el("input", "field", id=f"{anchor}-new", name="title", maxlength="200", autocomplete="off", required=True)
    return el(
        "form",
        "row",
        el("div", "grow", el("label", "label", "New task", for_=f"{anchor}-new"), field),
        el("button", "button", "Add", type="submit"),
        on={"submit": Act("addTask", form=True, reset=True)},
    )


def _filters() -> El:
    button = el(
        "button",
        "button-quiet",
        Code("filter.label"),
        type="button",
        aria_pressed=Code("data.filter === filter.key"),
        on={"click": Act("showOnly", ("filter.key",))},
    )
    return el("div", "row-top", Each("filters", "filter", "filter.key", button), role="group", aria_label="Show")


def _tasks() -> El:
    box = el("input", "box", type="checkbox", checked=Code("task.done"), on={"change": Act("toggleTask", ("task.id",))})
    words = When("task.done", el("s", "done", Code("task.title")), el("span", "", Code("task.title")))
    remove = el(
        "button",
        "button-plain",
        "Delete",
        type="button",
        aria_label=Code("`Delete ${task.title}`"),
        on={"click": Act("deleteTask", ("task.id",))},
    )
    item = el("li", "item", el("label", "check", box, words), remove)
    return el("ul", "items", Each("visibleTasks(data)", "task", "task.id", item))


def _footer() -> El:
    clear = el("button", "button-plain", "Clear done", type="button", on={"click": Act("clearDone")})
    return el(
        "div",
        "row-top",
        el("p", "done", Code("summary(data)"), role="status"),
        When("data.tasks.some((task) => task.done)", clear),
    )
