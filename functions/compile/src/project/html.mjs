import { error, warning } from "../diagnostics.mjs";
import { COMPONENTS } from "../frameworks.mjs";
import { isPage, isTest } from "../paths.mjs";
import { blankBetween } from "../scan/mask.mjs";
import { positionsIn } from "../scan/places.mjs";
import { elements, tags } from "../scan/tags.mjs";

const PAGE = "index.html";
const REMOTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const LOCAL_CODE = new RegExp(`\\.(?:[mc]?[jt]sx?|${COMPONENTS.join("|")})(?:\\?|$)`, "i");
const SHOWN = /<(?:img|svg|video|audio|iframe|canvas|object|picture|input|button|form)\b/;
const EVERY_PAGE = /\*\.html?\b/;

/**
 * What the pages load: `{pages, entries: [{page, specifier, line, column}], inline: [{page, text, line, column}],
 * styles: [...], diagnostics}`. A project has `index.html` and the pages that its Vite configuration names.
 */
export function readPages(files, config) {
  const result = { pages: [PAGE, ...morePages(files, config)], entries: [], inline: [], styles: [], diagnostics: [] };
  for (const path of result.pages) readPage(result, path, files.get(path));
  return result;
}

const morePages = (files, config) =>
  [...files.keys()].filter((path) => path !== PAGE && isPage(path) && !isTest(path) && isNamed(path, config));

const isNamed = (path, config) => config.includes(path) || EVERY_PAGE.test(config);

function readPage(result, path, text) {
  if (typeof text !== "string") {
    result.diagnostics.push(error("INDEX_HTML_MISSING", `${path} is missing`, { path }));
    return;
  }
  const html = blankBetween(text, "<!--", "-->");
  const found = { path, at: positionsIn(html), entries: [], inline: [], styles: [], diagnostics: [] };
  for (const script of elements(html, "script")) addScript(found, script);
  for (const link of tags(html, "link")) addLink(found, link);
  if (!found.entries.length && !found.inline.length) found.diagnostics.push(noEntry(found, html));
  for (const list of ["entries", "inline", "styles", "diagnostics"]) result[list].push(...found[list]);
}

function addScript(found, { attributes, index, start, text }) {
  const src = attributes.src?.trim();
  const place = { page: found.path, ...found.at(index) };
  if (attributes.type?.toLowerCase() !== "module") return noteClassic(found, src, place);
  if (!src && text.trim()) found.inline.push({ page: found.path, text, ...found.at(start) });
  else if (src && !REMOTE.test(src)) found.entries.push({ specifier: src, ...place });
}

function noteClassic(found, src, { page, line, column }) {
  if (!src || REMOTE.test(src) || !LOCAL_CODE.test(src) || !/^\.?\/?src\//.test(src)) return;
  const where = { path: page, line, column, hint: `<script type="module" src="${src}"></script>` };
  found.diagnostics.push(warning("ENTRY_NOT_MODULE", `${src} is not bundled without type="module"`, where));
}

function addLink(found, { attributes, index }) {
  const { rel = "", href = "" } = attributes;
  if (!rel.toLowerCase().split(/\s+/).includes("stylesheet") || REMOTE.test(href) || !href) return;
  found.styles.push({ page: found.path, specifier: href, ...found.at(index) });
}

/** A page without a script that has something to show is built as it stands; one without either stays blank. */
function noEntry({ path, diagnostics }, html) {
  const hint = diagnostics[0]?.hint ?? '<script type="module" src="/src/main.tsx"></script>';
  const say = shows(html) && !diagnostics.length ? warning : error;
  return say("ENTRY_MISSING", `${path} loads no module script`, { path, hint });
}

function shows(page) {
  const html = page.toLowerCase();
  const body = html.slice(Math.max(0, html.search(/<body\b/), html.search(/<\/head>/)));
  if (SHOWN.test(body)) return true;
  let text = body;
  for (const name of ["script", "style", "noscript", "template", "title"])
    text = blankBetween(text, `<${name}`, `</${name}>`);
  return /[\p{L}\p{N}]/u.test(blankBetween(text, "<", ">"));
}
