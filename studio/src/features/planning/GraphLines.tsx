import type { Tie } from "@/domain/planParts";
import type { Drawing } from "@/features/planning/layOut";
import { classes } from "@/ui/classes";

interface Props {
  drawing: Drawing;
  /** Those that go round in a circle are dashed. */
  round: ReadonlySet<Tie>;
  /** The card whose lines are drawn strongly. */
  lit: string | undefined;
}

/** The lines between cards, each with its point at what waits. The cards say the same in words. */
export function GraphLines({ drawing: { width, height, lines }, round, lit }: Props) {
  return (
    <svg aria-hidden width={width} height={height} className="absolute inset-0">
      <defs>
        {["edge", "accent"].map((tone) => (
          <marker key={tone} id={`point-${tone}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0L8 4L0 8z" className={tone === "accent" ? "fill-accent" : "fill-edge"} />
          </marker>
        ))}
      </defs>
      {lines.map(({ tie, path }) => {
        const isLit = tie.from === lit || tie.to === lit;
        return (
          <path
            key={`${tie.from} ${tie.to}`}
            d={path}
            fill="none"
            strokeWidth={isLit ? 2.5 : 1.5}
            strokeDasharray={round.has(tie) ? "5 4" : undefined}
            markerEnd={`url(#point-${isLit ? "accent" : "edge"})`}
            className={classes(isLit ? "stroke-accent" : "stroke-edge")}
          />
        );
      })}
    </svg>
  );
}
