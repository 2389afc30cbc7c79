import { createRequire } from "node:module";

import { directory, extension, isBinary, isPlainCss, join } from "../paths.mjs";
import { ContentCache } from "../load/cache.mjs";
import { memo } from "../memo.mjs";
import { packageName } from "../project/packages.mjs";
import { expandAlias } from "../resolve/alias.mjs";
import { MAX_SHEET } from "../limits.mjs";
import { isHeavyWord, rulesOf, sheetRefusal, slotsOf } from "../weight/sheets.mjs";
import { wait } from "./waits.mjs";

const require = createRequire(import.meta.url);
const URL_IN_CSS = /url\(\s*(["']?)([^"')]{1,2000})\1\s*\)/g;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/|#|\$|var\()/i;
// A style sheet without any of these is plain CSS already.
const TAILWINDS = /@(?:import|tailwind|apply|theme|utility|variant|custom-variant|reference|plugin|config|source|layer)\b|\b(?:theme|--alpha|--spacing)\(/;
const REMOTE = /^(?:https?:)?\/\//i;
// Packages begin here in the names of style sheets; no file of a project does.
const PACKAGES = "packages:";
const NOT_SCANNED = new Set(["css", "less", "scss", "sass", "styl", "stylus", "lock", "map"]);
const LOCKS = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/;

const words = new ContentCache();

let tailwind;
let oxide;
const load = async () => {
  tailwind ??= await import("tailwindcss");
  oxide ??= require("@tailwindcss/oxide");
};

/**
 * Compiles style sheets with our own pinned Tailwind: `(path, text) -> text` with every import in it and every address
 * from the root. `@plugin` and `@config` name code, which is never run here.
 */
export async function stylesheets({ project, packages, base }) {
  await load();
  const candidates = memo(() => requireFewWords(scan(project.files)));
  const context = { project, packages, base };
  return async (path, text) => {
    requireLight(path, text);
    const own = rewrite(context, path, text);
    if (!TAILWINDS.test(own)) return own;
    const loads = { ...context, loaded: new Set([path]), slots: new Map(slotsOf(text)), count: 0 };
    const compiled = await tailwind.compile(own, {
      base: directory(path),
      loadModule: (id) => wait(`a style sheet runs ${id}`),
      loadStylesheet: async (id, from) => sheet(loads, id, from),
    });
    requireOwnSources(compiled);
    requireFewRules(loads, candidates(""));
    return compiled.build(candidates(""));
  };
}

/** Sheets that Tailwind would take more than its time for are left to the build, before it sees them. */
function requireLight(path, text) {
  const reason = sheetRefusal(path, text);
  if (reason) wait(reason);
}

function requireFewWords(words) {
  if (words.length > MAX_SHEET.words) wait("the project has too many words that could be classes");
  if (words.some(isHeavyWord)) wait("a class name is too deep: it has too many parts");
  return words;
}

function requireFewRules({ slots }, words) {
  if (slots.size && words.some((word) => rulesOf(word, slots) > MAX_SHEET.expanded)) wait("a class name is too deep: its variants have too many slots");
}

/** Every word that could be a class, as the build finds them: with Tailwind's own scanner, each file once. */
function scan(files) {
  const scanned = [...files].filter(([path, text]) => typeof text === "string" && isScanned(path));
  return [...new Set(scanned.flatMap(([path, text]) => words.get("words", extension(path) || "html", text, () => wordsOf(path, text))))];
}

// Tailwind's scanner looks from each of them for its end.
const BRACKETS = /[[({]{80,}/;

const wordsOf = (path, content) => BRACKETS.test(content) ? wait(`${path} is too deep: its brackets are inside each other`) : new oxide.Scanner({ sources: [] }).scanFiles([{ content, extension: extension(path) || "html" }]);

const isScanned = (path) => !NOT_SCANNED.has(extension(path)) && !isBinary(path) && !LOCKS.test(path);

/** Sources elsewhere than in the project, or fewer than all of it, are the build's business. */
function requireOwnSources({ root, sources }) {
  if (root === "none" || root?.pattern) wait("a style sheet names the sources of its classes");
  if (sources.length) wait("a style sheet names sources with @source");
}

function sheet(loads, id, from) {
  const { project, packages, base } = loads;
  const ours = ownSheet(project, id, from);
  requireOnce(loads, ours);
  if (ours) return { path: ours, base: directory(ours), content: rewrite({ project, packages, base }, ours, project.files.get(ours)) };
  const path = packageSheet(packages, id, from);
  if (!path) wait(`the style sheet ${id} comes from no package of the catalog`);
  return { path, base: PACKAGES + directory(path), content: addresses(packages.sheets[path], base) };
}

/** A sheet that is imported twice is in the result twice, and what it imports four times. */
function requireOnce(loads, path) {
  loads.count += 1;
  if (loads.count > MAX_SHEET.loaded) wait("too many style sheets import each other");
  if (path === null) return;
  if (loads.loaded.has(path)) wait(`${path} is imported more than once`);
  loads.loaded.add(path);
  const text = String(loads.project.files.get(path));
  requireLight(path, text);
  for (const [name, slots] of slotsOf(text)) loads.slots.set(name, slots);
}

function ownSheet(project, id, from) {
  if (from.startsWith(PACKAGES)) return null;
  const near = /^\//.test(id) ? join("", id) : join(from, id);
  const aliased = /^[./]/.test(id) ? [] : expandAlias(project, "index.css", id);
  const found = [near, ...aliased].filter(Boolean).flatMap((path) => [path, `${path}.css`]).find((path) => project.files.has(path));
  if (found && (!isPlainCss(found) || typeof project.files.get(found) !== "string")) wait(`${found} needs a preprocessor`);
  return found ?? null;
}

function packageSheet({ styles, sheets }, id, from) {
  const near = from.startsWith(PACKAGES) ? join(from.slice(PACKAGES.length), id) : null;
  const found = [near, near && `${near}.css`, Object.hasOwn(styles, id) ? styles[id] : null];
  return found.find((path) => path && Object.hasOwn(sheets, path)) ?? null;
}

/** The addresses of a package's fonts, which the package's bundler left open. */
const addresses = (text, base) => text.replaceAll("packages:", () => base.packages);

/** Addresses from the root instead of from this style sheet, which becomes part of another. */
function rewrite({ project, base }, path, text) {
  if (/@import\s+(?:url\(\s*)?["']?(?:https?:)?\/\//i.test(text)) wait("a style sheet is loaded from another server");
  return text.replace(URL_IN_CSS, (whole, _quote, address) => {
    if (ELSEWHERE.test(address) || REMOTE.test(address)) return whole;
    const file = join(directory(path), address.split(/[?#]/)[0]);
    if (!file || !project.files.has(file)) return whole;
    return `url("${base.files}${encodeURI(file)}")`;
  });
}

/** The text of a package's style sheet that a module imports. */
export function importedSheet({ packages, base }, specifier) {
  const path = Object.hasOwn(packages.styles, specifier) ? packages.styles[specifier] : null;
  if (!path) wait(`${packageName(specifier)} has no style sheet ${specifier} here`);
  return { path, text: addresses(packages.sheets[path], base) };
}
