import { COMPONENTS } from "../frameworks.mjs";
import { directory, extension, join, relativeSpecifier } from "../paths.mjs";

// Vite's own list: components, `.css`, `.cjs` and `.cts` are never added.
const ADDED = [".mjs", ".js", ".mts", ".ts", ".jsx", ".tsx", ".json"];
const NAMED_ONLY = [...COMPONENTS, "css", "cjs", "cts"].map((ext) => `.${ext}`);
const TS_OUTPUT = { js: [".ts", ".tsx"], jsx: [".tsx"], mjs: [".mts"], cjs: [".cts"] };
const MAX_SUGGESTIONS = 3;

/** The file a module path means, by Vite's rules and exact case, or null. */
export function resolveFile(project, base) {
  return candidates(project, base).find((path) => project.files.has(path)) ?? null;
}

function candidates(project, base) {
  const extra = NAMED_ONLY.filter((ext) => project.vite.extensions.has(ext));
  const added = [...ADDED, ...extra];
  return [base, ...typescriptSources(base), ...added.map((ext) => base + ext), ...added.map((ext) => index(base, ext))];
}

const index = (base, ext) => `${base ? `${base}/` : ""}index${ext}`;

/** TypeScript lets a module be named by the file it would emit. */
function typescriptSources(base) {
  const kind = extension(base);
  return (TS_OUTPUT[kind] ?? []).map((ext) => base.slice(0, -kind.length - 1) + ext);
}

/** What else may have been meant: `{code, hint}`; a hint that needs a search is a function. */
export function explainMissing(project, importer, specifier, base) {
  const differs = caseTwin(project, base);
  if (differs) return { code: "IMPORT_CASE_MISMATCH", hint: `The file is ${differs}: upper and lower case differ` };
  const unnamed = NAMED_ONLY.map((ext) => base + ext).find((path) => project.files.has(path));
  if (unnamed)
    return { code: "LOCAL_IMPORT_UNRESOLVED", hint: `Write the extension: "${specifier}.${extension(unnamed)}"` };
  return { code: "LOCAL_IMPORT_UNRESOLVED", hint: () => didYouMean(suggestions(project, importer, base)) };
}

function caseTwin(project, base) {
  const lower = candidates(project, base).map((path) => path.toLowerCase());
  const twin = lower.find((path) => project.folded.has(path));
  return twin === undefined ? null : project.folded.get(twin);
}

const didYouMean = (near) => (near.length ? `Did you mean ${near.join(" or ")}?` : undefined);

/** Files of the same name elsewhere in the project. */
function suggestions(project, importer, base) {
  const wanted = stem(base);
  if (!wanted) return [];
  const same = [...project.files.keys()].filter(
    (path) => path !== importer && stem(path) === wanted && path.startsWith("src/"),
  );
  return same.slice(0, MAX_SUGGESTIONS).map((path) => `"${asSpecifier(importer, path)}"`);
}

const asSpecifier = (importer, path) =>
  relativeSpecifier(importer, path).replace(/(?:\/index)?\.(?:[mc]?[jt]s|[jt]sx)$/, "");

function stem(path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const plain = name.replace(/\.[^.]+$/, "").toLowerCase();
  return plain === "index" ? directory(path).split("/").at(-1).toLowerCase() : plain;
}

export const fromImporter = (importer, relative) => join(directory(importer), relative);
