import { type Bar, ChartFigure } from "@/ui/ChartFigure";

interface Props {
  finding: string;
  columns: readonly string[];
  /** In the order of time. */
  bars: readonly Bar[];
  /** What the whole height stands for, where that is not the highest bar. */
  top?: { value: number; said: string };
}

const STEP = 10;

/** A bar for each day, the first and the last of them named. */
export function BarChart({ finding, columns, bars, top }: Props) {
  const most = top?.value ?? Math.max(...bars.map(({ value }) => value), 0);
  const highest = top ?? bars.find(({ value }) => value === most);
  return (
    <ChartFigure finding={finding} columns={columns} bars={bars.toReversed()}>
      <div className="flex flex-col gap-1">
        {most > 0 && <p className="text-xs text-muted">{highest?.said}</p>}
        <svg role="img" aria-label={finding} viewBox={`0 0 ${bars.length * STEP} 100`} preserveAspectRatio="none" className="h-36 w-full">
          {bars.map(({ key, label, value, said }, at) => (
            <rect key={key} x={at * STEP + 1.5} y={100 - height(value, most)} width={STEP - 3} height={height(value, most)} className="fill-accent">
              <title>{`${label}: ${said}`}</title>
            </rect>
          ))}
          <rect x={0} y={99.3} width={bars.length * STEP} height={0.7} className="fill-edge" />
        </svg>
        <p className="flex justify-between text-xs text-muted">
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </p>
      </div>
    </ChartFigure>
  );
}

/** What is there at all is seen. */
function height(value: number, most: number): number {
  return value <= 0 ? 0 : Math.max(1.5, (value / most) * 98);
}
