import { error, Refusal } from "../diagnostics.mjs";
import { told } from "./told.mjs";

/** The answer to a source that was not compiled. */
export const refused = (diagnostic, timings = {}) => ({
  ok: false,
  diagnostics: [diagnostic],
  graph: {},
  exports: {},
  undeclared: {},
  jsx: [],
  timings,
});

/** Runs `work`; a refusal, or a defect of ours met on the way, becomes an answer. Nothing is thrown. */
export async function answering(clock, work) {
  try {
    return { ...(await work()), timings: clock.timings() };
  } catch (cause) {
    if (cause instanceof Refusal) return refused(cause.diagnostic, clock.timings());
    console.error(told(cause));
    return refused(
      error("COMPILE_CRASHED", "The compiler stopped: some file may be nested too deeply"),
      clock.timings(),
    );
  }
}
