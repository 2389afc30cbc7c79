import { extension } from "../paths.mjs";
import { maskComments } from "./mask.mjs";

// Bounded gaps keep the scan linear on hostile input.
const STATEMENT = /^[ \t]*(?:import|export)\b([^'"`;]{0,3000}?)\bfrom\s*(["'])([^"'\n]{1,300})\2/gm;
const NEW_URL = /\bnew\s+URL\(\s*(["'])(\.[^"'\n]{0,300})\1\s*,\s*import\.meta\.url/g;
const WORKER = /\bnew\s+(?:Shared)?Worker\(\s*$/;
const GLOB = /\bimport\.meta\.glob\b/;
const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script/gi;
const REEXPORT = /^[ \t]*export\s+\{([^{}]{0,8000})\}\s*from\s*(["'])([^"'\n]{1,300})\2/gm;

/**
 * What esbuild does not tell: imports it drops as types, `new URL(…, import.meta.url)`, globs and re-exported names.
 * `{imports: [specifier], urls: [{specifier, worker, index}], reexports: [{specifier, names, index}], globs: bool}`
 */
export function scanImports(path, source) {
  const text = maskComments(["vue", "svelte"].includes(extension(path)) ? scriptsOf(source) : source);
  return {
    imports: [...text.matchAll(STATEMENT)].map((match) => match[3]),
    urls: [...text.matchAll(NEW_URL)].map((match) => ({
      specifier: match[2],
      worker: WORKER.test(text.slice(Math.max(0, match.index - 40), match.index)),
      index: match.index,
    })),
    reexports: [...text.matchAll(REEXPORT)].map(([, list, , specifier]) => ({ specifier, names: valueNames(list) })),
    globs: GLOB.test(text),
  };
}

/** The first place of a quoted specifier, or of any text, as a 1-based `{line, column}`. */
export function locate(source, specifier) {
  for (const quote of ['"', "'"]) {
    const index = source.indexOf(quote + specifier + quote);
    if (index !== -1) return position(source, index + 1);
  }
  const index = source.indexOf(specifier);
  return index === -1 ? {} : position(source, index);
}

export function position(source, index) {
  const before = source.slice(0, index);
  const line = before.split("\n").length;
  return { line, column: index - before.lastIndexOf("\n") };
}

const scriptsOf = (source) => [...source.matchAll(SCRIPT)].map((match) => match[1]).join("\n");

function valueNames(list) {
  const items = list.split(",").map((item) => item.trim());
  return items.filter((item) => item && !item.startsWith("type ")).map((item) => item.split(/\s/)[0]);
}
