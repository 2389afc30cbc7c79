import { HEAVY } from "./expansion.mjs";

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
// Elements that HTML closes by itself when the next one of their kind opens.
const CLOSED_BY_NEXT = new Set("li p option optgroup tr td th dt dd thead tbody tfoot".split(" "));
const RAW = new Set(["script", "style"]);
const TOKEN = /<!--|<\/?[A-Za-z][\w:.-]*|\{/g;
const BLOCK = /[#/:]\s*(\w+)(\s+if\b)?/y;
const QUOTES = new Set(['"', "'", "`"]);
const COMPUTED_CLASS = /\sclass\s*=\s*(["{][\s\S]*)/;
// Several values in one attribute, with or without text between them.
const COMPOSED = /=\s*(?:"[^"{]*\{[^"]*"|'[^'{]*\{[^']*'|\{[^\s"]*(?:\}[^\s"{}]*\{[^\s"]*)+)/g;
const ATTRIBUTE = /\s[^\s=>/"'{}]+|\{/g;
const BINDING = /\sv-model\b|\sbind:/g;

/**
 * Measures the markup of a component in linear time, without a parser.
 *
 * `depth` counts elements and blocks inside each other, each `{:else if}` as one more, since the compilers nest it;
 * `siblings` is the greatest number of elements of one parent, through the blocks between them; `names` counts the elements
 * of each tag, of each class behind a dot, and under `.` those whose classes are computed; `attributes` is the greatest
 * number of one element; `tags` counts those that close nothing or are left open; `values` are the texts in braces and the
 * attributes with them, for `measureScript`.
 */
export function measureMarkup(source) {
  const state = {
    stack: [], open: new Map(), level: 0, depth: 0, elements: 0, siblings: 0, roots: 0, attributes: 0,
    bindings: 0, snippets: 0, stray: 0, blocks: 0, classText: 0, texts: 1, names: new Map(), values: [],
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) TOKEN.lastIndex = step(state, source, match);
  const { depth, elements, attributes, bindings, snippets, blocks, classText, texts, names, values } = state;
  const siblings = Math.max(state.siblings, state.roots);
  return { depth, elements, siblings, attributes, bindings, snippets, blocks, classText, texts, names, values, tags: state.stray + state.stack.length };
}

/** Reads one token; the offset to go on from. */
function step(state, source, { 0: token, index }) {
  const after = index + token.length;
  if (token === "<!--") return ending(source, "-->", after);
  if (token === "{") return brace(state, source, index);
  if (token[1] === "/") return close(state, token.slice(2).toLowerCase()), after;
  const [original, name] = [token.slice(1), token.slice(1).toLowerCase()];
  const end = tagEnd(source, after);
  const whole = source[end - 2] === "/";
  if (RAW.has(name) && !whole) return ending(source, `</${name}`, end);
  element(state, original, name, source.slice(after, end), whole || VOID.has(name));
  return end;
}

function element(state, original, name, tag, whole) {
  if (CLOSED_BY_NEXT.has(name) && state.stack.at(-1)?.name === name) pop(state);
  state.elements += 1;
  state.blocks += Number(/^[A-Z]|[.:]|^slot$/.test(original));
  addNames(state.names, name, tag);
  const parent = state.stack.findLast(({ block }) => !block);
  if (parent) state.siblings = Math.max(state.siblings, (parent.children += 1));
  else state.roots += 1;
  if (tag.length > 1) readAttributes(state, tag);
  if (!whole) push(state, { name, block: false, children: 0, weight: 1 });
}

function readAttributes(state, tag) {
  state.attributes = Math.max(state.attributes, tag.match(ATTRIBUTE)?.length ?? 0);
  state.bindings += tag.match(BINDING)?.length ?? 0;
  state.values.push(tag.replace(/["']/g, " "));
  state.classText += COMPUTED_CLASS.exec(tag)?.[1].length ?? 0;
  for (const [value] of tag.matchAll(COMPOSED)) state.texts = Math.max(state.texts, textsOf(value));
}

/** How many texts an attribute may have: the choices in its values multiply where no white space is between them. */
const textsOf = (value) =>
  value.split(/\}\s+/).reduce((most, part) => Math.max(most, part.split(/\}[^\s{}]*\{/).reduce((product, each) => Math.min(HEAVY, product * each.split(/\?(?![.?:])/).length), 1)), 1);

function push(state, frame) {
  state.stack.push(frame);
  state.open.set(frame.name, (state.open.get(frame.name) ?? 0) + 1);
  deepen(state, frame.weight);
}

function deepen(state, by) {
  state.level += by;
  state.depth = Math.max(state.depth, state.level);
}

function pop(state) {
  const { name, weight } = state.stack.pop();
  state.open.set(name, state.open.get(name) - 1);
  state.level -= weight;
}

/** An end tag closes what is open inside it too; one without a beginning closes nothing. */
function close(state, name) {
  if (!state.open.get(name)) {
    state.stray += 1;
    return;
  }
  while (state.stack.at(-1).name !== name) pop(state);
  pop(state);
}

/** `{{ … }}`, `{…}`, `{#if …}`, `{:else if …}` or `{/if}`; what is inside is not markup. */
function brace(state, source, index) {
  BLOCK.lastIndex = index + 1;
  const block = BLOCK.exec(source);
  const sign = block && source[index + 1];
  if (block?.[1] === "snippet") state.snippets += Number(sign === "#");
  state.blocks += Number(Boolean(block) || source[index + 1] === "@");
  if (sign === "#") push(state, { name: `#${block[1]}`, block: true, children: 0, weight: 1 });
  else if (sign === "/") close(state, `#${block[1]}`);
  else if (sign === ":" && block[2] && state.stack.length) another(state);
  const end = braceEnd(source, index);
  state.values.push(source.slice(index, end));
  return end;
}

function another(state) {
  const block = state.stack.findLast((frame) => frame.block);
  if (!block) return;
  block.weight += 1;
  deepen(state, 1);
}

/** The offset after the `}` that closes the `{` at `index`, or after the `{` where none does. */
function braceEnd(source, index) {
  let [depth, quote] = [0, ""];
  const most = Math.min(source.length, index + 20_000);
  for (let at = index; at < most; at += 1) {
    const char = source[at];
    if (quote) {
      if (char === "\\") at += 1;
      else if (char === quote || (char === "\n" && quote !== "`")) quote = "";
    } else if (QUOTES.has(char)) quote = char;
    else if (char === "{") depth += 1;
    else if (char === "}" && (depth -= 1) === 0) return at + 1;
  }
  return index + 1;
}

/** The offset after the `>` that is in no quotes and no braces. */
function tagEnd(source, from) {
  let [quote, depth] = ["", 0];
  for (let at = from; at < source.length; at += 1) {
    const char = source[at];
    if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    else if (char === ">" && depth <= 0) return at + 1;
  }
  return source.length;
}

function ending(source, mark, from) {
  const end = source.indexOf(mark, from);
  return end === -1 ? source.length : end + mark.length;
}

const CLASS = /\sclass\s*=\s*(?:"([^"{]*)"|'([^'{]*)'|([^\s"'{}>]+))/i;
const COMPUTED = /\sclass\s*=|\sclass:|\{\s*(?:\.\.\.|class\s*\})|\s:class/i;

/** Tags as they are, classes behind a dot; `.` alone for computed classes. */
function addNames(names, name, tag) {
  const add = (key) => names.set(key, (names.get(key) ?? 0) + 1);
  add(name);
  const given = CLASS.exec(tag);
  const classes = given ? (given[1] ?? given[2] ?? given[3]).split(/\s+/) : [];
  for (const each of classes.slice(0, 50)) if (each) add(`.${each}`);
  if (!given && COMPUTED.test(tag)) add(".");
}
