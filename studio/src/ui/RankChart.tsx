import { type Bar, ChartFigure } from "@/ui/ChartFigure";

interface Props {
  finding: string;
  columns: readonly string[];
  /** The largest first. */
  bars: readonly Bar[];
  onOpen?: ((key: string) => void) | undefined;
}

const ROW = 36;

/** A lying bar for each thing, with its name on it. */
export function RankChart({ finding, columns, bars, onOpen }: Props) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <ChartFigure finding={finding} columns={columns} bars={bars}>
      <div className="relative">
        <svg role="img" aria-label={finding} width="100%" height={bars.length * ROW} viewBox={`0 0 100 ${bars.length * ROW}`} preserveAspectRatio="none" className="absolute inset-0">
          {bars.map(({ key, value }, at) => (
            <rect key={key} x={0} y={at * ROW + 2} width={most > 0 ? Math.max(0.5, (value / most) * 100) : 0} height={ROW - 4} className="fill-accent-soft" />
          ))}
        </svg>
        <ul className="relative">
          {bars.map(({ key, label, said }) => (
            <li key={key} className="flex h-9 items-center justify-between gap-3 px-2 text-sm">
              {onOpen ? (
                <button type="button" onClick={() => onOpen(key)} className="min-h-8 min-w-0 truncate max-md:min-h-11 rounded-sm text-left font-semibold hover:underline">
                  {label}
                </button>
              ) : (
                <span className="min-w-0 truncate">{label}</span>
              )}
              <span className="shrink-0">{said}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartFigure>
  );
}
