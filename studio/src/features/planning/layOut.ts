import dagre from "@dagrejs/dagre";
import type { Tie } from "@/domain/planParts";

export const CARD = { width: 224, height: 84 };

export interface Drawing {
  width: number;
  height: number;
  /** Where the middle of each card is, and in which layer from the first. */
  places: ReadonlyMap<string, { x: number; y: number }>;
  lines: readonly { tie: Tie; path: string }[];
}

/** Cards in layers, each behind all that it waits for, with as few crossings as can be found quickly. */
export function layOut(ids: readonly string[], ties: readonly Tie[], isNarrow: boolean): Drawing {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: isNarrow ? "TB" : "LR", nodesep: 20, ranksep: isNarrow ? 40 : 72, marginx: 12, marginy: 12, acyclicer: "greedy" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { ...CARD });
  for (const { from, to } of ties) graph.setEdge(from, to);
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const places = new Map(ids.map((id) => [id, { x: graph.node(id)?.x ?? 0, y: graph.node(id)?.y ?? 0 }]));
  return { width, height, places, lines: ties.map((tie) => ({ tie, path: pathOf(graph.edge(tie.from, tie.to)?.points ?? []) })) };
}

/** A smooth line through points: between each two a curve that is flat at the points. */
function pathOf(points: readonly { x: number; y: number }[]): string {
  const [first, ...rest] = points.map(({ x, y }) => [Math.round(x), Math.round(y)] as const);
  if (!first) return "";
  let [x, y] = first;
  const parts = rest.map(([toX, toY]) => {
    const [midX, midY] = [(x + toX) / 2, (y + toY) / 2];
    const part = `Q${x} ${y} ${midX} ${midY}`;
    [x, y] = [toX, toY];
    return part;
  });
  return `M${first[0]} ${first[1]}${parts.join("")}L${x} ${y}`;
}
