/** A table sorted by one of its columns; numbers sort as numbers. */
export type Row = { id: number; cells: string[] };
export type Table = { rows: Row[]; column: number; descending: boolean };

export function newTable(cells: string[][]): Table {
  return { rows: cells.map((row, id) => ({ id, cells: row })), column: -1, descending: false };
}

export function sortBy(table: Table, column: number): Table {
  const descending = table.column === column && !table.descending;
  const rows = [...table.rows].sort((a, b) => compare(a.cells[column] ?? "", b.cells[column] ?? ""));
  return { rows: descending ? rows.reverse() : rows, column, descending };
}

export function direction(table: Table, column: number): "ascending" | "descending" | "none" {
  if (table.column !== column) return "none";
  return table.descending ? "descending" : "ascending";
}

const marks = { ascending: "↑", descending: "↓", none: "" };
export const mark = (table: Table, column: number): string => marks[direction(table, column)];

function compare(a: string, b: string): number {
  const number = (text: string) => Number(text.replace(/[^0-9.eE+-]/g, "") || Number.NaN);
  const [x, y] = [number(a), number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
}
