import type { Month } from "./months";

const height = 240;
const gap = 8;
const bar = 36;

type Props = { months: Month[]; shown: (rain: number) => string };

export default function Chart({ months, shown }: Props) {
  const most = Math.max(...months.map((month) => month.rain));
  const width = months.length * (bar + gap);
  return (
    <svg aria-label="Rain by month" className="w-full" role="img" viewBox={`0 0 ${width} ${height + 44}`}>
      {months.map((month, index) => {
        const tall = (month.rain / most) * height;
        const left = index * (bar + gap) + gap / 2;
        return (
          <g key={month.name}>
            <rect
              data-testid={`bar-${month.name}`}
              fill="var(--accent)"
              height={tall}
              rx={4}
              width={bar}
              x={left}
              y={20 + height - tall}
            />
            <text fill="var(--ink)" fontSize={11} textAnchor="middle" x={left + bar / 2} y={14 + height - tall}>
              {shown(month.rain)}
            </text>
            <text fill="var(--muted)" fontSize={11} textAnchor="middle" x={left + bar / 2} y={height + 38}>
              {month.name.slice(0, 3)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
