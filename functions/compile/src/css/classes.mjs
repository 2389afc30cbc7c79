import { error } from "../diagnostics.mjs";
import { ContentCache } from "../load/cache.mjs";
import { MAX_SHEET } from "../limits.mjs";
import { isBinary } from "../paths.mjs";

const TAILWIND = /^(?:tailwindcss|@tailwindcss\/[\w-]+)$/;
// Variants that take another variant: Tailwind reads the rest of the word again at each of them. Real code has two.
const COMPOUNDS = new RegExp(`(?<![\\w-])(?:(?:not|group|peer|has|in)-){${MAX_SHEET.compounds + 1}}`);
const cache = new ContentCache();

/** A project whose build would not end, because its Tailwind tries to read a word as a class, is told so. */
export function checkClasses({ project: { files, packages }, diagnostics }) {
  if (![...packages.declared].some((name) => TAILWIND.test(name))) return;
  for (const [path, source] of files)
    if (typeof source === "string" && !isBinary(path)) diagnostics.push(...cache.get("classes", path, source, () => read(path, source)));
}

function read(path, source) {
  const found = COMPOUNDS.exec(source);
  if (!found) return [];
  const line = source.slice(0, found.index).split("\n").length;
  const hint = `Use at most ${MAX_SHEET.compounds} variants inside each other`;
  return [error("CLASS_TOO_DEEP", "A class name has too many variants inside each other: Tailwind would not finish", { path, line, hint })];
}
