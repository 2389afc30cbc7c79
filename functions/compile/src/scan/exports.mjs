import { MAX_NAMES_PER_FILE } from "../limits.mjs";
import { isComponent } from "../paths.mjs";
import { maskComments } from "./mask.mjs";
import { elements } from "./tags.mjs";

const ID = "[\\p{ID_Start}$_][\\p{ID_Continue}$\\u200c\\u200d]*";
const DECLARED = new RegExp(
  `(?<=^|[;{}])[ \\t]*export\\s+(?:declare\\s+)?(?:async\\s+)?(?:abstract\\s+)?` +
    `(const\\s+enum|function(?:\\s*\\*)?|class|const|let|var|enum|interface|type|namespace)\\s+(${ID})`,
  "gmu",
);
const VALUE = new RegExp(`\\b(?:const|let|var|function(?:\\s*\\*)?|class|enum|namespace)\\s+(${ID})`, "gu");
const LISTED = /(?<=^|[;{}])[ \t]*export\s+(type\s+)?\{([^{}]{0,8000})\}/gm;
const DEFAULT = /(?<=^|[;{}])[ \t]*export\s+default\b/m;
const STAR =
  /^[ \t]*export\s+(?:type\s+)?\*\s*(?:as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s+)?from\s*(["'])([^"'\n]+)\2/gmu;
const TYPE_KINDS = new Set(["interface", "type"]);

/** `{values, types, stars}`: exported names by whether they exist at run time, and the modules of `export *`. */
export function scanExports(path, source) {
  if (!isComponent(path)) return scanModule(source);
  const found = scanModule(elements(source, "script").find(isModuleScript)?.text ?? "");
  found.values.add("default");
  return found;
}

/** Names in order, with those of `export *` from local modules; `targetsOf(path)` gives their paths, null for none. */
export function namesOf(path, scans, targetsOf) {
  const names = new Set();
  for (const module of modulesOf(path, scans, targetsOf))
    for (const name of namesIn(scans.get(module))) {
      if (names.size >= MAX_NAMES_PER_FILE) return [...names];
      if (module === path || name !== "default") names.add(name);
    }
  return [...names];
}

/** How often a name is passed on by `export *`, over all modules: what the bundler's work grows with. */
export function passedOn(scans, targetsOf) {
  const counts = [...scans].map(([path, { stars }]) =>
    stars.length ? [...modulesOf(path, scans, targetsOf)].reduce((sum, one) => sum + scans.get(one).values.size, 0) : 0,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The module, and all that it exports everything of, each once, nearest first. */
function modulesOf(path, scans, targetsOf) {
  const modules = new Set(scans.has(path) ? [path] : []);
  for (const module of modules)
    for (const target of targetsOf(module)) if (scans.has(target)) modules.add(target);
  return modules;
}

function* namesIn({ values, types }) {
  yield* values;
  yield* types;
}

/** Whether a name of a module is only a type, followed through `export *`; in doubt it is not. */
export function isTypeOnly(path, name, scans, targetsOf) {
  let found = false;
  const modules = new Set(scans.has(path) ? [path] : []);
  for (const module of modules) {
    const scan = scans.get(module);
    if (scan.values.has(name)) return false;
    if (!scan.types.has(name)) {
      for (const target of targetsOf(module)) {
        if (target === null) return false;
        if (scans.has(target)) modules.add(target);
      }
    } else if (scan.declares(name)) return false;
    else found = true;
  }
  return found;
}

function scanModule(source) {
  const masked = maskComments(source);
  const found = { values: new Set(), types: new Set(), stars: [], declares: valuesIn(masked) };
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

/** Whether a value of a name stands anywhere in the module: enough doubt not to call it a type. */
function valuesIn(masked) {
  let names;
  return (name) => (names ??= new Set([...masked.matchAll(VALUE)].map((match) => match[1]))).has(name);
}

function addListed(found, typed, item) {
  const words = item.trim().split(/\s+/);
  const name = words.at(-1).replace(/^["']|["']$/g, "");
  if (name) (typed || (words[0] === "type" && words.length > 1) ? found.types : found.values).add(name);
}
