import postcss from "postcss";

import { warning } from "../diagnostics.mjs";
import { isKnownAtRule, isKnownProperty, isMismatch, nearAtRule, nearKeyword, nearProperty } from "./syntax.mjs";

const MAX_VALUE = 300;
const MAX_SHOWN = 120;
const PROPERTY = /^[a-z][a-z-]*$/i;
// Only the browser, Tailwind or a framework knows what these become; prefixes are for one browser each.
const OPEN_FUNCTIONS =
  "--[\\w-]+|var|env|attr|if|theme|screen|v-bind|constant|expression|inherit|first-valid|toggle|ident|random|" +
  "random-item|sibling-index|sibling-count";
const OPEN_VALUE = new RegExp(
  `(?:^|[\\s,(/*+-])(?:${OPEN_FUNCTIONS})\\s*\\(|-(?:webkit|moz|ms|o)-|[$@#{}\\\\]|\\bprogid:`,
  "i",
);
const OF_MODULES = new Set(["composes", "compose-with"]);
// At-rules in which plain declarations stand; all others have descriptors of their own.
const STYLE_AT_RULES = new Set(
  "media supports container layer scope starting-style variant utility screen responsive position-try".split(" "),
);
const NOT_STYLES = new Set(["theme", "function", "mixin", "font-feature-values", "property", "page"]);

/**
 * Warnings for what a browser drops of plain CSS: unknown properties, values that do not fit, unknown at-rules.
 * `room` is what is left over all sheets: `chars` of declarations to look at, `searches` for a name that is near.
 * A sheet that does not parse has none.
 */
export function findDropped(path, source, room) {
  const found = { path, diagnostics: [], room };
  try {
    postcss.parse(source, { map: false }).walk((node) => {
      if (node.type === "atrule") checkAtRule(found, node);
      else if (node.type === "decl" && hasRoom(room, node) && isStyle(node.parent)) checkDeclaration(found, node);
    });
  } catch (cause) {
    if (cause.name !== "CssSyntaxError" && !(cause instanceof RangeError)) throw cause;
  }
  return found.diagnostics;
}

const hasRoom = (room, { prop, value }) => (room.chars -= Math.min(prop.length + value.length, MAX_VALUE)) >= 0;

function checkAtRule(found, node) {
  const name = node.name.toLowerCase();
  if (name.startsWith("-") || !PROPERTY.test(name) || isKnownAtRule(name)) return;
  add(found, "CSS_AT_RULE_UNKNOWN", node, `@${name}`, "no such at-rule", () => didYouMean(nearAtRule(name), "@"));
}

/** Whether declarations in a block are properties, and not descriptors or the exports of a CSS module. */
function isStyle(parent) {
  for (let node = parent; node.type !== "root"; node = node.parent) {
    if (node.type === "rule" && /^:(?:export|import)\b/.test(node.selector)) return false;
    if (node.type !== "atrule") continue;
    const name = node.name.toLowerCase();
    if (name.startsWith("-") || NOT_STYLES.has(name) || (node === parent && !STYLE_AT_RULES.has(name))) return false;
  }
  return parent.type !== "root";
}

function checkDeclaration(found, node) {
  const [property, { value }] = [node.prop.toLowerCase(), node];
  if (!PROPERTY.test(property) || OF_MODULES.has(property) || value === "" || value.length > MAX_VALUE) return;
  const text = `${node.prop}: ${value}`;
  if (!isKnownProperty(property))
    add(found, "CSS_PROPERTY_UNKNOWN", node, text, "no such property", () => didYouMean(nearProperty(property)));
  else if (!OPEN_VALUE.test(withoutStrings(value)) && isMismatch(property, value))
    add(found, "CSS_VALUE_INVALID", node, text, "the value does not fit", () => rightValue(property, value));
}

const withoutStrings = (value) => value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|#[\da-f]{1,8}\b/gi, " ");

function rightValue(property, value) {
  const near = nearKeyword(property, value);
  if (near) return didYouMean(near);
  const withUnits = value.replace(/(?<=^|\s)(-?[\d.]{1,20})(?=\s|$)/g, "$1px");
  return withUnits !== value && !isMismatch(property, withUnits) ? "Write a unit, such as px" : undefined;
}

const didYouMean = (name, sign = "") => name && `Did you mean "${sign}${name}"?`;

function add(found, code, node, text, why, hint) {
  const shown = text.replace(/\s+/g, " ");
  const what = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
  const { line, column } = node.source.start;
  const near = (found.room.searches -= 1) >= 0 ? hint() : undefined;
  const message = `A browser drops "${what}": ${why}`;
  found.diagnostics.push(warning(code, message, { path: found.path, line, column, hint: near }));
}
