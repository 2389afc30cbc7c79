/** Weights are not counted beyond this: they can grow with the exponent of a chain. */
export const HEAVY = 1e9;

/**
 * The weight of each name when all that it refers to is written out in its place. `nodes`: name -> `{refs, weigh}`, the
 * names it needs and its weight by theirs. A name that leads back to itself weighs 1 there, as compilers end such a circle.
 */
export function expandedWeights(nodes) {
  const weights = new Map();
  const weightOf = (name) => weights.get(name) ?? 1;
  for (const root of nodes.keys()) if (!weights.has(root)) visit(nodes, weights, weightOf, root);
  return weights;
}

/** Without recursion: a chain may be as long as the file. */
function visit(nodes, weights, weightOf, root) {
  const open = new Set([root]);
  const stack = [[root, nodes.get(root).refs[Symbol.iterator]()]];
  while (stack.length) {
    const [name, refs] = stack.at(-1);
    const next = nextUnknown(nodes, weights, open, refs);
    if (next !== null) {
      open.add(next);
      stack.push([next, nodes.get(next).refs[Symbol.iterator]()]);
      continue;
    }
    weights.set(name, Math.min(HEAVY, nodes.get(name).weigh(weightOf)));
    open.delete(name);
    stack.pop();
  }
}

function nextUnknown(nodes, weights, open, refs) {
  for (let step = refs.next(); !step.done; step = refs.next())
    if (nodes.has(step.value) && !weights.has(step.value) && !open.has(step.value)) return step.value;
  return null;
}

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** The names in a text, as often as they stand there. */
export const namesIn = (text) => text.match(NAME) ?? [];

export const total = (items, weightOf) => items.reduce((sum, item) => sum + weightOf(item), 0);
