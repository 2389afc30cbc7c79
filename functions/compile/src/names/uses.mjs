import { isComponent } from "../paths.mjs";
import { maskComments } from "../scan/mask.mjs";
import { elements } from "../scan/tags.mjs";

const ID = "[\\p{ID_Start}$_][\\p{ID_Continue}$]{0,80}";
const STATEMENT = new RegExp(
  `(?<=^|;)[ \\t]*(import|export)\\s{1,40}(?!type\\s)(?:(${ID})\\s{0,40}(?:,\\s{0,40})?)?` +
    `(?:\\{([^{}]{0,8000})\\}|\\*\\s{0,9}as\\s{1,9}(${ID}))?\\s{0,40}(?<=[\\s}])from\\s{0,40}` +
    `(["'])([^"'\\n]{1,300})\\5`,
  "gmu",
);
const MEMBER = new RegExp(
  `(?<![\\p{ID_Continue}$.])(delete\\s{1,9})?(${ID})\\s{0,9}\\??\\.\\s{0,9}(${ID})` +
    "(\\s{0,9}(?:[-+*/%&|^?]{0,3}=(?!=)|\\+\\+|--))?",
  "gu",
);
const RELATIVE = /^[./]/;

/**
 * What a module seems to use of packages, by its text: `{imports: [{specifier, names, locals}], members, longest}`.
 * `members`: local name -> member -> how often, or null where one is set. More may stand there than is so: the bundler
 * decides. `longest` is the length of the longest line.
 */
export function readUses(path, source) {
  const text = maskComments(isComponent(path) ? scripts(source) : source);
  const imports = [...text.matchAll(STATEMENT)].filter((match) => !RELATIVE.test(match[6])).map(asImport);
  const locals = new Set(imports.flatMap((each) => each.locals.map(({ name }) => name)));
  return { imports, members: locals.size ? readMembers(source, locals) : new Map(), longest: longestLine(source) };
}

const scripts = (source) =>
  elements(source, "script")
    .map(({ text }) => text)
    .join("\n");

function asImport([, keyword, single, list, namespace, , specifier]) {
  const names = list ? list.split(",").flatMap(valueName) : [];
  const locals = [
    ...(single && keyword === "import" ? [{ name: single, kind: "default" }] : []),
    ...(namespace && keyword === "import" ? [{ name: namespace, kind: "namespace" }] : []),
  ];
  return { specifier, names, locals };
}

function valueName(item) {
  const words = item.trim().split(/\s+/);
  return words[0] === "" || (words[0] === "type" && words.length > 1) ? [] : [words[0]];
}

/** In the whole source: a component's markup uses them as well. */
function readMembers(source, locals) {
  const found = new Map();
  for (const [, deleted, local, member, set] of source.matchAll(MEMBER)) {
    if (!locals.has(local)) continue;
    if (!found.has(local)) found.set(local, new Map());
    if (deleted || set) found.set(local, null);
    const counts = found.get(local);
    counts?.set(member, (counts.get(member) ?? 0) + 1);
  }
  return found;
}

function longestLine(source) {
  let longest = 0;
  for (let at = 0; at <= source.length; ) {
    const end = source.indexOf("\n", at);
    const next = end === -1 ? source.length : end;
    longest = Math.max(longest, next - at);
    at = next + 1;
  }
  return longest;
}
