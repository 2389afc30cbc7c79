"""A table that sorts by any column."""

from collections.abc import Sequence

from local.offline_model.blocks.parts import modules, section
from local.offline_model.view import Act, Code, Component, Each, Import, el, literal


def table(
    title: str, columns: Sequence[str], cells: Sequence[Sequence[str]], *, level: int = 2, anchor: str = "table"
) -> Component:
    """`cells` under `columns`, exactly as they were given."""
    button = el(
        "button",
        "sort",
        el("span", "", Code("column.label")),
        el("span", "", Code("mark(data, column.index)"), aria_hidden="true"),
        type="button",
        on={"click": Act("sortBy", ("column.index",))},
    )
    head = el("th", "head", button, scope="col", aria_sort=Code("direction(data, column.index)"))
    row = el(
        "tr", "", Each("columns", "column", "column.index", el("td", "cell", Code('row.cells[column.index] ?? ""')))
    )
    grid = el(
        "table",
        "table",
        el("thead", "", el("tr", "", Each("columns", "column", "column.index", head))),
        el("tbody", "", Each("data.rows", "row", "row.id", row)),
        aria_labelledby=f"{anchor}-title",
    )
    return Component(
        name="DataTable",
        anchor=anchor,
        label="Table",
        view=section(anchor, level, el("div", "panel-wide", grid)),
        constants=_constants(title, columns, cells),
        imports=(Import("lib/table", ("direction", "mark", "newTable", "sortBy")),),
        state="newTable(cells)",
        modules=modules("table"),
    )


def _constants(title: str, columns: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    lines = "".join(f"  {literal(list(row))},\n" for row in cells)
    named = f"const columns = {literal(list(columns))}.map((label, index) => ({{ label, index }}));"
    return f"const title = {literal(title)};\n{named}\nconst cells = [\n{lines}];"
