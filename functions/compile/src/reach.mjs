import { directory, isCode, isData, isStyle, isTest, isTool, join } from "./paths.mjs";

// What a build loads beside the page.
const CONFIG = /^(?:vite|svelte|postcss|uno|unocss|windi)\.config\.[mc]?[jt]s$/;
const TAILWIND = /^tailwind\.config\.[mc]?[jt]s$/;
const POSTCSS = /^postcss\.config\.[mc]?[jt]s$/;
const OLD_TAILWIND = /(?<![@\w/-])tailwindcss(?![\w/-])/;
// Says that a file is no text, which policy asks of all of them; and what Tailwind would read in files that no page loads.
const ALWAYS = new Set(["INVALID_UTF8", "CLASS_TOO_DEEP"]);

/**
 * Every file that the page and the build's configuration load. `globs` are the folders that a module imports from as
 * a whole, by its path: `[{prefix, suffix}]`.
 */
export function reachedFiles({ project, findings }, globs) {
  const paths = [...project.files.keys()];
  // Names of package.json's own may lead anywhere.
  if (project.packages.subpaths.length) return new Set(paths);
  const seen = new Set([...project.page.pages, ...paths.filter((path) => isLoaded(project, path))]);
  for (const path of seen) {
    for (const next of findings.loads.get(path) ?? []) seen.add(next);
    for (const glob of globs.get(path) ?? []) for (const next of matching(paths, path, glob)) seen.add(next);
  }
  return seen;
}

const isLoaded = (project, path) => CONFIG.test(path) || (TAILWIND.test(path) && readsTailwind(project.files));

const readsTailwind = (files) =>
  [...files].some(([path, text]) => POSTCSS.test(path) && typeof text === "string" && OLD_TAILWIND.test(text));

function matching(paths, importer, { prefix, suffix }) {
  const base = prefix.startsWith(".") ? join(directory(importer), `${prefix}x`)?.slice(0, -1) : prefix.replace(/^\//, "");
  const start = /^[./]/.test(prefix) && base !== undefined ? base : "";
  return paths.filter((path) => path.startsWith(start) && path.endsWith(suffix));
}

/** Errors of files that nothing loads: one warning for each file. What tools alone read is left out. */
export function judge(project, diagnostics, reached) {
  const dead = new Map();
  const kept = diagnostics.filter((item) => {
    if (isJudged(project, item, reached)) return true;
    if (item.severity === "error" && !dead.has(item.path)) dead.set(item.path, []);
    if (item.severity === "error") dead.get(item.path).push(item);
    return item.severity !== "error" && !isTool(item.path);
  });
  return [...kept, ...[...dead].flatMap(([path, items]) => (isTool(path) ? [] : [asWarning(items)]))];
}

const isJudged = ({ files }, { path, code }, reached) =>
  !files.has(path) || ALWAYS.has(code) || reached.has(path) || isTest(path) || !(isCode(path) || isStyle(path) || isData(path));

function asWarning([first, ...more]) {
  const faults = more.length ? `, which has ${more.length + 1} faults` : "";
  return { ...first, severity: "warning", hint: [first.hint, `No page loads this file${faults}`].filter(Boolean).join(". ") };
}
