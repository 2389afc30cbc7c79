/** The project paths an aliased specifier may mean, most specific pattern first; empty when no alias matches. */
export function expandAlias(project, specifier) {
  const matches = [...project.vite.aliases, ...project.tsconfig.paths].flatMap((alias) => match(alias, specifier));
  matches.sort((a, b) => b.length - a.length);
  const paths = matches.flatMap((item) => item.paths);
  return project.tsconfig.baseUrl === null ? paths : [...paths, under(project.tsconfig.baseUrl, specifier)];
}

/** Whether an alias claims the specifier; a bare `baseUrl` or a catch-all `*` claims nothing. */
export function isAliased(project, specifier) {
  const claims = (alias) => alias.pattern !== "*" && match(alias, specifier).length > 0;
  return [...project.vite.aliases, ...project.tsconfig.paths].some(claims);
}

function match({ pattern, targets }, specifier) {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === specifier ? [{ length: pattern.length + 1, paths: targets }] : [];
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = specifier.length >= head.length + tail.length && specifier.startsWith(head) && specifier.endsWith(tail);
  if (!fits) return [];
  const middle = specifier.slice(head.length, specifier.length - tail.length);
  return [{ length: head.length, paths: targets.map((target) => target.replace("*", () => middle)) }];
}

const under = (folder, specifier) => (folder ? `${folder}/${specifier}` : specifier);
