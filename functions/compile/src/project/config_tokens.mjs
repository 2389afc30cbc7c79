const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const TOKEN =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|[\w$]+(?:\.[\w$]+)*|=>|\.\.\.|[\s\S]/y;
const REGEXP = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
const BEFORE_REGEXP = new Set([..."(,=:[!&|?{;"]);
// Reading one takes time by the square of its length, where it is made to.
const MAX_CONFIG = 20_000;

/** The tokens of a configuration, without space and comments; null when it is too long to be read. */
export function tokensOf(text) {
  if (text.length > MAX_CONFIG) return null;
  const tokens = [];
  for (let at = skip(text, 0); at < text.length; at = skip(text, at)) {
    const token = (BEFORE_REGEXP.has(tokens.at(-1)) && match(REGEXP, text, at)) || match(TOKEN, text, at);
    tokens.push(token);
    at += token.length;
  }
  return tokens;
}

const skip = (text, at) => at + (match(SPACE, text, at)?.length ?? 0);

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

export const isString = (token) => /^["']/.test(token ?? "");
export const isWord = (token) => /^[\w$]/.test(token ?? "");
export const textOf = (token) => token.slice(1, -1).replace(/\\(.)/g, "$1");

const OPEN = { "{": 1, "[": 1, "(": 1, "}": -1, "]": -1, ")": -1 };

/** Where the value that begins at `from` ends: at the comma, the bracket or the semicolon after it. */
export function endOfValue(tokens, from) {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    if (depth === 0 && /^[,;)}\]]$/.test(tokens[at])) return at;
    depth += OPEN[tokens[at]] ?? 0;
  }
  return tokens.length;
}

/** `[from, to]` of each part between the brackets that open at `from`. */
export function partsWithin(tokens, from) {
  const parts = [];
  for (let at = from + 1; at < tokens.length && !/^[)}\]]$/.test(tokens[at]); ) {
    const end = endOfValue(tokens, at);
    parts.push([at, end]);
    at = tokens[end] === "," ? end + 1 : end;
    if (tokens[at] === ";") break;
  }
  return parts;
}

/** Name -> where its value begins, of the constants of a configuration. */
export function constantsOf(tokens) {
  const found = new Map();
  tokens.forEach((token, at) => {
    if (!["const", "let", "var"].includes(token) || !isWord(tokens[at + 1])) return;
    const equals = tokens.indexOf("=", at + 2);
    if (equals === at + 2 || (tokens[at + 2] === ":" && equals > 0 && equals < at + 12)) found.set(tokens[at + 1], equals + 1);
  });
  return found;
}
