import { error } from "../diagnostics.mjs";
import { WEIGHTS } from "../limits.mjs";
import { elements } from "../scan/tags.mjs";
import { extension, isComponent } from "../paths.mjs";
import { ContentCache } from "../load/cache.mjs";
import { measureMarkup } from "./markup.mjs";
import { measureScript } from "./script.mjs";
import { measureSheet, selectorWeight } from "./selectors.mjs";
import { nameWeight } from "./svelte_names.mjs";
import { namesIn } from "./expansion.mjs";
import { typeWeight } from "./vue_types.mjs";

const cache = new ContentCache();
const WORDS = {
  nesting: "elements and blocks inside each other",
  elements: "elements",
  attributes: "attributes of one element",
  values: "values in the markup",
  bindings: "two-way bindings",
  brackets: "brackets inside each other",
  casts: "type assertions inside each other",
  choices: "comparisons or choices in one statement",
  names: "names that are used",
  words: "different names",
  comments: "comments",
  chained: "steps to follow its names to their values",
  types: "steps to resolve the types of its macros",
  rules: "style rules inside each other",
  written: "selectors that nested rules stand for",
  matches: "tries to match its selectors to its elements",
  snippets: "snippets",
  texts: "texts that one attribute may have",
  awaits: "awaits",
  bound: "style values that are bound to a script",
  tags: "tags that close nothing or are not closed",
};

/**
 * What a compiler of components would take more than its time or memory for, found before it sees the file: each measure
 * takes time that grows with the file alone. `{share, diagnostic}`: the file's part of what a project may weigh, and why
 * it is refused, or null. The limits are in `limits.mjs`; ordinary components stay far below them.
 */
export function weigh(project, path, source) {
  const { measures, share } = cache.get("weight", path, source, () => weighed(path, source));
  const types = extension(path) === "vue" ? typesOf(project, path, source) : 0;
  const all = { ...measures, types };
  return { measures: all, share: share + shareOf("types", types), diagnostic: excess(path, all) };
}

function typesOf(project, path, source) {
  try {
    return typeWeight(project, path, source);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return Infinity;
  }
}

function weighed(path, source) {
  const measures = isComponent(path) ? ofComponent(path, source) : ofModule(source);
  return { measures, share: Object.entries(measures).reduce((sum, [name, count]) => sum + shareOf(name, count), 0) };
}

/** The compilers' work grows with the square of most counts. */
const shareOf = (name, count) => Math.min(1, count / WEIGHTS[name]) ** 2;

function ofModule(source) {
  const { depth: brackets, casts, choices } = measureScript(source);
  return { brackets, casts, choices, ...countNames(source), chained: nameWeight(source, true) };
}

function ofComponent(path, source) {
  const markup = measureMarkup(source);
  const script = measureScript(elements(source, "script").map(({ text }) => text).join("\n;\n"));
  const shown = markup.values.map(measureScript);
  const sheets = elements(source, "style").map(({ text }) => text);
  const measured = sheets.map(measureSheet);
  const isSvelte = extension(path) === "svelte";
  const most = (key) => largest(measured, key);
  return {
    nesting: markup.depth, elements: markup.elements, attributes: markup.attributes, values: markup.values.length,
    bindings: markup.bindings, snippets: markup.snippets, tags: markup.tags, texts: isSvelte ? markup.texts : 0,
    brackets: Math.max(script.depth, largest(shown, "depth"), most("parens")),
    casts: Math.max(script.casts, largest(shown, "casts")),
    choices: Math.max(script.choices, largest(shown, "choices")),
    awaits: counted(source, /\bawait\b/g), bound: counted(source, /\bv-bind\(/g),
    ...countNames(source), chained: isSvelte ? nameWeight(source, false) : 0,
    rules: most("depth"), written: most("written"),
    matches: isSvelte ? sheets.reduce((sum, css) => sum + selectorWeight(css, markup), 0) : 0,
  };
}

const largest = (items, key) => items.reduce((most, item) => Math.max(most, item[key]), 0);

const counted = (source, pattern) => source.match(pattern)?.length ?? 0;

/** The names of a file, those that stand in it more than once, and its comments. */
function countNames(source) {
  const [once, more] = [new Set(), new Set()];
  for (const name of namesIn(source)) (once.has(name) ? more : once).add(name);
  return { names: more.size, words: once.size, comments: counted(source, /\/[/*]|<!--/g) };
}

function excess(path, measures) {
  const [name, count] = Object.entries(measures).find(([each, number]) => number > WEIGHTS[each]) ?? [];
  if (!name) return null;
  const shown = count > 1e8 ? "far too many" : String(Math.round(count));
  const hint = "Divide the file into smaller components or modules";
  return error("COMPILE_TOO_DEEP", `The file has ${shown} ${WORDS[name]}; at most ${WEIGHTS[name]} are compiled`, { path, hint });
}
