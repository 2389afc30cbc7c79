import { esbuild } from "../bundle/service.mjs";
import { ContentCache } from "../load/cache.mjs";
import { LOADERS, loaderOf } from "../load/loaders.mjs";
import { MAX_UNDECLARED } from "../limits.mjs";
import { extension, isTest } from "../paths.mjs";
import { maskComments } from "../scan/mask.mjs";

const TAG = /<([A-Z][\w$]{0,60})/g;
const HOOK = /\b(use[A-Z]\w{0,60})\s{0,3}[<(]/g;
const CLAUSE = /^[ \t]*import\s((?:(?!\bimport\b)[^;"'`()]){1,4000}?)\sfrom\s{0,9}["']/gm;
const WORD = /[\w$]+/g;
const REACT_HOOKS = "useState useEffect useMemo useRef useCallback useReducer useContext useId".split(" ");
const MARK = "Undeclared_";
const cache = new ContentCache();

/**
 * Components and hooks that a module uses, and neither declares nor imports: `{path: [name]}`.
 * Only names that some module of src/ exports, and hooks of React. The bundler takes them for globals and says nothing.
 */
export async function undeclaredNames(job) {
  const known = knownNames(job);
  const doubtful = job.modules.flatMap((path) => {
    const names = isRead(path) ? wanted(job, path, known) : [];
    return names.length ? [[path, names]] : [];
  });
  const read = doubtful.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_UNDECLARED);
  const found = await Promise.all(read.map(async ([path, names]) => [path, await asked(job, path, names)]));
  return Object.fromEntries(found.filter(([, names]) => names.length));
}

const isRead = (path) => path.startsWith("src/") && !isTest(path) && !["cts", "cjs"].includes(extension(path));

/** What the modules of src/ export; a default export by the name of its file. */
function knownNames(job) {
  const known = new Set(REACT_HOOKS);
  for (const path of job.scans.keys()) {
    if (!path.startsWith("src/") || isTest(path)) continue;
    for (const name of job.namesOf(path)) known.add(name === "default" ? fileName(path) : name);
  }
  return known;
}

const fileName = (path) =>
  path
    .replace(/\.[^./]+$/, "")
    .replace(/\/index$/, "")
    .split("/")
    .at(-1);

/** Known names that stand in the module as a tag or a call, in no import of it, and that it does not export itself. */
function wanted(job, path, known) {
  const source = job.project.files.get(path);
  if (typeof source !== "string" || !(extension(path) in LOADERS) || extension(path) === "json") return [];
  const loader = loaderOf(job.project, path);
  const used = cache.get(`used ${loader}`, path, source, () => usedNames(source, loader));
  const { values } = job.scans.get(path);
  return used.filter((name) => known.has(name) && !values.has(name)).slice(0, MAX_UNDECLARED);
}

function usedNames(source, loader) {
  const masked = maskComments(source);
  const imported = new Set([...masked.matchAll(CLAUSE)].flatMap(([, clause]) => clause.match(WORD) ?? []));
  const used = [...(loader.endsWith("x") ? masked.matchAll(TAG) : []), ...masked.matchAll(HOOK)].map((match) => match[1]);
  return [...new Set(used)].filter((name) => !imported.has(name));
}

const asked = (job, path, names) => {
  const source = job.project.files.get(path);
  const loader = loaderOf(job.project, path);
  return cache.get(`unbound ${loader} ${names}`, path, source, () => unbound(source, loader, names));
};

/** Those of the names that esbuild finds unbound: it replaces only these. A component is never anything but a tag. */
async function unbound(source, loader, names) {
  const { transform } = await esbuild();
  const define = Object.fromEntries(names.map((name) => [name, MARK + name]));
  const options = { loader, jsx: "preserve", define, tsconfigRaw: "{}", logLevel: "silent" };
  const { code } = await transform(source, options).catch(() => ({ code: "" }));
  return names.filter((name) => isUnbound(code, name));
}

function isUnbound(code, name) {
  const places = [...code.matchAll(new RegExp(`(</?)?\\b${MARK}${name.replaceAll("$", "\\$")}(?![\\w$])`, "g"))];
  return places.length > 0 && (name.startsWith("use") || places.every(([, tag]) => tag));
}
