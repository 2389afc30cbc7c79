import { join } from "../paths.mjs";

const CONFIG = /^vite\.config\.[mc]?[jt]s$/;
const KEY = /(?:["']([^"'\n]{1,80})["']|\b([\w$]{1,40}))\s{0,20}:\s{0,20}(?=([^\n]{1,300}))/g;
const FIND = /\bfind\s*:\s*["']([^"'\n]{1,80})["']\s*,\s*replacement\s*:\s*(?=([^\n]{1,300}))/g;
const STRING = /["']([^"'\n]{1,200})["']/g;

const EVERYWHERE = /tsconfigPaths|tsconfig-paths/;
const EXTENSION = /["'](\.[a-z]{1,10})["']/g;

/**
 * What the text of the Vite configuration shows; it is never run.
 * `{aliases: [{pattern, targets}], extensions: Set, readsTsconfig, text}`: only aliases that point at a file or folder
 * of the project count.
 */
export function readViteConfig(files) {
  const path = [...files.keys()].find((name) => CONFIG.test(name));
  const text = path && typeof files.get(path) === "string" ? files.get(path) : "";
  const start = text.search(/\balias\b/);
  const aliases = start === -1 ? [] : findAliases(text.slice(start, start + 4000), files);
  return { text, aliases, extensions: findExtensions(text), readsTsconfig: EVERYWHERE.test(text) };
}

/** What `resolve.extensions` may name. */
const findExtensions = (text) =>
  new Set(text.includes("extensions") ? [...text.matchAll(EXTENSION)].map((match) => match[1]) : []);

function findAliases(text, files) {
  const found = [...text.matchAll(FIND)].map((match) => [match[1], match[2]]);
  for (const [, quoted, bare, value] of text.matchAll(KEY)) found.push([quoted ?? bare, value]);
  return found.flatMap(([name, value]) => toAlias(name, targetOf(value), files));
}

/** `"./src"`, or the strings of a call: `resolve(__dirname, "src", "ui")`, `fileURLToPath(new URL("./src", …))`. */
function targetOf(value) {
  const literal = /^["']([^"'\n]{1,200})["']/.exec(value);
  if (literal) return literal[1];
  const call = /^[\w$.\s]{1,80}\([^)}]*/.exec(value);
  return call ? [...call[0].matchAll(STRING)].map((match) => match[1]).join("/") : "";
}

function toAlias(name, target, files) {
  const path = join("", target);
  if (!path || ["find", "replacement"].includes(name) || !exists(path, files)) return [];
  const bare = name.replace(/\/?\*?$/, "");
  return [
    { pattern: `${bare}/*`, targets: [`${path}/*`] },
    { pattern: bare, targets: [path] },
  ];
}

function exists(path, files) {
  if (files.has(path)) return true;
  for (const file of files.keys()) if (file.startsWith(`${path}/`)) return true;
  return false;
}
