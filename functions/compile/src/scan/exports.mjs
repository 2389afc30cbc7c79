import { MAX_NAMES_PER_FILE } from "../limits.mjs";
import { extension } from "../paths.mjs";
import { maskComments } from "./mask.mjs";
import { elements } from "./tags.mjs";

const ID = "[\\p{ID_Start}$_][\\p{ID_Continue}$\\u200c\\u200d]*";
const DECLARED = new RegExp(
  `(?<=^|[;{}])[ \\t]*export\\s+(?:declare\\s+)?(?:async\\s+)?(?:abstract\\s+)?` +
    `(const\\s+enum|function\\s*\\*?|class|const|let|var|enum|interface|type|namespace)\\s+(${ID})`,
  "gmu",
);
const LISTED = /(?<=^|[;{}])[ \t]*export\s+(type\s+)?\{([^{}]{0,8000})\}/gm;
const DEFAULT = /(?<=^|[;{}])[ \t]*export\s+default\b/m;
const STAR =
  /^[ \t]*export\s+(?:type\s+)?\*\s*(?:as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s+)?from\s*(["'])([^"'\n]+)\2/gmu;
const TYPE_KINDS = new Set(["interface", "type"]);

/** `{values, types, stars}`: exported names by whether they exist at run time, and the modules of `export *`. */
export function scanExports(path, source) {
  const kind = extension(path);
  if (kind === "vue") return { ...scanModule(""), values: new Set(["default"]) };
  if (kind !== "svelte") return scanModule(source);
  const found = scanModule(elements(source, "script").find(isModuleScript)?.text ?? "");
  found.values.add("default");
  return found;
}

/** Names in order, with those of `export *` from local modules; `resolve(path, specifier)` gives a path or null. */
export function namesOf(path, scans, resolve, seen = new Set()) {
  const scan = scans.get(path);
  if (!scan || seen.has(path)) return [];
  seen.add(path);
  const names = new Set([...scan.values, ...scan.types]);
  for (const star of scan.stars) {
    const target = resolve(path, star);
    for (const name of target ? namesOf(target, scans, resolve, seen) : []) if (name !== "default") names.add(name);
  }
  return [...names].slice(0, MAX_NAMES_PER_FILE);
}

/** Whether a name of a module is only a type, followed through `export *`. */
export function isTypeOnly(path, name, scans, resolve, seen = new Set()) {
  const scan = scans.get(path);
  if (!scan || seen.has(path) || scan.values.has(name)) return false;
  seen.add(path);
  if (scan.types.has(name)) return !scan.declares(name);
  const targets = scan.stars.map((star) => resolve(path, star));
  if (targets.includes(null)) return false;
  const sources = targets.filter((target) => namesOf(target, scans, resolve).includes(name));
  return sources.length > 0 && sources.every((target) => isTypeOnly(target, name, scans, resolve, seen));
}

function scanModule(source) {
  const masked = maskComments(source);
  const found = { values: new Set(), types: new Set(), stars: [], declares: (name) => declaresValue(masked, name) };
  for (const [, kind, name] of masked.matchAll(DECLARED)) (TYPE_KINDS.has(kind) ? found.types : found.values).add(name);
  for (const [, typed, list] of masked.matchAll(LISTED))
    for (const item of list.split(",")) addListed(found, typed, item);
  for (const [, name, , specifier] of masked.matchAll(STAR))
    name ? found.values.add(name) : found.stars.push(specifier);
  if (DEFAULT.test(masked)) found.values.add("default");
  for (const name of found.values) found.types.delete(name);
  return found;
}

const isModuleScript = ({ attributes }) => "module" in attributes || attributes.context === "module";

/** A value of that name anywhere in the module: enough doubt not to call it a type. */
function declaresValue(masked, name) {
  return new RegExp(
    `\\b(?:const|let|var|function\\s*\\*?|class|enum|namespace)\\s+${name.replaceAll("$", "\\$")}(?![\\w$])`,
  ).test(masked);
}

function addListed(found, typed, item) {
  const words = item.trim().split(/\s+/);
  const name = words.at(-1).replace(/^["']|["']$/g, "");
  if (name) (typed || (words[0] === "type" && words.length > 1) ? found.types : found.values).add(name);
}
