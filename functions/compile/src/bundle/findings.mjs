import { diagnostic } from "../diagnostics.mjs";
import { MAX_DIAGNOSTICS } from "../limits.mjs";
import { isTest } from "../paths.mjs";
import { maskComments } from "../scan/mask.mjs";
import { memo } from "../memo.mjs";
import { locate } from "../scan/places.mjs";

/** What one compilation learns about imports: the graph, and problems still without their final severity. */
export class Findings {
  edges = new Map();
  /** The edges without those that bring only types. */
  loads = new Map();
  /** `importer NUL specifier` -> path, or null when it could not be resolved. */
  targets = new Map();
  #problems = [];

  link(importer, specifier, path, { isType = false } = {}) {
    for (const edges of isType ? [this.edges] : [this.edges, this.loads]) {
      if (!edges.has(importer)) edges.set(importer, new Set());
      edges.get(importer).add(path);
    }
    this.targets.set(key(importer, specifier), path);
  }

  /**
   * A problem `{code, message, hint?}` with an import; `severity` caps it. `hint` and `place` may be functions:
   * what costs time is only asked for when it is shown. Without `place`, the specifier is looked for.
   */
  report(importer, specifier, problem, { severity = "error", place } = {}) {
    this.#problems.push({ importer, specifier, problem, severity: problem.severity ?? severity, place });
    if (specifier && !this.targets.has(key(importer, specifier))) this.targets.set(key(importer, specifier), null);
  }

  has(importer, specifier) {
    return this.targets.has(key(importer, specifier));
  }

  graph() {
    const entries = [...this.edges].map(([path, targets]) => [path, [...targets].sort()]);
    return Object.fromEntries(entries.sort((a, b) => (a[0] < b[0] ? -1 : 1)));
  }

  /** Only those that can be shown get a place and a hint. */
  diagnostics(files) {
    const sources = memo((path) => [maskComments(String(files.get(path))), String(files.get(path))]);
    const items = this.#problems.map((item) => ({ ...item, severity: isTest(item.importer) ? "warning" : item.severity }));
    const [errors, others] = [
      items.filter((item) => item.severity === "error"),
      items.filter((item) => item.severity !== "error"),
    ];
    return [...errors, ...others].map((item, index) => finish(item, index < 2 * MAX_DIAGNOSTICS, sources));
  }
}

function finish({ importer, specifier, problem, severity, place }, shown, sources) {
  const { code, message, hint } = problem;
  const where = shown ? { ...(value(place) ?? find(sources, importer, specifier)), hint: value(hint) } : {};
  return diagnostic(severity, code, message, { path: importer, ...where });
}

const key = (importer, specifier) => `${importer}\0${specifier}`;
const value = (given) => (typeof given === "function" ? given() : given);

/** First where no comment is, then anywhere: a template literal is masked, too. */
function find(sources, path, specifier) {
  const places = specifier ? sources(path).map((source) => locate(source, specifier)) : [];
  return places.find((place) => place.line) ?? {};
}
