import { endOfValue, isString, isWord, partsWithin, textOf, tokensOf } from "./config_tokens.mjs";

const ROOT = /^(?:__dirname|__filename|import\.meta\.(?:dirname|filename|url)|process\.cwd)$/;
const SAME = /^(?:fileURLToPath|normalizePath|pathToFileURL|String|(?:path\.)?normalize|url\.fileURLToPath)$/;
const HOLE = /\$\{([^{}]*)\}/g;
const MAX_DEPTH = 8;

/**
 * What an expression over `from` to `to` means as a path of the project, "" for its root, or null.
 * `config` is `{tokens, constants, steps: {left}}`: constants may name each other as often as they like.
 */
export function pathOf(outer, from, to = endOfValue(outer.tokens, from)) {
  const { tokens, depth = 0, steps } = outer;
  steps.left -= 1;
  if (depth > MAX_DEPTH || steps.left < 0) return null;
  const config = { ...outer, depth: depth + 1 };
  const terms = split(tokens, from, to).map(([start, end]) => termOf(config, start, end));
  return terms.length === 0 || terms.includes(null) ? null : terms.join("");
}

/** At the plus signs outside of brackets. */
function split(tokens, from, to) {
  const terms = [];
  let [start, depth] = [from, 0];
  for (let at = from; at < to; at += 1) {
    if (/^[([{]$/.test(tokens[at])) depth += 1;
    if (/^[)\]}]$/.test(tokens[at])) depth -= 1;
    if (depth || tokens[at] !== "+") continue;
    terms.push([start, at]);
    start = at + 1;
  }
  return start < to ? [...terms, [start, to]] : terms;
}

function termOf(config, from, to) {
  const { tokens } = config;
  const token = tokens[from];
  if (token === "new") return /^(?:url\.)?URL$/.test(tokens[from + 1]) ? pathname(config, from + 1, to) : null;
  if (to - from === 1 && isString(token)) return textOf(token);
  if (to - from === 1 && token.startsWith("`")) return filled(config, textOf(token));
  if (!isWord(token)) return null;
  if (ROOT.test(token) && (to - from === 1 || tokens[from + 1] === "(")) return "";
  if (tokens[from + 1] === "(") return callOf(config, token, from + 1);
  return to - from === 1 && config.constants.has(token) ? pathOf(config, config.constants.get(token)) : null;
}

function filled(config, text) {
  let known = true;
  const path = text.replace(HOLE, (_, inner) => {
    const tokens = tokensOf(inner);
    const value = within(config, tokens);
    known &&= value !== null;
    return value ?? "";
  });
  return known ? path : null;
}

/** The hole of a template, with the constants around it. */
function within(config, inner) {
  if (config.steps.left < 0) return null;
  const tokens = [...config.tokens, ";", ...inner];
  return pathOf({ ...config, tokens }, config.tokens.length + 1, tokens.length);
}

/** `new URL("./src", import.meta.url)`, as it is or its `pathname`. */
function pathname(config, call, to) {
  const [first] = partsWithin(config.tokens, call + 1);
  const close = config.tokens.indexOf(")", call);
  const after = config.tokens.slice(close + 1, to).join("");
  return first && /^(?:|\.pathname|\.href)$/.test(after) ? pathOf(config, ...first) : null;
}

function callOf(config, name, open) {
  const values = partsWithin(config.tokens, open).map((part) => pathOf(config, ...part));
  if (values.length === 0 || values.includes(null)) return null;
  if (/(?:^|\.)dirname$/.test(name)) return values[0].replace(/\/?[^/]*$/, "");
  if (SAME.test(name)) return values[0];
  const path = values.filter(Boolean).join("/");
  return /(?:^|\.)join$/.test(name) ? path : path.replace(/\/+$/, "");
}
