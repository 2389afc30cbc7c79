/** Milliseconds a stage took, by name, and in all. */
export function startClock(now = () => performance.now()) {
  const start = now();
  let last = start;
  const stages = {};
  return {
    mark(name) {
      const at = now();
      stages[name] = round(at - last);
      last = at;
    },
    /** A stage measured elsewhere. */
    set(name, ms) {
      stages[name] = ms;
    },
    timings: () => ({ ...stages, total: round(now() - start) }),
  };
}

const round = (ms) => Math.round(ms * 10) / 10;
