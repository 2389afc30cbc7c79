import { knownEntry } from "./known.mjs";

const MEMBERS = "chatbuilder:members:";
// Of a package with more names only those are listed that a file in doubt mentions.
const MANY = 1_000;
/** What every object has. */
export const OF_OBJECTS = new Set(["constructor", "hasOwnProperty", "isPrototypeOf", "toString", "valueOf"]);
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** The module that stands for the default export of a package. */
export const membersOf = (specifier) => `${MEMBERS}${specifier}`;

/** The package of which a specifier means the members, or undefined. */
export const membersPlace = (specifier) =>
  specifier.startsWith(MEMBERS) ? specifier.slice(MEMBERS.length) : undefined;

/**
 * Whether the bundler shall look for the names that a module imports from a package. What the project passes on by
 * `export *` is left out: the bundler's work would grow with its size at each step.
 */
export const isInDoubt = (job, path, specifier) =>
  Boolean(job.doubts.get(path)?.specifiers.has(specifier)) && !job.starred.has(specifier);

/** A module with the names of a package, or with those of its default export. */
export function packageStub(job, namespace, specifier) {
  const entry = knownEntry(job.project, specifier);
  if (!entry) return "module.exports = {};";
  if (namespace === "members") return moduleOf([...new Set([...(entry.members ?? []), ...OF_OBJECTS])]);
  return moduleOf(entry.values.size > MANY ? mentioned(job, entry) : namesIn(entry));
}

/** CommonJS has no exports that a bundler could miss, so that a type that is imported as a value does no harm. */
const namesIn = ({ module, values, types }) => (module ? [...values] : [...values, ...types]);

const moduleOf = (names) => `const x=0;export{${names.map((name) => `x as ${name}`).join(",")}};`;

function mentioned({ project, doubts }, { specifier, values }) {
  const found = new Set(values.has("default") ? ["default"] : []);
  for (const [path, { specifiers }] of doubts) {
    if (!specifiers.has(specifier)) continue;
    for (const [word] of String(project.files.get(path)).matchAll(WORD)) if (values.has(word)) found.add(word);
  }
  return [...found];
}

/** Every specifier that some module of the project passes on as a whole. */
export const starredIn = (scans) => new Set([...scans.values()].flatMap(({ stars }) => stars));
