import { MAX_SHEET } from "../limits.mjs";
import { expandedWeights, HEAVY, total } from "./expansion.mjs";
import { measureSheet } from "./selectors.mjs";

// Variants that take another variant, so that each level is read again for every way to divide the word.
const COMPOUND = /(?:^|[:-])(?:not|group|peer|has|in|max|min|nth|data|aria|supports)(?=-)/g;
const DEFINITION = /@(utility|custom-variant|variant)\s+([@\w-]+)/g;
const APPLY = /@apply\s+([^;{}]*)/g;
const FUNCTIONS = /--(?:value|modifier|spacing|alpha)\(|(?<![\w-])theme\(/g;
const IMPORT = /@(?:import|reference)\b/g;
const SLOT = /@slot\b/g;

/** Why Tailwind is not asked about a style sheet of the project, or null. In time that grows with the sheet alone. */
export function sheetRefusal(path, text) {
  const { depth, parens, written } = measureSheet(text);
  if (Math.max(depth, parens) > MAX_SHEET.depth) return `${path} is too deep: its rules or brackets are inside each other`;
  if (written > MAX_SHEET.written) return `${path} is too deep: its nested rules stand for too many selectors`;
  if (/@source\s/.test(text)) return `${path} names the sources of its classes`;
  const definitions = [...text.matchAll(DEFINITION)];
  if (definitions.length > MAX_SHEET.definitions) return `${path} has too many utilities and variants`;
  if (counted(text, FUNCTIONS) > MAX_SHEET.functions) return `${path} has too many functions of Tailwind`;
  if (themed(text) > MAX_SHEET.themed) return `${path} has too many theme values that name each other`;
  if (counted(text, IMPORT) > MAX_SHEET.imports) return `${path} has too many imports`;
  const applied = [...text.matchAll(APPLY)].flatMap(([, words]) => words.trim().split(/\s+/));
  if (applied.length > MAX_SHEET.applied || applied.some(isHeavyWord)) return `${path} has too many applied classes`;
  return expanded(text, definitions) > MAX_SHEET.expanded ? `${path} is too deep: its utilities and variants name each other` : null;
}

/** A word that takes Tailwind long to see whether it is a class: no real one has so many parts. */
export function isHeavyWord(word) {
  if (word.length < MAX_SHEET.wordParts) return false;
  return counted(word, COMPOUND) > MAX_SHEET.compounds || counted(word, /:/g) > MAX_SHEET.wordParts || counted(word, /[[(]/g) > MAX_SHEET.wordParts || counted(word, /[^-]-/g) > MAX_SHEET.dashes;
}

const themed = (text) => (text.match(/@theme\b[^{}]*\{[^{}]*/g) ?? []).reduce((sum, block) => sum + counted(block, /var\(/g), 0);

const counted = (text, pattern) => text.match(pattern)?.length ?? 0;

/** The largest utility or variant of a sheet, when those that it names are written out in their places. */
function expanded(text, definitions) {
  const bodies = new Map();
  definitions.forEach(({ 0: head, 1: kind, 2: name, index }, order) => {
    if (kind === "variant") return;
    const end = definitions.slice(order + 1).find(({ 1: next }) => next !== "variant")?.index;
    bodies.set(name, `${bodies.get(name) ?? ""} ${text.slice(index + head.length, end)}`);
  });
  const nodes = new Map([...bodies].map(([name, body]) => [name, nodeOf(name, body, bodies)]));
  return Math.max(0, ...expandedWeights(nodes).values());
}

function nodeOf(name, body, names) {
  const refs = (body.match(/[@\w-]+/g) ?? []).filter((word) => word !== name && names.has(word));
  const slots = Math.max(1, counted(body, SLOT));
  return { refs, weigh: (weightOf) => Math.min(HEAVY, Math.max(slots, total(refs, weightOf))) };
}

/** The variants of a sheet that have several slots or selectors, and how many. */
export function slotsOf(text) {
  const parts = text.split(/@custom-variant\s+/).slice(1).map((part) => {
    const [head, name, list] = /^([@\w-]*)\s*(\([^{};]*)?/.exec(part);
    return [name, Math.max(counted(part.slice(head.length), SLOT), list ? list.split(",").length : 0)];
  });
  return parts.filter(([, slots]) => slots > 1);
}

/** How many rules a word becomes by variants with several slots. */
export const rulesOf = (word, slots) => word.split(":").reduce((product, part) => Math.min(HEAVY, product * (slots.get(part) ?? 1)), 1);
