import { maskComments } from "../scan/mask.mjs";
import { namesIn } from "./expansion.mjs";

const START = /(?<![\w$.])(?:(?:type|interface|enum)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)|(?:const|let|var|function|class|import|namespace|module|default)\b|define[A-Z]\w{3,8}\s*[<(])/gu;
const NAMESPACE = /(?<![\w$.])(?:namespace|module)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;
const MAPPED = /\[\s*[\w$]{1,100}\s+in\b/;
const TEMPLATE = /`([^`]*)`/g;
const PLACEHOLDER = /\$\{([^{}]*)\}/g;

/** The types that a script declares: name -> bodies, since an interface may have several. A namespace counts as one. */
export function declaredTypes(script) {
  const text = withoutComments(script);
  const found = new Map();
  const add = (name, body) => found.has(name) ? found.get(name).push(body) : found.set(name, [body]);
  eachPart(script, [...text.matchAll(START)], (name, part) => add(name, bodyOf(part)));
  eachPart(script, [...text.matchAll(NAMESPACE)], (name, part) => add(name, bodyOf(part.replace(/[{}]/g, " "))));
  return found;
}

function eachPart(script, starts, use) {
  starts.forEach(({ 0: head, 1: name, index }, order) => {
    if (name) use(name, script.slice(index + head.length, starts[order + 1]?.index));
  });
}

/** Comments blanked; template literals, which are types here, stay. */
function withoutComments(script) {
  const masked = maskComments(script);
  return masked.length === script.length ? masked : script;
}

/**
 * What a type is made of: the names `outer` of its braces, those of its `members`, how many members of unions (`bars`) and
 * of objects (`size`) it has,
 * and `templates`, a list of `{names, bars}` for the values of each template literal.
 */
export function bodyOf(text) {
  const templates = [...text.matchAll(TEMPLATE)].map(([, literal]) => [...literal.matchAll(PLACEHOLDER)].map(([, value]) => part(value)));
  const [outside, inside] = levels(text.replace(TEMPLATE, " "));
  const mapped = MAPPED.test(inside);
  const { names: outer, bars } = part(mapped ? `${outside} ${inside}` : outside);
  const size = inside.split(/[:;,\n]/).length;
  return { outer, bars, size, members: mapped ? [] : namesIn(inside), templates: templates.filter((list) => list.length) };
}

const part = (text) => ({ names: namesIn(text), bars: text.split("|").length });

/** The text outside of braces, and that in the first ones. */
function levels(text) {
  const parts = [[], []];
  let [depth, kept] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== "{" && text[at] !== "}") continue;
    parts[depth]?.push(text.slice(kept, at));
    depth = Math.max(0, depth + (text[at] === "{" ? 1 : -1));
    kept = at + 1;
  }
  parts[depth]?.push(text.slice(kept));
  return parts.map((list) => list.join(" "));
}
