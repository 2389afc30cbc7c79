import { builtinModules } from "node:module";

import { error } from "../diagnostics.mjs";
import { MAX_SUBPATHS } from "../limits.mjs";
import { parseJson, record } from "./json.mjs";

const FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
const BUILTINS = new Set(builtinModules.filter((name) => !name.startsWith("_")));

/** `{known, declared: Set, versions: Map, subpaths: [name], diagnostics}` of package.json. */
export function readPackages(files) {
  const text = files.get("package.json");
  if (typeof text !== "string")
    return empty(error("PACKAGE_JSON_MISSING", "package.json is missing", { path: "package.json" }));
  const { value, problem } = parseJson("package.json", text);
  if (problem) return empty({ ...problem, code: "PACKAGE_JSON_INVALID" });
  const versions = new Map(FIELDS.toReversed().flatMap((field) => Object.entries(record(record(value)[field]))));
  const declared = new Set(versions.keys());
  const subpaths = Object.keys(record(record(value).imports));
  const crowd = subpaths.length > MAX_SUBPATHS ? [tooMany(subpaths)] : [];
  return { known: true, declared, versions, subpaths: subpaths.slice(0, MAX_SUBPATHS), diagnostics: crowd };
}

/** `@scope/name/deep` -> `@scope/name`. */
export const packageName = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

export const isBuiltin = (specifier) => specifier.startsWith("node:") || BUILTINS.has(packageName(specifier));

const tooMany = (subpaths) =>
  error("PACKAGE_JSON_INVALID", `"imports" has ${subpaths.length} names, and may have ${MAX_SUBPATHS}`, {
    path: "package.json",
  });

// Without a readable package.json every import would be undeclared: one diagnostic is enough.
const empty = (problem) => ({ known: false, declared: new Set(), versions: new Map(), subpaths: [], diagnostics: [problem] });
