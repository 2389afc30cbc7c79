import { readAliases } from "./vite_alias.mjs";

const CONFIG = /^vite\.config\.[mc]?[jt]s$/;
const EVERYWHERE = /tsconfigPaths|tsconfig-paths/;
const EXTENSION = /["'](\.[a-z]{1,10})["']/g;

/**
 * What the text of the Vite configuration shows; it is never run.
 * `{aliases, packages, doubts, extensions: Set, readsTsconfig, text}`, the first three as in `readAliases`.
 */
export function readViteConfig(files) {
  const path = [...files.keys()].find((name) => CONFIG.test(name));
  const text = path && typeof files.get(path) === "string" ? files.get(path) : "";
  return { text, ...readAliases(text), extensions: findExtensions(text), readsTsconfig: EVERYWHERE.test(text) };
}

/** What `resolve.extensions` may name. */
const findExtensions = (text) =>
  new Set(text.includes("extensions") ? [...text.matchAll(EXTENSION)].map((match) => match[1]) : []);
