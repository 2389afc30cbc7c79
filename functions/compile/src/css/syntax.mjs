import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { nearest } from "../alike.mjs";
import { memo } from "../memo.mjs";

const PATCHES = createRequire(import.meta.url).resolve("@csstools/css-syntax-patches-for-csstree");
// What Tailwind, CSS modules and parts of standard at-rules add.
const MORE_AT_RULES = (
  "theme utility variant custom-variant source plugin config tailwind reference screen responsive variants value " +
  "nest else when annotation character-variant historical-forms ornaments styleset stylistic swash contents result"
).split(" ");
const MARGIN_BOX = /^(?:top|bottom|left|right)-/;

let csstree;
let lexer;

/** Must be awaited before anything else here: the syntax is only loaded for projects with styles. */
export async function prepareSyntax() {
  if (lexer) return;
  csstree = await import("css-tree/dist/csstree.esm");
  lexer = csstree.fork(JSON.parse(readFileSync(PATCHES, "utf8")).next).lexer;
}

export const isKnownProperty = (name) => lexer.getProperty(name) !== null;
export const isKnownAtRule = (name) =>
  Object.hasOwn(lexer.atrules, name) || MORE_AT_RULES.includes(name) || MARGIN_BOX.test(name);
export const nearProperty = (name) => nearest(name, Object.keys(lexer.properties));
export const nearAtRule = (name) => nearest(name, [...Object.keys(lexer.atrules), ...MORE_AT_RULES]);

/** Whether a value does not fit its property; where the library gives up (a variable, its own limit) it may fit. */
export const isMismatch = (property, value) => lexer.matchProperty(property, value).error?.rawMessage === "Mismatch";

/** The keyword of a property that a word of its value is nearest to, or undefined. */
export function nearKeyword(property, value) {
  const known = keywordsOf(lexer.getProperty(property).name);
  const words = value.toLowerCase().match(/(?<![\w#.(-])[a-z][a-z-]{2,40}(?![\w(-])/g) ?? [];
  for (const word of words.slice(0, 8)) {
    const keyword = known.has(word) ? undefined : nearest(word, known);
    if (keyword) return keyword;
  }
  return undefined;
}

/** All keywords that the syntax of a property leads to. */
const keywordsOf = memo((name) => {
  const [found, todo] = [new Set(), new Set([lexer.properties[name]])];
  for (const definition of todo)
    if (definition?.syntax)
      csstree.definitionSyntax.walk(definition.syntax, (node) => {
        if (node.type === "Keyword") found.add(node.name);
        if (node.type === "Type") todo.add(lexer.types[node.name]);
        if (node.type === "Property") todo.add(lexer.properties[node.name]);
      });
  return found;
});
