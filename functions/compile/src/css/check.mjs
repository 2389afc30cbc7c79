import { MAX_DECLARED_CHARS, MAX_SEARCHES } from "../limits.mjs";
import { ContentCache } from "../load/cache.mjs";
import { isComponent, isPlainCss } from "../paths.mjs";
import { positionsIn, shifted } from "../scan/places.mjs";
import { elements } from "../scan/tags.mjs";
import { findDropped } from "./dropped.mjs";
import { prepareSyntax } from "./syntax.mjs";

const PLAIN = new Set(["css", "postcss"]);
// Packages that teach PostCSS another syntax; the rest of the catalog's styling leaves CSS as it is.
const OTHER_SYNTAX = /postcss|precss|unocss|pandacss/;
const KEEPS_SYNTAX = new Set(["postcss", "@tailwindcss/postcss"]);
const cache = new ContentCache();

/** Adds a warning for each declaration and at-rule of the project's plain CSS that a browser would drop. */
export async function checkDropped({ project, diagnostics }) {
  const sheets = [...project.files].filter(isSheet);
  if (!sheets.length || hasOtherSyntax(project)) return;
  await prepareSyntax();
  const room = { chars: MAX_DECLARED_CHARS, searches: MAX_SEARCHES };
  for (const [path, source] of sheets) diagnostics.push(...dropped(path, source, room));
}

/** What had no room for all of a sheet is not kept: the next project may have it. */
function dropped(path, source, room) {
  const look = () => {
    const found = isPlainCss(path) ? findDropped(path, source, room) : inBlocks(path, source, room);
    return Object.assign(found, { cacheable: room.chars >= 0 && room.searches >= 0 });
  };
  return room.chars < 0 ? [] : cache.get("dropped", path, source, look);
}

const isSheet = ([path, source]) =>
  typeof source === "string" &&
  !path.startsWith("public/") &&
  (isPlainCss(path) || (isComponent(path) && source.includes("<style")));

const hasOtherSyntax = ({ packages }) =>
  [...packages.declared].some((name) => OTHER_SYNTAX.test(name) && !KEEPS_SYNTAX.has(name));

function inBlocks(path, source, room) {
  const at = positionsIn(source);
  return elements(source, "style")
    .filter(({ attributes, text }) => PLAIN.has(attributes.lang ?? "css") && /[:@]/.test(text))
    .flatMap(({ start, text }) =>
      findDropped(path, text, room).map((item) => ({ ...item, ...shifted(item, at(start)) })),
    );
}
