import { html } from "../html";
import { icon } from "./icon";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => Node | string;
  /** What to sort by; without it the column cannot be sorted. */
  sortBy?: (row: Row) => string | number;
  /** Its cells need no heading, as names and buttons do: it is there for screen readers. */
  hideLabel?: boolean;
};

type Options<Row> = {
  caption: string;
  columns: Column<Row>[];
  /** What stands there when there are no rows. */
  empty: () => Node;
};

/** The roles are written out, since a phone shows rows as cards, and some browsers then see no table. */
export function table<Row>({ caption, columns, empty }: Options<Row>) {
  const element = html`<div></div>`;
  let rows: Row[] = [];
  let sorted: { column: Column<Row>; up: boolean } | undefined;

  const heads = columns.map((column) => ({ column, head: html`<th role="columnheader" scope="col"></th>` }));
  const body = html`<tbody role="rowgroup"></tbody>`;
  const filled = html`<table class="table" role="table">
    <caption class="sr-only">${caption}</caption>
    <thead role="rowgroup"><tr role="row"></tr></thead>
  </table>`;
  filled.querySelector("tr")!.append(...heads.map(({ head }) => head));
  filled.append(body);

  for (const { column, head } of heads) {
    const sort = () => {
      sorted = { column, up: sorted?.column !== column || !sorted.up };
      draw();
    };
    head.append(
      column.sortBy
        ? html`<button class="table-sort" onclick=${sort} type="button">${column.label}<span class="contents"></span></button>`
        : html`<span class="${column.hideLabel ? "sr-only" : "max-lg:sr-only"}">${column.label}</span>`,
    );
  }

  function draw(): void {
    for (const { column, head } of heads) {
      const up = sorted?.column === column ? sorted.up : undefined;
      head.querySelector("button span")?.replaceChildren(up === undefined ? "" : icon(up ? "up" : "down"));
      if (up === undefined) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", up ? "ascending" : "descending");
    }
    body.replaceChildren(...inOrder().map(drawRow));
    if (rows.length === 0) element.replaceChildren(empty());
    else if (!filled.isConnected) element.replaceChildren(filled);
  }

  function inOrder(): Row[] {
    const sortBy = sorted?.column.sortBy;
    if (!sortBy) return rows;
    return rows.toSorted((one, other) => compare(sortBy(one), sortBy(other)) * (sorted?.up ? 1 : -1));
  }

  function drawRow(row: Row) {
    const drawn = html`<tr role="row"></tr>`;
    for (const { label, cell, hideLabel } of columns) {
      const data = html`<td data-label=${hideLabel ? undefined : label} role="cell"></td>`;
      data.append(cell(row));
      drawn.append(data);
    }
    return drawn;
  }

  return {
    element,
    show(next: Row[]) {
      rows = next;
      draw();
    },
  };
}

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
}
