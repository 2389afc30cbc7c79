import { error } from "../diagnostics.mjs";
import { VERBATIM_BASES } from "../frameworks.mjs";
import { MAX_ALIASES } from "../limits.mjs";
import { directory, join } from "../paths.mjs";
import { parseJson, record } from "./json.mjs";

const ROOTS = ["tsconfig.json", "jsconfig.json"];
const NODE_CONFIG = /node|vite|vitest|test/;

/** `{paths: [{pattern, targets}], baseUrl, include, allowJs, compilerOptions, diagnostics}` of all of tsconfig. */
export function readTsconfig(files) {
  const result = {
    paths: [],
    baseUrl: null,
    include: [],
    allowJs: false,
    compilerOptions: {},
    diagnostics: [],
    seen: new Set(),
  };
  const root = ROOTS.find((path) => files.has(path));
  if (!root) return result;
  const config = load(files, root, result);
  for (const path of [...references(config, root), root]) apply(files, path, result);
  return bounded(result, root);
}

/** Each import is held against each alias, and each target of one that fits is looked for. */
function bounded(result, path) {
  const count = result.paths.reduce((sum, { targets }) => sum + Math.max(targets.length, 1), 0);
  if (count <= MAX_ALIASES) return result;
  const message = `"paths" has ${count} targets, and may have ${MAX_ALIASES}`;
  return { ...result, paths: [], diagnostics: [...result.diagnostics, error("SOURCE_TOO_LARGE", message, { path })] };
}

function references(config, root) {
  const list = Array.isArray(config.references) ? config.references : [];
  const paths = list.map((item) => join(directory(root), String(record(item).path ?? "")));
  return paths.filter((path) => path && !NODE_CONFIG.test(path.replace(/^tsconfig/, ""))).map(asFile);
}

const asFile = (path) => (path.endsWith(".json") ? path : `${path}/tsconfig.json`);

/** The nearest file wins, so bases are applied first; each file once, however often it is named. */
function apply(files, path, result) {
  if (result.seen.has(path)) return;
  result.seen.add(path);
  const config = load(files, path, result);
  for (const base of [config.extends ?? []].flat()) {
    if (typeof base !== "string") continue;
    if (VERBATIM_BASES.some((name) => base.startsWith(name))) result.compilerOptions.verbatimModuleSyntax = true;
    const local = base.startsWith(".") ? join(directory(path), base) : null;
    if (local) apply(files, files.has(local) ? local : `${local}.json`, result);
  }
  result.include.push(...[config.include ?? []].flat().filter((item) => typeof item === "string"));
  merge(record(config.compilerOptions), directory(path), result);
}

function merge(options, folder, result) {
  if (typeof options.baseUrl === "string") result.baseUrl = join(folder, options.baseUrl);
  const base = typeof options.baseUrl === "string" ? result.baseUrl : folder;
  for (const [pattern, targets] of Object.entries(record(options.paths))) {
    const resolved = [targets].flat().filter((item) => typeof item === "string");
    result.paths.push({
      pattern,
      targets: resolved.map((item) => join(base ?? "", item)).filter((item) => item !== null),
    });
  }
  result.allowJs ||= options.allowJs === true;
  for (const key of ["verbatimModuleSyntax", "experimentalDecorators", "useDefineForClassFields"]) {
    if (typeof options[key] === "boolean") result.compilerOptions[key] = options[key];
  }
}

function load(files, path, result) {
  const text = files.get(path);
  if (typeof text !== "string") return {};
  const { value, problem } = parseJson(path, text, { comments: true });
  if (problem && !result.diagnostics.some((item) => item.path === path)) result.diagnostics.push(problem);
  return record(value);
}
