import { nearest } from "../alike.mjs";
import { standInFor } from "../names/known.mjs";
import { isBuiltin, packageName } from "../project/packages.mjs";
import { MAX_KNOWN_NAMES } from "../limits.mjs";
import { isRootFile } from "../paths.mjs";

const MAX_DISTANCE = 2;
// Modules that a Vite plugin makes up.
const VIRTUAL = /^(?:virtual:|~icons\/|~(?:react-|solid-)?pages$|~build\/|~virtual\/|(?:uno|unfonts)\.css$|\0)/;

/** A finding `{code, message, hint?}` about an import of a package, or null when it may stay. */
export function checkBare(project, importer, specifier) {
  if (VIRTUAL.test(specifier)) return null;
  const name = packageName(specifier);
  const { known, declared } = project.packages;
  if (!known) return null;
  if (isBuiltin(specifier) && !(declared.has(name) && !specifier.startsWith("node:")))
    return checkBuiltin(importer, specifier);
  if (!declared.has(name)) return undeclared(project, name);
  if (project.catalog && !Object.hasOwn(project.catalog, name)) {
    return {
      code: "PACKAGE_NOT_IN_CATALOG",
      message: `"${name}" is not in the package catalog`,
      hint: () => near(name, Object.keys(project.catalog)),
    };
  }
  return null;
}

/** Configuration files at the root run in Node; everything else is for the browser. */
function checkBuiltin(importer, specifier) {
  if (isRootFile(importer)) return null;
  return { code: "NODE_BUILTIN_IMPORT", message: `"${specifier}" exists in Node, not in a browser` };
}

function undeclared(project, name) {
  const message = `"${name}" is not declared in package.json`;
  const version = project.catalog && Object.hasOwn(project.catalog, name) ? project.catalog[name] : null;
  if (version)
    return {
      code: "BARE_IMPORT_UNDECLARED",
      message,
      hint: `Add "${name}": "${version}" to dependencies (it is in the catalog)`,
    };
  return { code: "BARE_IMPORT_UNDECLARED", message, hint: () => nearDeclared(project, name) };
}

function nearDeclared(project, name) {
  const other = standInFor(name);
  if (other) return `Use "${other}": it stands in for "${name}" in the catalog`;
  const known = [...project.packages.declared, ...Object.keys(project.catalog ?? {})];
  return near(name, known) ?? `Add "${name}" to dependencies or import something else`;
}

function near(name, names) {
  const best = nearest(name, names.slice(0, MAX_KNOWN_NAMES), MAX_DISTANCE);
  return best && `Did you mean "${best}"?`;
}
