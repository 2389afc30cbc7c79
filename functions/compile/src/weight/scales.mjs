import { error } from "../diagnostics.mjs";
import { MAX_SHARES } from "../limits.mjs";
import { weigh } from "./component.mjs";

/** Weighs the components of one project: each for itself, and all together. */
export class Scales {
  #project;
  #shares = 0;
  #answers = new Map();

  constructor(project) {
    this.#project = project;
  }

  /** The diagnostic for a file that must not be compiled, or null. A file is weighed once. */
  refusal(path, source) {
    if (!this.#answers.has(path)) this.#answers.set(path, this.#weigh(path, source));
    return this.#answers.get(path);
  }

  #weigh(path, source) {
    const { share, diagnostic } = weigh(this.#project, path, source);
    if (diagnostic) return diagnostic;
    this.#shares += share;
    if (this.#shares <= MAX_SHARES) return null;
    return error("COMPILE_TOO_DEEP", "The components of the project are too large together to be compiled", { path });
  }
}
