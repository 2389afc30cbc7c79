import { type ReactNode, useState } from "react";
import { useWork } from "@/messages/work/useWork";
import { Button } from "@/ui/Button";

export interface Bar {
  key: string;
  label: string;
  value: number;
  /** The value in words. */
  said: string;
  /** What else belongs to it, for the table. */
  more?: readonly string[];
}

interface Props {
  /** What the chart says, in one sentence. */
  finding: string;
  /** The names of the columns: what the bars are, their value, and what else the table has. */
  columns: readonly string[];
  bars: readonly Bar[];
  children: ReactNode;
}

/** A chart with what it says, and the same as a table one button away. */
export function ChartFigure({ finding, columns, bars, children }: Props) {
  const { usage } = useWork();
  const [table, setTable] = useState(false);
  return (
    <figure className="m-0 flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <figcaption className="min-w-0 grow basis-60 font-semibold">{finding}</figcaption>
        <Button aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? usage.asChart : usage.asTable}
        </Button>
      </div>
      {table ? <BarTable columns={columns} bars={bars} label={finding} /> : children}
    </figure>
  );
}

function BarTable({ columns, bars, label }: { columns: readonly string[]; bars: readonly Bar[]; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div tabIndex={0} role="region" aria-label={label} className="max-h-96 overflow-auto">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead className="text-muted">
          <tr className="*:border-b *:border-line *:px-2 *:py-1.5 *:text-right *:font-normal *:first:text-left">
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key} className="*:px-2 *:py-1.5 *:text-right">
              <th scope="row" className="max-w-60 text-left font-normal [overflow-wrap:anywhere]">
                {bar.label}
              </th>
              <td className="whitespace-nowrap">{bar.said}</td>
              {bar.more?.map((part, at) => (
                <td key={at} className="whitespace-nowrap text-muted">
                  {part}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
