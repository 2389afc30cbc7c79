import { directory, extension, isTypeScript, join } from "../paths.mjs";

/** The project paths an aliased specifier may mean, most specific pattern first; empty when no alias matches. */
export function expandAlias(project, importer, specifier) {
  const matches = aliasesOf(project, importer).flatMap((alias) => match(alias, specifier, importer));
  matches.sort((a, b) => b.length - a.length);
  const paths = matches.flatMap((item) => item.paths);
  const { baseUrl } = project.tsconfig;
  return baseUrl === null || !readsTsconfig(project, importer) ? paths : [...paths, under(baseUrl, specifier)];
}

/** Whether an alias claims the specifier; a bare `baseUrl` or a catch-all `*` claims nothing. */
export function isAliased(project, importer, specifier) {
  if (packageAlias(project, specifier) !== null) return true;
  const claims = (alias) => alias.pattern !== "*" && matchPattern(alias, specifier).length > 0;
  return aliasesOf(project, importer).some(claims);
}

/** The package that stands in for the one named, or null. */
export function packageAlias({ vite }, specifier) {
  const alias = vite.packages.find(({ pattern }) => begins(specifier, pattern));
  return alias ? alias.name + specifier.slice(alias.pattern.length) : null;
}

/** Whether an alias that could not be read may be about the specifier. */
export const isInDoubt = ({ vite }, specifier) =>
  vite.doubts.some((prefix) => prefix === "" || begins(specifier, prefix.replace(/\/$/, "")));

const begins = (specifier, prefix) => specifier === prefix || specifier.startsWith(`${prefix}/`);

function aliasesOf(project, importer) {
  return readsTsconfig(project, importer) ? [...project.vite.aliases, ...project.tsconfig.paths] : project.vite.aliases;
}

/** Vite applies `paths` of tsconfig.json to the files TypeScript itself includes, unless told to do so everywhere. */
function readsTsconfig(project, importer) {
  if (isTypeScript(importer) || project.vite.readsTsconfig) return true;
  const kind = extension(importer);
  if (["js", "jsx", "mjs", "cjs"].includes(kind)) return project.tsconfig.allowJs;
  return project.tsconfig.include.some((pattern) => pattern.endsWith(`.${kind}`));
}

/** A target that is near is relative to the importer, as Vite leaves it. */
function match(alias, specifier, importer) {
  const found = matchPattern(alias, specifier);
  if (!alias.near) return found;
  return found.map((item) => ({ ...item, paths: item.paths.map((path) => join(directory(importer), path) ?? "") }));
}

function matchPattern({ pattern, targets }, specifier) {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === specifier ? [{ length: pattern.length + 1, paths: targets }] : [];
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = specifier.length >= head.length + tail.length && specifier.startsWith(head) && specifier.endsWith(tail);
  if (!fits) return [];
  const middle = specifier.slice(head.length, specifier.length - tail.length);
  return [{ length: head.length, paths: targets.map((target) => target.replace("*", () => middle)) }];
}

const under = (folder, specifier) => (folder ? `${folder}/${specifier}` : specifier);
