import { MAX_ALIASES } from "../limits.mjs";
import { join } from "../paths.mjs";
import { pathOf } from "./config_paths.mjs";
import { constantsOf, endOfValue, isString, isWord, partsWithin, textOf, tokensOf } from "./config_tokens.mjs";

const MAX_STEPS = 2_000;
const MAX_PLACES = 5;
const UNREAD = { aliases: [], packages: [], doubts: [""] };
const PREFIX = /^\^((?:\\[^\w]|[\w@~/#-])+)(\(\.[*+]\))?(\$)?$/;

/**
 * What a Vite configuration says of `resolve.alias`, by its text:
 * `{aliases: [{pattern, targets, near?}], packages: [{pattern, name}], doubts: [prefix]}`. What is not understood is in
 * doubt: it may mean anything that begins so. A target that is `near` is relative to its importer.
 */
export function readAliases(text) {
  const found = { aliases: [], packages: [], doubts: [] };
  if (!/\balias\b/.test(text)) return found;
  const tokens = tokensOf(text);
  if (!tokens) return UNREAD;
  const constants = constantsOf(tokens);
  const config = { tokens, constants, found, steps: { left: MAX_STEPS } };
  for (const at of placesOf(tokens, constants).slice(0, MAX_PLACES)) readValue(config, at);
  return Object.values(found).some((list) => list.length > 2 * MAX_ALIASES) ? UNREAD : found;
}

/** Where the values of `alias: …` begin, and of `alias` alone. */
function placesOf(tokens, constants) {
  return tokens.flatMap((token, at) => {
    if (token !== "alias") return [];
    if (tokens[at + 1] === ":") return [at + 2];
    return /^[,{]$/.test(tokens[at - 1]) && /^[,}]$/.test(tokens[at + 1]) && constants.has("alias") ? [constants.get("alias")] : [];
  });
}

function readValue(config, at) {
  const { tokens, constants, found } = config;
  const start = constants.has(tokens[at]) && endOfValue(tokens, at) === at + 1 ? constants.get(tokens[at]) : at;
  const isWhole = /^(?:[,;)}\]]|as|satisfies)$/.test(tokens[closeOf(tokens, start) + 1] ?? ";") || start !== at;
  if (tokens[start] === "{" && isWhole) for (const part of partsWithin(tokens, start)) readEntry(config, part);
  else if (tokens[start] === "[" && isWhole) for (const part of partsWithin(tokens, start)) readPair(config, part);
  else found.doubts.push("");
}

function closeOf(tokens, open) {
  const parts = partsWithin(tokens, open);
  return parts.length ? parts.at(-1)[1] + (tokens[parts.at(-1)[1]] === "," ? 1 : 0) : open + 1;
}

/** `"@": resolve(…)` */
function readEntry(config, [from, to]) {
  const { tokens, found } = config;
  const key = isString(tokens[from]) ? textOf(tokens[from]) : tokens[from];
  if (!isString(tokens[from]) && !isWord(tokens[from])) return found.doubts.push("");
  if (tokens[from + 1] !== ":") return found.doubts.push(key);
  add(config, key, from + 2, to);
}

/** `{ find: "@" or /^@\//, replacement: … }` */
function readPair(config, [from]) {
  const { tokens, found } = config;
  const parts = tokens[from] === "{" ? partsWithin(tokens, from) : [];
  const place = (name) => parts.find(([at]) => tokens[at] === name && tokens[at + 1] === ":");
  const [find, replacement] = [place("find"), place("replacement")];
  if (!find || !replacement || place("customResolver")) return found.doubts.push("");
  const token = tokens[find[0] + 2];
  if (isString(token) && find[1] === find[0] + 3) return add(config, textOf(token), replacement[0] + 2, replacement[1]);
  const prefix = PREFIX.exec(patternOf(tokens, find) ?? "");
  const value = pathOf(config, replacement[0] + 2, replacement[1]);
  if (!prefix || value === null) return found.doubts.push(prefix ? plain(prefix[1]) : "");
  found.aliases.push(byRegExp(prefix, placed(value)));
}

/** The source of `/^@/` and of `new RegExp("^@")`. */
function patternOf(tokens, [from]) {
  const token = tokens[from + 2];
  if (/^\/.*\/$/.test(token)) return token.slice(1, -1);
  return token === "new" && tokens[from + 3] === "RegExp" && isString(tokens[from + 5]) ? textOf(tokens[from + 5]) : null;
}

const plain = (source) => source.replaceAll("\\", "");

/** Only what the expression covers is replaced. */
function byRegExp([, source, rest, end], target) {
  const prefix = plain(source);
  if (rest) return { pattern: `${prefix}*`, targets: [target.replace("$1", "*")] };
  return end ? { pattern: prefix, targets: [target] } : { pattern: `${prefix}*`, targets: [`${target}*`] };
}

function add(config, key, from, to) {
  const { tokens, found } = config;
  const isLiteral = isString(tokens[from]) && to === from + 1;
  const value = pathOf(config, from, to);
  if (value === null) found.doubts.push(key);
  else if (isLiteral && !/^[./]/.test(value)) found.packages.push({ pattern: key, name: value });
  else addFolder(found, key, value, isLiteral && value.startsWith("."));
}

/** A slash at both ends is left out, as Vite does. */
function addFolder(found, key, value, near) {
  const bare = key.endsWith("/") && value.endsWith("/") ? key.slice(0, -1) : key;
  const path = near ? value : placed(value).replace(/\/$/, "");
  found.aliases.push({ pattern: `${bare}/*`, targets: [`${path}/*`], near }, { pattern: bare, targets: [path], near });
}

/** From the root, with the slash it may end in. */
const placed = (value) => (join("", value) ?? "") + (/.\/$/.test(value) ? "/" : "");
