import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { PlanTreeNode } from "@/data/planning";
import type { Tie } from "@/domain/planParts";
import { GraphCard } from "@/features/planning/GraphCard";
import { GraphLines } from "@/features/planning/GraphLines";
import { type GraphMove, moved } from "@/features/planning/graphMoves";
import type { Drawing } from "@/features/planning/layOut";
import { useDragScroll } from "@/features/planning/useDragScroll";
import { useZoom } from "@/features/planning/useZoom";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { IconButton } from "@/ui/IconButton";

interface Props {
  nodes: readonly PlanTreeNode[];
  drawing: Drawing;
  round: ReadonlySet<Tie>;
  isNarrow: boolean;
  onOpen: (node: string) => void;
}

const MOVES: Record<string, GraphMove> = { ArrowLeft: "before", ArrowRight: "after", ArrowUp: "above", ArrowDown: "below" };
const MOVES_NARROW: Record<string, GraphMove> = { ArrowUp: "before", ArrowDown: "after", ArrowLeft: "above", ArrowRight: "below" };

/** The picture in a box that scrolls and zooms: one stop for Tab, arrows walk along the lines. */
export function GraphBox({ nodes, drawing, round, isNarrow, onOpen }: Props) {
  const { graph: words } = useViewWords();
  const box = useRef<HTMLDivElement>(null);
  const { zoom, nearer, farther, fit, onKey } = useZoom(box, drawing.width);
  const drag = useDragScroll(box);
  const [focused, setFocused] = useState<string>();
  const stop = nodes.find(({ id }) => id === focused) ?? nodes[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = event.target === box.current ? undefined : (isNarrow ? MOVES_NARROW : MOVES)[event.key];
    const next = move && stop && !event.ctrlKey && !event.altKey && !event.metaKey ? moved(drawing, stop.id, move, isNarrow) : undefined;
    if (!move && !onKey(event)) return;
    event.preventDefault();
    if (next) box.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(next)}"]`)?.focus();
  };
  const size = (side: number) => `${Math.ceil(side * zoom)}px`;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm text-muted">{isNarrow ? words.hintNarrow : words.hint}</p>
        <div className="ml-auto flex items-center gap-1">
          <IconButton label={words.farther} onClick={farther}><ZoomOut aria-hidden size={16} strokeWidth={1.75} /></IconButton>
          <span className="w-12 text-center text-xs text-muted">{words.zoom(Math.round(zoom * 100))}</span>
          <IconButton label={words.nearer} onClick={nearer}><ZoomIn aria-hidden size={16} strokeWidth={1.75} /></IconButton>
          <IconButton label={words.fit} onClick={fit}><Maximize aria-hidden size={16} strokeWidth={1.75} /></IconButton>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
      <div ref={box} tabIndex={0} role="region" aria-label={words.label} onKeyDown={onKeyDown} {...drag} className="max-h-[max(20rem,70vh)] cursor-grab overflow-auto rounded-md border border-line bg-sunken select-none">
        <div style={{ width: size(drawing.width), height: size(drawing.height) }} className="relative overflow-hidden">
          <div style={{ width: drawing.width, height: drawing.height, transform: `scale(${zoom})` }} className="absolute top-0 left-0 origin-top-left">
            <GraphLines drawing={drawing} round={round} lit={stop?.id === focused ? focused : undefined} />
            {nodes.map((node) => (
              <GraphCard
                key={node.id}
                node={node}
                place={drawing.places.get(node.id) ?? { x: 0, y: 0 }}
                waitsFor={drawing.lines.flatMap(({ tie }) => (tie.to === node.id ? (nodes.find(({ id }) => id === tie.from)?.title ?? []) : []))}
                isStop={node === stop}
                onFocus={() => setFocused(node.id)}
                onOpen={onOpen}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
