import { HEAVY } from "./expansion.mjs";

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
// Of a computed class, as much work as an element.
const CLASS_CHARS = 10;
const MAX_AROUND = 5_000;
const STEP = /\s*([>+~]|\s)\s*/;
const CLASS_OR_TAG = /\.[\w-]+|^[a-z][\w-]*/gi;

/** Each `{` and `}` of a sheet with the text before it, without comments and the inside of strings. */
function* preludes(css) {
  const plain = css.replace(COMMENT, " ").replace(STRING, '""');
  let kept = 0;
  for (let at = 0; at < plain.length; at += 1) {
    if (plain[at] === "{" || plain[at] === "}") yield [plain[at], plain.slice(kept, at)];
    if (plain[at] === "{" || plain[at] === "}" || plain[at] === ";") kept = at + 1;
  }
}

/**
 * Measures a sheet in linear time: `{depth, parens, written}`. `written`: how many selectors the most deeply nested rules
 * stand for when each is written out: lists in lists multiply, and so do several `&`.
 */
export function measureSheet(css) {
  const stack = [1];
  let [depth, written, parens] = [0, 0, 0];
  for (const [sign, prelude] of preludes(css)) {
    if (sign === "}") {
      if (stack.length > 1) stack.pop();
      continue;
    }
    const lists = /^\s*@(?!variant\b)/.test(prelude) ? 1 : prelude.split(",").length;
    const power = Math.max(1, prelude.split("&").length - 1);
    stack.push(Math.min(HEAVY, lists * stack.at(-1) ** power));
    depth = Math.max(depth, stack.length - 1);
    written = Math.max(written, stack.length > 2 ? stack.at(-1) : 0);
    parens = Math.max(parens, parenDepth(prelude));
  }
  return { depth, written, parens };
}

function parenDepth(text) {
  let [depth, most] = [0, 0];
  for (const sign of text) {
    if (sign === "(") most = Math.max(most, (depth += 1));
    else if (sign === ")") depth -= 1;
  }
  return most;
}

/**
 * How often the parts of a sheet's selectors are held against elements, by a compiler that tries each selector on each
 * element and each of its steps on all elements above (` `) or before (`~`): by the names that the markup has. A nested
 * rule is tried with all rules around it.
 */
export function selectorWeight(css, markup) {
  const around = [""];
  let weight = 0;
  for (const [sign, prelude] of preludes(css)) {
    if (sign === "}") {
      if (around.length > 1) around.pop();
      continue;
    }
    const own = prelude.trimStart().startsWith("@") ? [""] : prelude.split(",");
    const whole = own.map((selector) => `${around.at(-1)} ${selector.replaceAll("&", " ").trim()}`.trim());
    if (own[0] !== "" || own.length > 1) for (const selector of whole) weight += oneWeight(selector, markup);
    around.push(whole.reduce((longest, selector) => (selector.length > longest.length ? selector : longest)).slice(0, MAX_AROUND));
    if (weight > HEAVY) return HEAVY;
  }
  return weight;
}

/** From its last part on, as the compilers go. */
function oneWeight(selector, markup) {
  const steps = selector.trim().split(STEP);
  let [tried, reached] = [Math.max(markup.elements, Math.ceil(markup.classText / CLASS_CHARS)), matching(steps.at(-1), markup)];
  for (let at = steps.length - 2; at > 0; at -= 2) {
    const reach = span(steps[at], markup);
    tried = Math.min(HEAVY, tried + reached * reach);
    reached = Math.min(HEAVY, reached * Math.min(reach, matching(steps[at - 1], markup)));
  }
  return tried;
}

/** Blocks, components and snippets between two elements make any of them neighbours. */
const span = (step, { depth, siblings, blocks }) => (step === ">" ? 1 : step === "~" || (step === "+" && blocks) ? siblings : step === "+" ? 1 : depth);

/** How many elements a compound selector may fit, by the rarest of its names. */
function matching(compound, { elements, names }) {
  const counts = (compound.match(CLASS_OR_TAG) ?? []).map((name) => (names.get(name) ?? names.get(name.toLowerCase()) ?? 0) + (name[0] === "." ? (names.get(".") ?? 0) : 0));
  return counts.length ? Math.min(...counts) : elements;
}
