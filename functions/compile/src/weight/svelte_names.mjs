import { elements } from "../scan/tags.mjs";
import { maskComments } from "../scan/mask.mjs";
import { expandedWeights, HEAVY, namesIn, total } from "./expansion.mjs";

const START = /(?<![\w$.])(?:let|const|var|function|class|import|export\s+default)\b|\$:|@const\b/g;
const DECLARES = /^(?:let|const|var|\$:|@const)/;
const NAME = /^\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?::[^=]{0,2000})?=(?![=>])/u;
const OPEN = "([{", CLOSE = ")]}";

/**
 * How often Svelte looks at the names of a component: it follows a name to what it was set to, for each place where it
 * stands, so that a chain of names costs its square and one that names each twice doubles with every link.
 */
export function nameWeight(source, isModule) {
  const texts = isModule ? [source] : [...elements(source, "script").map(({ text }) => text), constants(source)];
  const nodes = new Map(texts.flatMap((text) => assignments(maskComments(text))));
  if (!nodes.size) return 0;
  const weights = expandedWeights(nodes);
  return Math.min(HEAVY, total(namesIn(source), (name) => weights.get(name) ?? 0));
}

/** Each `{@const a = b}` of the markup, as a script. */
const constants = (source) => (source.includes("@const") ? source.match(/@const\s[^{}]{1,2000}\}/g)?.map((text) => text.slice(0, -1)).join(";\n") ?? "" : "");

/** `[name, node]` of each variable with a value. */
function assignments(text) {
  const starts = [...text.matchAll(START)];
  return starts.flatMap(({ 0: head, index }, order) => {
    if (!DECLARES.test(head)) return [];
    return declarators(text.slice(index + head.length, starts[order + 1]?.index)).flatMap(nodeOf);
  });
}

function nodeOf(text) {
  const match = NAME.exec(text);
  if (!match) return [];
  const value = text.slice(match[0].length);
  const refs = namesIn(/^\s*\$derived/.test(value) ? value : plain(value));
  return [[match[1], { refs, weigh: (weightOf) => 1 + total(refs, (name) => (name === match[1] ? 0 : weightOf(name))) }]];
}

/** The part of a value that is followed: nothing in a function or an object. */
const plain = (value) => value.split(/=>|\{/, 1)[0];

/** The declarators of one `let`, apart at the commas outside of brackets, up to its end. */
function declarators(text) {
  const found = [];
  let [depth, kept] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (OPEN.includes(text[at])) depth += 1;
    else if (CLOSE.includes(text[at])) depth -= 1;
    else if (depth === 0 && (text[at] === "," || text[at] === ";")) {
      found.push(text.slice(kept, at));
      kept = at + 1;
      if (text[at] === ";") return found;
    }
  }
  return [...found, text.slice(kept)];
}
