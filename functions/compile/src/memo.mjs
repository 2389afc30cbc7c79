/** `compute` of one argument, computed once for each. */
export function memo(compute) {
  const held = new Map();
  return (name) => {
    if (!held.has(name)) held.set(name, compute(name));
    return held.get(name);
  };
}
