import { extension, isAsset, isCode, isCssModule, isDeclaration, isJson, isStyle } from "../paths.mjs";

const KNOWN_QUERY = /^(?:raw|url|inline|no-inline|worker|sharedworker|init)(?:$|[&=])/;
// CommonJS has whatever name is asked of it; an ES module has exactly its exports.
const ANYTHING = "module.exports = {};";
const DEFAULT_ONLY = 'export default "";';
const NOTHING = "export {};";

/** How an import of a file is represented: `module` (compiled), or a stand-in that has the same names. */
export function standIn(path, query, viteText) {
  if (extension(path) === "svg") return viteText.includes("svgr") ? "anything" : "default";
  if (query) return KNOWN_QUERY.test(query) ? "default" : "anything";
  if (isDeclaration(path)) return "anything";
  if (isCode(path) || isJson(path)) return "module";
  if (isStyle(path)) return isCssModule(path) ? "anything" : "nothing";
  return isAsset(path) ? "default" : "anything";
}

/** Vite reads a file it does not know as JavaScript, unless a plugin takes it. */
export const isUnknownKind = (path, query) =>
  !query &&
  extension(path) !== "wasm" &&
  !isCode(path) &&
  !isJson(path) &&
  !isStyle(path) &&
  !isAsset(path) &&
  !isDeclaration(path);

export const stubContents = { default: DEFAULT_ONLY, anything: ANYTHING, nothing: NOTHING };
