import { diagnostic } from "../diagnostics.mjs";
import { isRootFile, isTest } from "../paths.mjs";
import { locate } from "../scan/imports.mjs";
import { maskComments } from "../scan/mask.mjs";

// Wrong only when the page really loads the file.
const ONLY_WHEN_REACHED = new Set(["NODE_BUILTIN_IMPORT", "EXPORT_NOT_FOUND"]);

/** What one compilation learns about imports: the graph, and problems still without their final severity. */
export class Findings {
  edges = new Map();
  problems = [];
  targets = new Map();

  link(importer, specifier, path) {
    if (!this.edges.has(importer)) this.edges.set(importer, new Set());
    this.edges.get(importer).add(path);
    this.targets.set(`${importer}\0${specifier}`, path);
  }

  /** A problem with an import; `severity` caps it, `place` is found by the specifier when not given. */
  report(importer, specifier, problem, { severity = "error", place } = {}) {
    this.problems.push({ importer, specifier, problem, severity, place });
  }

  has(importer, specifier) {
    return this.targets.has(`${importer}\0${specifier}`) || this.problems.some((item) => item.importer === importer && item.specifier === specifier);
  }

  graph() {
    const entries = [...this.edges].map(([path, targets]) => [path, [...targets].sort()]);
    return Object.fromEntries(entries.sort((a, b) => (a[0] < b[0] ? -1 : 1)));
  }

  /** Diagnostics, once it is known which files the page loads. */
  diagnostics(files, reached) {
    return this.problems.map((item) => {
      const { code, message, hint } = item.problem;
      const place = item.place ?? find(files.get(item.importer), item.specifier);
      return diagnostic(severityOf(item, reached), code, message, { path: item.importer, ...place, hint });
    });
  }
}

function severityOf({ importer, problem, severity }, reached) {
  if (isTest(importer)) return "warning";
  if (ONLY_WHEN_REACHED.has(problem.code) && !reached.has(importer) && !isRootFile(importer)) return "warning";
  return severity;
}

const find = (source, specifier) => (typeof source === "string" && specifier ? locate(maskComments(source), specifier) : {});

/** Every file that can be reached from `roots` along `edges`. */
export function reachable(edges, roots) {
  const seen = new Set(roots);
  for (const path of seen) for (const next of edges.get(path) ?? []) seen.add(next);
  return seen;
}
