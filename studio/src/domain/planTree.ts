/** A node of a plan as far as a tree needs it. */
export interface PlanNodeLike {
  id: string;
  title: string;
  children: readonly this[];
}

export interface PlanLine<N> {
  node: N;
  key: string;
  parent: string | null;
  name: string;
  level: number;
  at: number;
  of: number;
  open: boolean | undefined;
}

/** What the tree of a plan shows, line by line: what lies in a closed one is left out. */
export function planLines<N extends PlanNodeLike>(nodes: readonly N[], open: ReadonlySet<string>, parent: string | null = null, level = 1): PlanLine<N>[] {
  return nodes.flatMap((node, index) => {
    const isOpen = node.children.length > 0 ? open.has(node.id) : undefined;
    const line = { node, key: node.id, parent, name: node.title, level, at: index + 1, of: nodes.length, open: isOpen };
    return isOpen ? [line, ...planLines(node.children, open, node.id, level + 1)] : [line];
  });
}

/** From the outermost to the node itself; empty where there is no such node. */
export function pathTo<N extends PlanNodeLike>(nodes: readonly N[], id: string): N[] {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = pathTo(node.children, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** How many nodes there are. */
export function nodeCount(nodes: readonly PlanNodeLike[]): number {
  return nodes.reduce((sum, node) => sum + 1 + nodeCount(node.children), 0);
}

/** The nodes that hold each of the words, with all that lead to them open. */
export function planWith<N extends PlanNodeLike>(nodes: readonly N[], words: string): N[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...nodes];
  return nodes.flatMap((node) => {
    const children = planWith(node.children, words);
    const isOne = wanted.every((word) => node.title.toLocaleLowerCase().includes(word));
    return isOne || children.length > 0 ? [{ ...node, children: isOne ? node.children : children }] : [];
  });
}

/** What is open at first: down to the epics, and all that lead to the node that is shown. */
export function firstOpen(nodes: readonly PlanNodeLike[], shown: string | undefined): ReadonlySet<string> {
  const path = shown ? pathTo(nodes, shown).slice(0, -1) : [];
  return new Set([...nodes, ...path].map(({ id }) => id));
}
