import { isAsset, isStyle, join } from "../paths.mjs";
import { packageName } from "../project/packages.mjs";
import { expandAlias, isAliased, isInDoubt, packageAlias } from "./alias.mjs";
import { checkBare } from "./bare.mjs";
import { explainMissing, fromImporter, resolveFile } from "./local.mjs";

const URL_SCHEME = /^(?:https?:|\/\/)/i;
const FILE_SYSTEM =
  /^(?:file:|[A-Za-z]:[\\/])|^\/(?:home|Users|root|etc|var|tmp|usr|opt|mnt|proc|dev|sys|private|work)\//;
const RELATIVE = /^\.{1,2}(?:\/|$)/;

/**
 * What a specifier in `importer` means:
 * `{path, query}` a file of the project, `{external: true}` not ours, or `{problem: {code, message, hint?}}`.
 */
export function resolveSpecifier(project, importer, specifier) {
  if (URL_SCHEME.test(specifier))
    return refuse("URL_IMPORT", `Importing from a URL is not allowed: ${specifier}`, "Use a package from package.json");
  if (/^data:/i.test(specifier)) return { external: true };
  const [name, query] = splitQuery(specifier);
  if (RELATIVE.test(name)) return fromBase(project, importer, name, query, fromImporter(importer, name));
  if (name.startsWith("/")) return fromRoot(project, importer, name, query);
  if (FILE_SYSTEM.test(name)) return absolute(specifier);
  if (name.includes("\\"))
    return refuse("LOCAL_IMPORT_UNRESOLVED", `Cannot resolve "${specifier}"`, 'Separate folders with "/"');
  if (name.startsWith("#") && hasSubpath(project, name)) return { external: true };
  return fromAlias(project, importer, name, query) ?? doubtful(project, name, fromPackage(project, importer, name));
}

/** What an alias that could not be read may name is not held against the project. */
function doubtful(project, specifier, result) {
  if (!result.problem || !isInDoubt(project, specifier)) return result;
  const hint = "The aliases of vite.config could not be read; the build knows";
  return { problem: { ...result.problem, hint, severity: "warning" } };
}

export function splitQuery(specifier) {
  const at = specifier.indexOf("?");
  return at === -1 ? [specifier, ""] : [specifier.slice(0, at), specifier.slice(at + 1)];
}

function fromBase(project, importer, specifier, query, base) {
  if (base === null) return refuse("LOCAL_IMPORT_UNRESOLVED", `"${specifier}" is outside the project`);
  const path = resolveFile(project, base);
  return path === null ? missing(project, importer, specifier, base) : { path, query };
}

/** `/x` is a file of the project, or something in `public/` that is not code. */
function fromRoot(project, importer, specifier, query) {
  const base = join("", specifier);
  if (base === null) return absolute(specifier);
  const open = `public/${base}`;
  if (project.files.has(open) && (isAsset(base) || isStyle(base) || query)) return { path: open, query };
  const path = resolveFile(project, base);
  if (path !== null) return { path, query };
  return FILE_SYSTEM.test(specifier) ? absolute(specifier) : missing(project, importer, specifier, base);
}

function fromAlias(project, importer, specifier, query) {
  if (packageAlias(project, specifier) !== null) return null;
  const bases = expandAlias(project, importer, specifier);
  for (const base of bases) {
    const path = resolveFile(project, base);
    if (path !== null) return { path, query };
  }
  return isAliased(project, importer, specifier) && !declared(project, specifier)
    ? missing(project, importer, specifier, bases[0])
    : null;
}

const declared = (project, specifier) => project.packages.declared.has(packageName(specifier));

function fromPackage(project, importer, asked) {
  const specifier = packageAlias(project, asked) ?? asked;
  if (/^[@~]\//.test(specifier)) {
    const hint = "Configure it under resolve.alias in vite.config";
    return refuse("LOCAL_IMPORT_UNRESOLVED", `Nothing says what "${specifier.slice(0, 2)}" means in ${importer}`, hint);
  }
  if (specifier === "") return refuse("LOCAL_IMPORT_UNRESOLVED", "The import names nothing");
  const problem = checkBare(project, importer, specifier);
  return problem ? { problem } : { external: true };
}

function hasSubpath(project, name) {
  const fits = (key) => key === name || (key.includes("*") && name.startsWith(key.slice(0, key.indexOf("*"))));
  return project.packages.subpaths.some(fits);
}

function missing(project, importer, specifier, base) {
  const { code, hint } = explainMissing(project, importer, specifier, base);
  return refuse(code, `Cannot resolve "${specifier}"`, hint);
}

const absolute = (specifier) =>
  refuse("ABSOLUTE_IMPORT", `Importing from the file system is not allowed: ${specifier}`, "Use a relative path");

const refuse = (code, message, hint) => ({ problem: { code, message, hint } });
