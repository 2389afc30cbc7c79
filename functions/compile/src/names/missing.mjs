import { nearest } from "../alike.mjs";
import { MAX_SEARCHES } from "../limits.mjs";
import { knownEntry, siblings } from "./known.mjs";
import { movedTo } from "./moved.mjs";

const MAX_NAME = 60;

/** The problem with a name that a package does not have; `local` is what a default import is called. */
export function missingName(job, specifier, name, local) {
  const entry = knownEntry(job.project, specifier);
  const what = name === "default" ? "no default export" : `no export "${name}"`;
  return {
    code: "PACKAGE_EXPORT_NOT_FOUND",
    message: `${specifier} (${entry.version}) has ${what}`,
    hint: () => instead(job, entry, name, local),
  };
}

/** Problems with names that a TypeScript module passes on from a package; a type may be passed on unmarked. */
export const missingReexports = (job, path, { specifier, names }) =>
  absent(job, path, specifier, names, ({ values, types }, name) => !values.has(name) && !types.has(name));

/** Problems with types that a module imports as values, and that so are looked for at run time. */
export const typesAsValues = (job, path, { specifier, names }) =>
  absent(job, path, specifier, names, ({ module, types }, name) => module && types.has(name));

function absent(job, path, specifier, names, isAbsent) {
  const entry = job.doubts.get(path)?.specifiers.has(specifier) ? knownEntry(job.project, specifier) : null;
  return entry ? names.filter((name) => isAbsent(entry, name)).map((name) => missingName(job, specifier, name)) : [];
}

function instead(job, entry, name, local) {
  if (entry.module && entry.types.has(name)) return `"${name}" is a type: write "import type { ${name} }"`;
  const moved = movedTo(entry.specifier, name);
  if (moved) return moved;
  if (name === "default") return asNamed(entry, local);
  const [other] = siblings(entry.specifier, name);
  return other ? `Import it from "${other}"` : alike(job, entry, name);
}

function asNamed({ specifier, values }, local) {
  if (local && values.has(local)) return `Write import { ${local} } from "${specifier}"`;
  return `Import what you need by name, or import * as ${local || "all"} from "${specifier}"`;
}

/** Each search looks at all names of a package: only so many are made for one project. */
function alike(job, { values }, name) {
  if (name.length > MAX_NAME || (job.searches += 1) > MAX_SEARCHES) return undefined;
  const found = nearest(name, values);
  return found && `Did you mean "${found}"?`;
}
