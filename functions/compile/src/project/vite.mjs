import { readAliases } from "./vite_alias.mjs";
import { readLoaders } from "./vite_loaders.mjs";

const CONFIG = /^vite\.config\.[mc]?[jt]s$/;
const EVERYWHERE = /tsconfigPaths|tsconfig-paths/;
const EXTENSION = /["'](\.[a-z]{1,10})["']/g;

/**
 * What the text of the Vite configuration shows; it is never run.
 * `{aliases, packages, doubts, extensions: Set, readsTsconfig, loaderOf, text}`, the first three as in `readAliases`,
 * `loaderOf` as in `readLoaders`. `packages`: those of package.json.
 */
export function readViteConfig(files, packages) {
  const path = [...files.keys()].find((name) => CONFIG.test(name));
  const text = path && typeof files.get(path) === "string" ? files.get(path) : "";
  const readsTsconfig = EVERYWHERE.test(text);
  return { text, ...readAliases(text), extensions: findExtensions(text), readsTsconfig, loaderOf: readLoaders(text, packages) };
}

/** What `resolve.extensions` may name. */
const findExtensions = (text) =>
  new Set(text.includes("extensions") ? [...text.matchAll(EXTENSION)].map((match) => match[1]) : []);
