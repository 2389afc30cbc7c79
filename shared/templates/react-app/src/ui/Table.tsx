import { useState, type ReactNode } from "react";
import Icon from "./Icon";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** What to sort by; without it the column cannot be sorted. */
  sortBy?: (row: Row) => string | number;
  /** Its cells need no heading, as names and buttons do: it is there for screen readers. */
  hideLabel?: boolean;
};

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** What stands there when there are no rows. */
  empty: ReactNode;
};

/** The roles are written out, since a phone shows rows as cards, and some browsers then see no table. */
export default function Table<Row>({ caption, columns, rows, rowKey, empty }: Props<Row>) {
  const [sorted, setSorted] = useState<{ label: string; up: boolean }>();
  if (rows.length === 0) return empty;

  const sortBy = columns.find(({ label }) => label === sorted?.label)?.sortBy;
  const shown = sortBy ? rows.toSorted((one, other) => compare(sortBy(one), sortBy(other)) * (sorted?.up ? 1 : -1)) : rows;

  return (
    <table className="table" role="table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, sortBy, hideLabel }) => {
            const up = sorted?.label === label ? sorted.up : undefined;
            return (
              <th
                aria-sort={up === undefined ? undefined : up ? "ascending" : "descending"}
                key={label}
                role="columnheader"
                scope="col"
              >
                {sortBy ? (
                  <button className="table-sort" onClick={() => setSorted({ label, up: !up })} type="button">
                    {label}
                    {up !== undefined && <Icon name={up ? "up" : "down"} />}
                  </button>
                ) : (
                  <span className={hideLabel ? "sr-only" : "max-lg:sr-only"}>{label}</span>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {shown.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ label, cell, hideLabel }) => (
              <td data-label={hideLabel ? undefined : label} key={label} role="cell">
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
}
