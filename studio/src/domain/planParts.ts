import { NODE_KINDS, type NodeKind } from "@/domain/planning";

/** A node of a plan as far as a picture of several needs it. */
export interface PlanPartLike {
  id: string;
  title: string;
  kind: NodeKind;
  waits_for: readonly string[];
  /** How many of its own tasks wait for another of them. */
  waits_inside: number;
  children: readonly this[];
}

/** One part waits for another: `to` begins after `from`. */
export interface Tie {
  from: string;
  to: string;
}

/** More parts than these say nothing to anybody at once. */
export const PARTS_MOST = 300;
const FITTING = 40;

const rank = (kind: NodeKind) => NODE_KINDS.indexOf(kind);

/** A node and all in it. */
export function within<N extends PlanPartLike>(nodes: readonly N[]): N[] {
  return nodes.flatMap((node) => [node, ...within(node.children)]);
}

/** The parts as fine as a kind: each the outermost of that kind or a smaller one, or what has nothing in it. */
export function partsAt<N extends PlanPartLike>(nodes: readonly N[], kind: NodeKind): N[] {
  return nodes.flatMap((node) => (rank(node.kind) >= rank(kind) || node.children.length === 0 ? [node] : partsAt(node.children, kind)));
}

/** The kinds that a plan has, the largest first. */
export function kindsIn(nodes: readonly PlanPartLike[]): NodeKind[] {
  const found = new Set(within(nodes).map(({ kind }) => kind));
  return NODE_KINDS.filter((kind) => found.has(kind));
}

/** The finest kind of which one still sees all at once. */
export function fittingKind(nodes: readonly PlanPartLike[]): NodeKind {
  const kinds = kindsIn(nodes);
  return kinds.findLast((kind) => partsAt(nodes, kind).length <= FITTING) ?? kinds[0] ?? "phase";
}

/** Which of the parts wait for which others, for themselves or for what lies in them. */
export function tiesOf(parts: readonly PlanPartLike[]): Tie[] {
  const partOf = new Map(parts.flatMap((part) => within([part]).map(({ id }) => [id, part.id] as const)));
  return parts.flatMap((part) => {
    const waited = within([part]).flatMap((node) => node.waits_for.map((other) => partOf.get(other)));
    return [...new Set(waited)].flatMap((from) => (from !== undefined && from !== part.id ? [{ from, to: part.id }] : []));
  });
}

/** The nodes whose tasks wait for each other, and the parts in which those of one node wait for another's. */
export function waitInside<N extends PlanPartLike>(tree: readonly N[], parts: readonly N[]): N[] {
  const isBusy = (part: N) => {
    const ids = new Set(within([part]).map(({ id }) => id));
    return within([part]).some(({ waits_for: waited }) => waited.some((other) => ids.has(other)));
  };
  return within(tree).filter((node) => node.waits_inside > 0 || (parts.includes(node) && isBusy(node)));
}

/** The ties that go round in a circle: their tasks do not, so these say which comes first. */
export function circles(ties: readonly Tie[]): ReadonlySet<Tie> {
  const after = new Map<string, string[]>();
  for (const { from, to } of ties) after.set(from, [...(after.get(from) ?? []), to]);
  return new Set(ties.filter(({ from, to }) => reaches(after, to, from)));
}

function reaches(after: ReadonlyMap<string, readonly string[]>, start: string, end: string): boolean {
  const seen = new Set([start]);
  for (const each of seen) {
    if (each === end) return true;
    for (const next of after.get(each) ?? []) seen.add(next);
  }
  return false;
}

/** What a node, with all in it, waits for outside of itself, and what waits for it. */
export function neighboursOf<N extends PlanPartLike>(tree: readonly N[], id: string): { before: N[]; after: N[] } {
  const all = within(tree);
  const one = all.find((node) => node.id === id);
  const inside = new Set(one ? within([one]).map((node) => node.id) : []);
  const waited = new Set(all.filter((node) => inside.has(node.id)).flatMap((node) => node.waits_for));
  const outside = all.filter((node) => !inside.has(node.id));
  return { before: outside.filter((node) => waited.has(node.id)), after: outside.filter((node) => node.waits_for.some((other) => inside.has(other))) };
}
