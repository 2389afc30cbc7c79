import { ContentCache } from "../load/cache.mjs";
import { MAX_DIAGNOSTICS } from "../limits.mjs";
import { isCode, isTest } from "../paths.mjs";
import { isAliased } from "../resolve/alias.mjs";
import { knownEntry } from "./known.mjs";
import { OF_OBJECTS } from "./stubs.mjs";
import { readUses } from "./uses.mjs";

// The bundler repeats the line in each of its messages.
const MAX_QUOTED = 4 * 1024 * 1024;
const cache = new ContentCache();

/**
 * The modules that seem to use a name which a package does not have, by path: `{specifiers, locals}`, the packages and
 * the default imports in doubt. The bundler looks at these only, and at no more than can be shown.
 */
export function findDoubts(project) {
  const doubts = new Map();
  let left = { messages: 2 * MAX_DIAGNOSTICS, quoted: MAX_QUOTED };
  for (const [path, source] of sources(project)) {
    const uses = cache.get("uses", path, source, () => readUses(path, source));
    const found = uses.imports.length ? doubtsIn(project, path, uses) : null;
    if (!found?.count || found.count > left.messages || found.count * uses.longest > left.quoted) continue;
    left = { messages: left.messages - found.count, quoted: left.quoted - found.count * uses.longest };
    doubts.set(path, found);
  }
  return doubts;
}

function* sources({ files, page }) {
  for (const [path, source] of files)
    if (typeof source === "string" && isCode(path) && !isTest(path) && !isCopied(path)) yield [path, source];
  for (const path of new Set(page.inline.map((each) => each.page)))
    yield [path, page.inline.filter((each) => each.page === path).map(({ text }) => text).join("\n")];
}

const isCopied = (path) => path.startsWith("public/");

function doubtsIn(project, path, { imports, members }) {
  const found = { specifiers: new Set(), locals: new Set(), count: 0 };
  for (const { specifier, names, locals } of imports) {
    const entry = isAliased(project, path, specifier) ? null : knownEntry(project, specifier);
    if (!entry) continue;
    const missing = names.filter((name) => !isThere(entry, name)).length;
    const wrong = locals.map((local) => missingOf(entry, local, members, found));
    const count = wrong.reduce((sum, each) => sum + each, missing);
    if (count) found.specifiers.add(specifier);
    found.count += count;
  }
  return found;
}

/** A type of CommonJS that is imported as a value does no harm: it is undefined. */
const isThere = ({ module, values, types }, name) => values.has(name) || (!module && types.has(name));

function missingOf(entry, { name, kind }, members, found) {
  const counts = members.get(name);
  if (kind === "namespace") return countMissing(counts, (member) => isThere(entry, member));
  if (!entry.values.has("default")) return 1;
  const isMember = (member) => entry.members.has(member) || OF_OBJECTS.has(member);
  const count = entry.members ? countMissing(counts, isMember) : 0;
  if (count) found.locals.add(name);
  return count;
}

function countMissing(counts, isMember) {
  const missing = [...(counts ?? [])].filter(([member]) => !isMember(member));
  return missing.reduce((sum, [, count]) => sum + count, 0);
}
