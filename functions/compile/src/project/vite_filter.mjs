import { isString, partsWithin, textOf } from "./config_tokens.mjs";

// Where a build has the project.
const HOME = "/project/";
const REGEXP = /^\/(.+)\/([a-z]*)$/s;
const NO_VALUE = new Set(["undefined", "null", "false"]);
// With one repeat an expression takes time by the square of a path's length, with more by its cube and beyond.
const MAX_REPEATS = 1;
const MAX_STARS = 2;
const MAX_PATTERNS = 20;

/**
 * The value of `include` or `exclude` at `[from, to]` as Rollup's `createFilter` reads it: expressions of whole paths.
 * undefined where it has no value, null where it cannot be read.
 */
export function readFilter(tokens, [from, to]) {
  if (to === from + 1 && NO_VALUE.has(tokens[from])) return undefined;
  const parts = tokens[from] === "[" ? partsWithin(tokens, from) : [[from, to]];
  if (parts.length > MAX_PATTERNS) return null;
  const found = parts.map(([start, end]) => (end === start + 1 ? readPattern(tokens[start]) : null));
  return found.includes(null) ? null : found;
}

/** Whether one of the expressions takes the project's file. */
export const takes = (filter, path) => filter.some((pattern) => pattern.test(HOME + path));

function readPattern(token) {
  if (isString(token)) return fromGlob(textOf(token));
  const expression = REGEXP.exec(token);
  return expression ? fromRegExp(expression[1], expression[2].replace(/[gy]/g, "")) : null;
}

function fromRegExp(whole, flags) {
  const source = whole.replace(/^\^?\.\*/, "");
  const plain = source.replace(/\\./g, "_").replace(/\[[^\]]*\]/g, "_");
  const repeats = plain.match(/[*+{]/g)?.length ?? 0;
  if (repeats > MAX_REPEATS || /\)[*+{]|\(\?[<!=]/.test(plain)) return null;
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

function fromGlob(glob) {
  if (/[[\]()!@+\\]|\{[^}]*[{*]/.test(glob)) return null;
  const whole = /^(?:\/|\*\*)/.test(glob) ? glob : HOME + glob.replace(/^\.\//, "");
  const folders = whole.match(/\*\*/g)?.length ?? 0;
  const stars = whole.replaceAll("**", "").match(/\*/g)?.length ?? 0;
  return folders > MAX_STARS || stars > MAX_STARS ? null : new RegExp(`^${[...partsOf(whole)].join("")}$`);
}

const GLOB_PART = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[\s\S]/g;
const MEANING = { "**/": "(?:[^/]*/)*", "**": ".*", "*": "[^/]*", "?": "[^/]" };

function* partsOf(glob) {
  for (const [part] of glob.matchAll(GLOB_PART)) {
    if (part.startsWith("{") && part.endsWith("}")) yield `(?:${part.slice(1, -1).split(",").map(escaped).join("|")})`;
    else yield MEANING[part] ?? escaped(part);
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
