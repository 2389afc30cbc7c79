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

export function mark(table: Table, column: number): string {
  return { ascending: "↑", descending: "↓", none: "" }[direction(table, column)];
}

function compare(a: string, b: string): number {
  const [x, y] = [number(a), number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
}

function number(text: string): number {
  const digits = text.replace(/[^0-9.eE+-]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}
