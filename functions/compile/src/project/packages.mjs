import { builtinModules } from "node:module";

import { error } from "../diagnostics.mjs";
import { parseJson, record } from "./json.mjs";

const FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
const BUILTINS = new Set(builtinModules.filter((name) => !name.startsWith("_")));

/** `{declared: Set, subpaths: record, diagnostics}` of package.json. */
export function readPackages(files) {
  const text = files.get("package.json");
  if (typeof text !== "string")
    return empty(error("PACKAGE_JSON_MISSING", "package.json is missing", { path: "package.json" }));
  const { value, problem } = parseJson("package.json", text);
  if (problem) return empty({ ...problem, code: "PACKAGE_JSON_INVALID" });
  const declared = new Set(FIELDS.flatMap((field) => Object.keys(record(record(value)[field]))));
  return { known: true, declared, subpaths: record(record(value).imports), diagnostics: [] };
}

/** `@scope/name/deep` -> `@scope/name`. */
export const packageName = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

export const isBuiltin = (specifier) => specifier.startsWith("node:") || BUILTINS.has(packageName(specifier));

// Without a readable package.json every import would be undeclared: one diagnostic is enough.
const empty = (problem) => ({ known: false, declared: new Set(), subpaths: {}, diagnostics: [problem] });
