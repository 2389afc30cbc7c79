import { isComponent } from "../paths.mjs";
import { maskComments } from "./mask.mjs";
import { elements } from "./tags.mjs";

const FROM = /(?:^|[\s}*\w$])from\s{0,80}(["'])([^"'\n]{1,300})\1/gm;
const NEW_URL = /\bnew\s+URL\(\s*(["'])(\.[^"'\n]{0,300})\1\s*,\s*import\.meta\.url/g;
const WORKER = /\bnew\s+(?:Shared)?Worker\(\s*$/;
const GLOB = /\bimport\.meta\.glob\b(?:<[^>(]{0,200}>)?(?:\(\s{0,80}(\[[^\]]{0,800}\]|(["'])[^"'\n]{1,300}\2))?/g;
const COMPUTED =
  /\bimport\(\s{0,80}(?:\/\*[^*]{0,200}\*\/\s{0,80})?(?:`([^`$]{0,300})\$\{[^`]{0,500}\}([^`{}]{0,100})`|(["'])([^"'\n]{0,300})\3\s{0,20}\+)/g;
const QUOTED = /(["'])([^"'\n]{1,300})\1/g;
const NAMED =
  /^[ \t]*import\s+(?!type\b)(?:[\w$]{1,200}\s*,\s*)?\{([^{}]{0,8000})\}\s*from\s*(["'])([^"'\n]{1,300})\2/gm;
const REEXPORT = /^[ \t]*export\s+\{([^{}]{0,8000})\}\s*from\s*(["'])([^"'\n]{1,300})\2/gm;

/**
 * What esbuild does not tell: imports it drops as types, `new URL(…, import.meta.url)`, globs and names by statement.
 * `{imports: [specifier], urls: [{specifier, worker, index}], named, reexported: [{specifier, names}],
 * globs: [{prefix, suffix}]}`
 */
export function scanImports(path, source) {
  const text = maskComments(isComponent(path) ? scriptsOf(source) : source);
  return {
    imports: [...text.matchAll(FROM)].map((match) => match[2]),
    urls: [...text.matchAll(NEW_URL)].map((match) => ({
      specifier: match[2],
      worker: WORKER.test(text.slice(Math.max(0, match.index - 40), match.index)),
      index: match.index,
    })),
    named: statements(text, NAMED),
    reexported: statements(text, REEXPORT),
    globs: few([...text.matchAll(GLOB)].flatMap(([, list]) => globsOf(list)).concat([...source.matchAll(COMPUTED)].map(computed))),
  };
}

const ANYTHING = { prefix: "", suffix: "" };
const MAX_GLOBS = 50;
const few = (globs) => (globs.length > MAX_GLOBS ? [ANYTHING] : globs);

/** What the patterns of a glob begin and end with; anything where they are not written out. */
function globsOf(list) {
  const patterns = [...(list ?? "").matchAll(QUOTED)].map((match) => match[2]);
  if (!patterns.length) return [ANYTHING];
  return patterns.filter((pattern) => !pattern.startsWith("!")).map((pattern) => ({
    prefix: /^[^*?{[(]*/.exec(pattern)[0],
    suffix: /[*?}\])]([^*?{}[\]()]*)$/.exec(pattern)?.[1] ?? "",
  }));
}

const computed = ([, before, after, , start]) => ({ prefix: before ?? start ?? "", suffix: after ?? "" });

const scriptsOf = (source) =>
  elements(source, "script")
    .map((script) => script.text)
    .join("\n");

/** Names that are not marked as types. */
const statements = (text, pattern) =>
  [...text.matchAll(pattern)].map(([, list, , specifier]) => ({ specifier, names: valueNames(list) }));

function valueNames(list) {
  const items = list.split(",").map((item) => item.trim());
  return items.filter((item) => item && !item.startsWith("type ")).map((item) => item.split(/\s/)[0]);
}
