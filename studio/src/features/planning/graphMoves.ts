import type { Drawing } from "@/features/planning/layOut";

/** To what it waits for, to what waits for it, or to a neighbour in the same layer. */
export type GraphMove = "before" | "after" | "above" | "below";

/** Where an arrow key leads from a card; nowhere at an end. */
export function moved({ places, lines }: Drawing, from: string, move: GraphMove, isNarrow: boolean): string | undefined {
  const here = places.get(from);
  if (!here) return undefined;
  const across = (id: string) => (isNarrow ? places.get(id)?.x : places.get(id)?.y) ?? 0;
  const layer = (id: string) => (isNarrow ? places.get(id)?.y : places.get(id)?.x) ?? 0;
  const off = (id: string) => Math.abs(across(id) - across(from));
  if (move === "before" || move === "after") {
    const ends = lines.flatMap(({ tie }) => (move === "before" ? (tie.to === from ? [tie.from] : []) : tie.from === from ? [tie.to] : []));
    return ends.toSorted((one, other) => off(one) - off(other))[0];
  }
  const side = move === "above" ? -1 : 1;
  const beside = [...places.keys()].filter((id) => Math.abs(layer(id) - layer(from)) < 1 && (across(id) - across(from)) * side > 0);
  return beside.toSorted((one, other) => off(one) - off(other))[0];
}
